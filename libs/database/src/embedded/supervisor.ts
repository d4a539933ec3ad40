import { rmSync, writeFileSync } from 'node:fs';
import { killRemnants } from './orphan.js';
import { startPostmaster, type Launch, type Postmaster, type ServerExit } from './postmaster.js';

/** The settings of the supervisor, and its listeners. */
export interface Supervision {
  readonly launch: Launch;
  /** Holds the id of the running server process, and is absent while there is none. */
  readonly pidFile: string;
  /** Called each time the server ended without a request to stop. It is started again, as often as it takes. */
  readonly onExit: (exit: ServerExit) => void;
  /** Called each time it could not be started again: the next try comes after `delayMs`. */
  readonly onFailedStart: (error: unknown, delayMs: number) => void;
}

const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 5_000;
/** A fast shutdown waits for a checkpoint; an immediate one leaves the work to the next start. */
const FAST_SHUTDOWN_MS = 60_000;

/**
 * Keeps one server running until it is stopped: a server that ends by itself is started
 * again, later each time it fails.
 */
export class Supervisor {
  private postmaster: Postmaster | undefined;
  private stopping: Promise<void> | undefined;
  private wakeUp: () => void = () => undefined;
  private watching: Promise<void> = Promise.resolve();
  private failure: unknown;

  constructor(private readonly supervision: Supervision) {}

  /** Id of the server process; undefined while it is being restarted and once it is stopped. */
  get pid(): number | undefined {
    return this.postmaster?.pid;
  }

  /** Why the server could not be started again; undefined while it runs. */
  get startFailure(): unknown {
    return this.failure;
  }

  /** @throws EmbeddedPostgresError when the first start fails; later ones are repeated */
  async start(): Promise<void> {
    await this.launch();
    process.on('exit', this.stopAtExit);
    this.watching = this.watch();
  }

  /** Rolls back what is open, writes everything to disk, ends the server. Every call waits for the one shutdown. */
  stop(): Promise<void> {
    this.stopping ??= this.shutDown();
    return this.stopping;
  }

  private async launch(): Promise<void> {
    const { launch } = this.supervision;
    const remnants = await killRemnants(launch.cluster);
    if (remnants.length > 0) launch.log(`killed what was left of PostgreSQL: processes ${remnants.join(', ')}`);
    this.postmaster = await startPostmaster(launch);
    this.notePid(this.postmaster.pid);
    if (this.stopping !== undefined) {
      this.postmaster.kill('SIGINT');
    }
  }

  private async watch(): Promise<void> {
    while (this.postmaster !== undefined) {
      const exit = await this.postmaster.exited;
      this.postmaster = undefined;
      this.notePid(undefined);
      if (this.stopping === undefined) {
        this.supervision.launch.log(
          `PostgreSQL ended unexpectedly (${exit.signal ?? `exit code ${exit.code}`}): starting it again`,
        );
        this.supervision.onExit(exit);
        await this.restart();
      }
    }
  }

  /** For other processes alone: a disk that is full does not keep the server from being used. */
  private notePid(pid: number | undefined): void {
    const { pidFile, launch } = this.supervision;
    try {
      // A killed predecessor's file may belong to another user, who then started Berth.
      rmSync(pidFile, { force: true });
      if (pid !== undefined) writeFileSync(pidFile, `${pid}\n`);
    } catch (error) {
      launch.log(`${pidFile} does not say which process PostgreSQL is: ${String(error)}`);
    }
  }

  private async restart(): Promise<void> {
    let delayMs = FIRST_DELAY_MS;
    for (;;) {
      await this.pause(delayMs);
      if (this.stopping !== undefined) {
        return;
      }
      try {
        await this.launch();
        this.failure = undefined;
        return;
      } catch (error) {
        this.failure = error;
        delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS);
        this.supervision.onFailedStart(error, delayMs);
      }
    }
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async shutDown(): Promise<void> {
    process.off('exit', this.stopAtExit);
    this.wakeUp();
    this.postmaster?.kill('SIGINT');
    const overdue = setTimeout(() => this.postmaster?.kill('SIGQUIT'), FAST_SHUTDOWN_MS);
    await this.watching;
    clearTimeout(overdue);
  }

  /**
   * The last moment of a process that ends without stop(), by an exception for one: the server shuts down by itself.
   */
  private readonly stopAtExit = (): void => this.postmaster?.kill('SIGINT');
}
