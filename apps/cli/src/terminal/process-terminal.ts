import type { Terminal } from './terminal.js';

const CLEAR_LINE = '\r\u001b[K';
const CLEAR_SCREEN = '\u001b[H\u001b[J';

/** Those of Unix for a process that SIGINT ended. */
const INTERRUPTED = 130;

/** What comes sooner after a Ctrl-C is the same one. */
const TWICE_MS = 500;

/** The terminal of this process. Who stops reading, as `head` does, ends it quietly; so does Ctrl-C. */
export function processTerminal({ stdin, stdout, stderr, env }: NodeJS.Process = process): Terminal {
  let shown = '';
  const status = (line: string): void => {
    const fitting = line.slice(0, stderr.columns - 1);
    if (fitting !== shown) stderr.write(CLEAR_LINE + fitting);
    shown = fitting;
  };
  /** What is said stays: it does not end up behind a line that changes. */
  const say = (stream: NodeJS.WriteStream, line: string): void => {
    if (shown !== '') status('');
    stream.write(`${line}\n`);
  };
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit();
    });
  const interrupted = new Set<() => Promise<void>>();
  const end = (): void => {
    if (shown !== '') status('');
    process.exit(INTERRUPTED);
  };
  interruptible(() => void Promise.allSettled([...interrupted].map((work) => work())).then(end), end);
  return {
    input: stdin,
    print: (line) => {
      say(stdout, line);
    },
    complain: (line) => {
      say(stderr, line);
    },
    columns: stdout.isTTY ? stdout.columns : undefined,
    status: stderr.isTTY ? status : undefined,
    clear: stdout.isTTY ? () => void stdout.write(CLEAR_SCREEN) : undefined,
    onInterrupt: (work) => {
      interrupted.add(work);
      return () => void interrupted.delete(work);
    },
    onTerminate: (work) => terminating(work, end),
    colour: stdout.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    environment: env,
  };
}

/** Ctrl-C begins an end; pressed again, it ends without waiting. */
function interruptible(begin: () => void, end: () => void): void {
  process.once('SIGINT', () => {
    const first = performance.now();
    // Under npx the first one comes twice, from the terminal and from npm.
    process.on('SIGINT', () => {
      if (performance.now() - first > TWICE_MS) end();
    });
    begin();
  });
}

/** SIGTERM and Ctrl-C do the work from now on, and no longer end the process. */
function terminating(work: () => void, end: () => void): () => void {
  process.removeAllListeners('SIGINT');
  interruptible(work, end);
  process.on('SIGTERM', work);
  return () => void process.removeListener('SIGTERM', work);
}
