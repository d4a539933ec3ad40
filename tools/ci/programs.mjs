// How CI runs programs: what they print is kept, and shown when they fail; those that take too long are ended.
import { spawn } from 'node:child_process';

/** What the caller of CI has set for a Berth of their own is nothing to the one that is tried here. */
const OF_BERTH = /^(BERTH_|OTEL_|PG|DATABASE_URL$|PORT$|HOST$|LOG_LEVEL$|NODE_ENV$|XDG_)/;

/** The environment of CI: that of its caller without settings. */
export const ENVIRONMENT = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_BERTH.test(name))),
  ...{ CI: '1', NO_COLOR: '1', FORCE_COLOR: '0', npm_config_color: 'false' },
};

const LIMIT_MS = 50 * 60_000;

/** Who ends CI ends what it has started. */
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    for (const program of running) program.signal('SIGTERM');
    process.exit(1);
  });

/** A program that runs, in a process group of its own, and what it has printed. */
export class Program {
  output = '';
  /** The exit code, or the name of the signal. */
  ended;

  constructor(command, args, { cwd, env = {}, user, stdio = ['ignore', 'pipe', 'pipe'] } = {}) {
    const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid };
    this.child = spawn(command, args, { cwd, stdio, detached: true, env: { ...ENVIRONMENT, ...env }, ...identity });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (bytes) => {
        this.output += bytes;
      });
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => resolve(code ?? signal));
      this.child.once('error', (error) => resolve(error.message));
    });
    running.add(this);
    void this.ended.then(() => running.delete(this));
  }

  /** Resolves when it has printed that, @throws when it ends before. */
  async printed(expression) {
    let watch;
    const found = new Promise((resolve) => {
      watch = setInterval(() => {
        const match = expression.exec(this.output);
        if (match !== null) resolve(match);
      }, 50);
    });
    const ended = this.ended.then((how) => {
      throw new Error(`ended with ${how}:\n${this.output}`);
    });
    try {
      return await within(LIMIT_MS, this, Promise.race([found, ended]));
    } finally {
      clearInterval(watch);
    }
  }

  /** As Ctrl-C does, which all processes at the terminal get. */
  signal(name) {
    try {
      process.kill(-this.child.pid, name);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

async function within(limitMs, program, outcome) {
  let limit;
  const late = new Promise((_, reject) => {
    limit = setTimeout(() => {
      program.signal('SIGKILL');
      reject(new Error(`took more than ${limitMs / 60_000} minutes:\n${program.output}`));
    }, limitMs);
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(limit);
  }
}

/** Runs a program to its end; answers how it ended and what it printed. */
export async function run(command, args, options) {
  const program = new Program(command, args, options);
  const status = await within(LIMIT_MS, program, program.ended);
  return { status, output: program.output };
}

/** Runs a program that has to succeed. @throws with what it printed when it does not */
export async function mustRun(command, args, options) {
  const { status, output } = await run(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${output}`);
  return output;
}
