import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startProgram, type StartedProgram } from '#test-programs';
import { keepSaid } from '#test-run';

const MAIN = fileURLToPath(new URL('../../apps/worker/src/main.js', import.meta.url));

/** A worker as a process of its own. */
export class WorkerProcess {
  #isReady = false;
  /** Resolves when it does jobs. */
  readonly ready: Promise<void>;

  private constructor(private readonly child: StartedProgram) {
    this.ready = new Promise((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        createInterface({ input: stream }).on('line', (line) => {
          keepSaid(line);
          if (!line.startsWith('The worker does the jobs')) return;
          this.#isReady = true;
          resolve();
        });
      child.once('exit', (code, signal) => {
        this.#isReady = false;
        reject(new Error(`the worker ended: ${code ?? signal}`));
      });
    });
    this.ready.catch(() => undefined);
  }

  /** Starts one, which is ready some time later. */
  static begin(settings: Readonly<Record<string, string>>): WorkerProcess {
    return new WorkerProcess(
      startProgram(process.execPath, [MAIN], { env: { LOG_LEVEL: 'warn', BERTH_AUTH: 'off', ...settings } }),
    );
  }

  /** Resolves when it does jobs. */
  static async start(settings: Readonly<Record<string, string>>): Promise<WorkerProcess> {
    const worker = WorkerProcess.begin(settings);
    await worker.ready;
    return worker;
  }

  /** It does nothing until it is resumed; what it holds it holds. */
  pause(): void {
    this.child.kill('SIGSTOP');
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Resolves when the process is gone; to its exit code, or null when a signal ended it. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (this.hasEnded) return this.child.exitCode;
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    await exited;
    return this.child.exitCode;
  }
}
