import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { databasePid, databaseUrl, ServiceProcess } from '../../reliability/service-process.js';
import { BenchClient } from './bench-client.js';

/** Environment variables. */
type Settings = Readonly<Record<string, string>>;

/** The real service in a process of its own with an embedded PostgreSQL of its own, which nobody else has used. */
export class BenchService {
  private constructor(
    private readonly dataDir: string,
    private readonly settings: Settings,
    private process: ServiceProcess,
    public client: BenchClient,
  ) {}

  /** Runs `work` with a service that is stopped afterwards, its data removed. */
  static async with<T>(work: (service: BenchService) => Promise<T>, settings: Settings = {}): Promise<T> {
    const dataDir = mkdtempSync(join(tmpdir(), 'berth-bench-'));
    try {
      const process = await ServiceProcess.start({ ...settings, BERTH_DATA_DIR: dataDir });
      const service = new BenchService(dataDir, settings, process, new BenchClient(process.url, firstKey(dataDir)));
      try {
        return await stoppable(service, work);
      } finally {
        await service.process.end('SIGTERM');
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }

  /** A new process, and a new PostgreSQL on the same data. */
  async restart(): Promise<void> {
    await this.process.end('SIGTERM');
    this.process = await ServiceProcess.start({ ...this.settings, BERTH_DATA_DIR: this.dataDir });
    this.client = this.clientWith(firstKey(this.dataDir));
  }

  /** The service as whoever has the key sees it. */
  clientWith(key: string | undefined): BenchClient {
    return new BenchClient(this.process.url, key);
  }

  /** Bytes of the service's memory that are resident now, and at most so far; PostgreSQL not included. */
  memory(): { readonly rssBytes: number; readonly peakBytes: number } {
    const status = readFileSync(`/proc/${this.process.pid}/status`, 'utf8');
    const bytes = (field: string): number =>
      Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
    return { rssBytes: bytes('VmRSS'), peakBytes: bytes('VmHWM') };
  }

  /** The peak begins again with what is resident now. */
  forgetPeak(): void {
    writeFileSync(`/proc/${this.process.pid}/clear_refs`, '5');
  }

  /** Where it listens. */
  get url(): string {
    return this.process.url;
  }

  /** Processor time that the service has taken; PostgreSQL not included. */
  cpuSeconds(): number {
    return this.#ticks() / 100;
  }

  /** Processor time that its PostgreSQL has taken, with that of connections that have ended. */
  databaseCpuSeconds(): number {
    const postmaster = databasePid(this.dataDir);
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
    const own = ticksOf(postmaster, 4);
    return children.filter(Boolean).reduce((sum, child) => sum + ticksOf(Number(child), 2), own) / 100;
  }

  /** Hundredths of a second. */
  #ticks(): number {
    return ticksOf(this.process.pid, 2);
  }

  /** Waits until the service has nothing to do in the background either: it hardly takes processor time. */
  async idle(): Promise<void> {
    for (let before = this.#ticks(), still = 0; still < 3;) {
      await setTimeout(1_000);
      const now = this.#ticks();
      still = now - before <= 5 ? still + 1 : 0;
      before = now;
    }
  }

  /** Where its database is, for a superuser. */
  get databaseUrl(): string {
    return databaseUrl(this.dataDir);
  }

  /** Lends a connection to the database, as its superuser. */
  async withDatabase<T>(work: (database: pg.Client) => Promise<T>): Promise<T> {
    const database = new pg.Client({ connectionString: this.databaseUrl });
    await database.connect();
    try {
      return await work(database);
    } finally {
      await database.end();
    }
  }
}

/**
 * Hundredths of a second that a process has taken, 0 of one that has ended: the first two fields are its own, two more
 * those of the children that it has waited for.
 */
function ticksOf(pid: number, fields: 2 | 4): number {
  try {
    // Names of programs have blanks.
    const [, rest = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return rest
      .split(' ')
      .slice(11, 11 + fields)
      .reduce((sum, field) => sum + Number(field), 0);
  } catch {
    return 0;
  }
}

/** The key of the service's admin; undefined where it asks for none. */
function firstKey(dataDir: string): string | undefined {
  const path = join(dataDir, 'admin.key');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

/**
 * Whoever ends the bench must not leave a server behind: the work fails when its service is gone, and everything
 * is removed on the way out.
 */
async function stoppable<T>(service: BenchService, work: (service: BenchService) => Promise<T>): Promise<T> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  let stop: (signal: NodeJS.Signals) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = (signal) => {
      reject(new Error(`stopped by ${signal}`));
    };
  });
  for (const signal of signals) process.once(signal, stop);
  try {
    return await Promise.race([work(service), stopped]);
  } finally {
    for (const signal of signals) process.removeListener(signal, stop);
  }
}
