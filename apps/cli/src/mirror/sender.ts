import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AnswerCutOff, ServiceError, ServiceUnreachable, type BerthClient, type Schemas } from '#client';
import type { EventQueue } from './event-queue.js';

type Report = Schemas['MirrorReport'];

/** What sending needs. */
export interface SenderOptions {
  readonly client: BerthClient;
  readonly cluster: string;
  /** What is followed, in words. */
  readonly source: string;
  readonly takeOver: boolean;
  /** How decisions that are seen are judged. */
  readonly judging: Readonly<Record<string, string>>;
  readonly queue: EventQueue;
  readonly tell: (message: string) => void;
}

/** After so long without an event an empty batch says that the mirror is alive. */
const HEARTBEAT_MS = 5_000;
/** So long events are gathered into one batch, and with that one revision. */
const GATHER_MS = 100;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;
/** Different warnings that are printed. */
const MOST_WARNINGS = 100;

/** Sends what is in the queue, batch by batch: each is sent until it is taken, and is taken once. */
export class Sender {
  readonly #stream = randomUUID();
  readonly #warned = new Set<string>();
  #sequence = 0;
  /** Events that were taken, and the last revision. */
  sent = 0;
  revision = '';
  behindMs = 0;

  constructor(private readonly options: SenderOptions) {}

  /** Begins the stream. @throws ServiceError where that is refused */
  async begin(): Promise<void> {
    const { source, takeOver, judging } = this.options;
    await this.#post([], { source, ...judging, ...(takeOver && { takeOver: 'true' }) });
  }

  /** Sends until `isOver`, and then what is left. */
  async run(isOver: () => boolean): Promise<void> {
    const { queue } = this.options;
    while (!isOver()) {
      await queue.arrival(HEARTBEAT_MS);
      // Few events a batch are many revisions.
      if (queue.size > 0 && queue.size < FULL && !isOver()) await delay(GATHER_MS);
      await this.#sendNext(Date.now());
    }
    while (queue.size > 0) await this.#sendNext();
  }

  /** Ends the stream: another mirror may go on at once. */
  async end(): Promise<void> {
    await this.#post([], { ends: 'true' });
  }

  async #sendNext(nowMs?: number): Promise<void> {
    const { lines, oldestMs } = this.options.queue.take(nowMs);
    this.behindMs = oldestMs === undefined ? 0 : Math.max(0, Date.now() - oldestMs);
    await this.#post(lines, { behindMs: String(Math.min(this.behindMs, MOST_BEHIND_MS)) });
    this.sent += lines.length;
  }

  async #post(lines: readonly string[], more: Readonly<Record<string, string>>): Promise<void> {
    const { client, cluster, tell } = this.options;
    const query = new URLSearchParams({ stream: this.#stream, sequence: String(this.#sequence), ...more });
    const path = `/v1/clusters/${encodeURIComponent(cluster)}/mirror?${query}`;
    const body = lines.map((line) => `${line}\n`).join('');
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS)) {
      try {
        const headers = { 'content-type': 'application/x-ndjson' };
        const response = await client.fetch(path, { method: 'POST', headers, body });
        const report = (await response.json()) as Report;
        this.#warn(report);
        this.revision = report.revision;
        this.#sequence += 1;
        return;
      } catch (error) {
        if (!mayPass(error)) throw error;
        tell(`${(error as Error).message}; trying again`);
        await delay(retryMs * (0.5 + Math.random() / 2));
      }
    }
  }

  #warn({ warnings }: Report): void {
    for (const { kind, namespace, name, field, message } of warnings) {
      const what = `${kind}${field === undefined ? '' : ` ${field}`}: ${message}`;
      if (this.#warned.has(what) || this.#warned.size >= MOST_WARNINGS) continue;
      this.#warned.add(what);
      const object = namespace === '' ? name : `${namespace}/${name}`;
      this.options.tell(`warning: ${kind} ${object}${field === undefined ? '' : `, ${field}`}: ${message}`);
      if (this.#warned.size === MOST_WARNINGS) this.options.tell('further warnings are not printed');
    }
  }
}

const MOST_BEHIND_MS = 2 ** 31 - 1;
const FULL = 500;

/** Whether the same request may succeed later: the service is away, busy, or starting. */
function mayPass(error: unknown): boolean {
  if (error instanceof ServiceError) return error.status >= 500 || error.status === 429;
  return error instanceof ServiceUnreachable || error instanceof AnswerCutOff || error instanceof TypeError;
}
