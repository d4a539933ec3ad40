import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startProgram, type StartedProgram } from '#test-programs';
import { keepSaid } from '#test-run';

const MAIN = fileURLToPath(new URL('../../apps/api/src/main.js', import.meta.url));
const REMEMBERED_LINES = 30;

/** What a service process finds in its environment. */
export interface ServiceSettings {
  readonly BERTH_DATA_DIR: string;
  readonly DATABASE_URL?: string;
  readonly BERTH_SIGNING_KEY_FILE?: string;
  readonly BERTH_CHECKPOINT_INTERVAL?: string;
  readonly BERTH_WORKERS?: string;
  readonly BERTH_JOBS?: string;
  readonly BERTH_HEAVY_WAITING?: string;
  readonly BERTH_MEMORY?: string;
  readonly NODE_OPTIONS?: string;
  readonly BERTH_PROBE?: string;
  readonly MALLOC_ARENA_MAX?: string;
}

/**
 * The real service as a process of its own, on a port of its own; with its own embedded database unless
 * DATABASE_URL is among the settings.
 */
export class ServiceProcess {
  private constructor(
    private readonly child: StartedProgram,
    readonly url: string,
    private readonly lines: readonly string[],
  ) {}

  /** Resolves when the service says that it is ready. */
  static async start(settings: ServiceSettings): Promise<ServiceProcess> {
    const child = startProgram(process.execPath, [MAIN], {
      env: { PORT: '0', LOG_LEVEL: 'warn', BERTH_AUTH: 'off', ...settings },
    });
    const lines: string[] = [];
    const url = await new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        createInterface({ input: stream }).on('line', (line) => {
          keepSaid(line);
          lines.push(line);
          lines.splice(0, lines.length - REMEMBERED_LINES);
          const ready = /Health\s+(http\S+)\/readyz/.exec(line)?.[1];
          if (ready !== undefined) resolve(ready);
        });
      }
      child.once('exit', (code, signal) => {
        reject(new Error(`the service ended (${code ?? signal}):\n${lines.join('\n')}`));
      });
    });
    return new ServiceProcess(child, url, lines);
  }

  /** Id of the service process. */
  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** What it said last. */
  get words(): string {
    return this.lines.join('\n');
  }

  /** Resolves when the process is gone; to its exit code, or null when a signal ended it. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    await exited;
    return this.child.exitCode;
  }
}

/** Id of the embedded server's process. @throws while there is none */
export function databasePid(dataDir: string): number {
  const text = readFileSync(join(dataDir, 'postgres', 'postgres.pid'), 'utf8').trim();
  // 0 and negative numbers are whole groups of processes.
  if (!/^[1-9][0-9]*$/.test(text)) throw new Error(`no process id: ${text}`);
  return Number(text);
}

/** Connects to the embedded server's database as its superuser. */
export function databaseUrl(dataDir: string): string {
  const password = readFileSync(join(dataDir, 'postgres', 'password'), 'utf8').trim();
  const port = readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[3] ?? '';
  return `postgresql://berth:${password}@127.0.0.1:${port}/berth`;
}
