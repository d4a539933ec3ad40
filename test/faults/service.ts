import { createWriteStream, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { startProgram, type StartedProgram } from '#test-programs';
import { keepSaid } from '#test-run';

/** How a service process is started. */
export interface ServiceSettings {
  /** Its main module. */
  readonly main: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
  /** Called when it ends although nobody ended it. */
  readonly onUnexpectedEnd: (how: string) => void;
}

const REMEMBERED_LINES = 5_000;
const RESTART_PAUSE_MS = 200;

/** One process of the service, which may be killed, held and started again. */
export class Service {
  #child: StartedProgram | undefined;
  #url = '';
  #exited: Promise<string> = Promise.resolve('');
  #isEnding = false;
  readonly #lines: string[] = [];
  readonly #log: WriteStream;

  constructor(
    readonly name: string,
    private readonly settings: ServiceSettings,
  ) {
    this.#log = createWriteStream(settings.logFile);
  }

  /** Where it answers; another place after each start. */
  get url(): string {
    return this.#url;
  }

  /**
   * Starts it, again and again as an orchestrator would: where the database is away it may say so and end.
   * @throws when it is not ready after so long
   */
  async start(deadlineMs: number): Promise<void> {
    for (const since = performance.now(); ;) {
      const problem = await this.#launch(deadlineMs);
      if (problem === undefined) return;
      if (performance.now() - since > deadlineMs) throw new Error(`${this.name} does not start: ${problem}`);
      await pause(RESTART_PAUSE_MS);
    }
  }

  /** Undefined when it is ready; else why it is not. */
  async #launch(deadlineMs: number): Promise<string | undefined> {
    const child = startProgram(process.execPath, ['--enable-source-maps', this.settings.main], {
      env: { ...this.settings.environment, PORT: '0', LOG_LEVEL: 'warn' },
    });
    this.#child = child;
    this.#isEnding = false;
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve(String(signal ?? `exit code ${code}`)));
    });
    const ready = new Promise<undefined>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        createInterface({ input: stream }).on('line', (line) => {
          this.#remember(line);
          const url = /Health\s+(http\S+)\/readyz/.exec(line)?.[1];
          if (url === undefined) return;
          this.#url = url;
          resolve(undefined);
        });
    });
    const deadline = new AbortController();
    const late = pause(deadlineMs, 'not ready in time', { signal: deadline.signal }).catch(() => 'never');
    const problem = await Promise.race([ready, this.#exited, late]);
    deadline.abort();
    if (problem === 'not ready in time') await this.kill();
    if (problem === undefined)
      void this.#exited.then((how) => {
        if (this.#isEnding || this.#child !== child) return;
        this.settings.onUnexpectedEnd(`${how}\n${this.lastLines()}`);
        void this.start(deadlineMs).catch((error: unknown) => {
          this.settings.onUnexpectedEnd(String(error));
        });
      });
    return problem && `${problem}\n${this.lastLines()}`;
  }

  async kill(): Promise<void> {
    this.killAtOnce();
    await this.#exited;
  }

  killAtOnce(): void {
    this.#isEnding = true;
    this.#child?.kill('SIGKILL');
  }

  hold(): void {
    this.#child?.kill('SIGSTOP');
  }

  goOn(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Asks it to end. Resolves to how it did; undefined when it did not for so long. */
  async terminate(deadlineMs: number): Promise<string | undefined> {
    this.#isEnding = true;
    this.#child?.kill('SIGTERM');
    const deadline = new AbortController();
    const late = pause(deadlineMs, undefined, { signal: deadline.signal }).catch(() => undefined);
    const how = await Promise.race([this.#exited, late]);
    deadline.abort();
    return how;
  }

  /** What it logged of a request. */
  linesOf(requestId: string): string[] {
    return this.#lines.filter((line) => line.includes(requestId));
  }

  lastLines(count = 15): string {
    return this.#lines.slice(-count).join('\n');
  }

  #remember(line: string): void {
    keepSaid(line);
    this.#log.write(`${new Date().toISOString()} ${line}\n`);
    this.#lines.push(line);
    if (this.#lines.length > 2 * REMEMBERED_LINES) this.#lines.splice(0, REMEMBERED_LINES);
  }
}
