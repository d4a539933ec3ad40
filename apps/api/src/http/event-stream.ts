import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** How a text went to its reader: `late` when it was not taken in time, `gone` when there is nobody any more. */
export type Taken = 'taken' | 'late' | 'gone';

/** How long a connection stays that is told that it ends. */
const GOODBYE_MS = 5_000;

/**
 * Server-sent events, at the pace of whoever reads them: nothing is taken on before what went out last is on its way.
 */
export class EventStream {
  readonly #gone = new AbortController();

  private constructor(
    private readonly raw: ServerResponse,
    private readonly patienceMs: number,
  ) {
    raw.once('close', () => {
      this.#gone.abort();
    });
  }

  /** Answers a request with a stream, which nobody on the way is to keep or to collect. */
  static open(reply: FastifyReply, patienceMs: number): EventStream {
    reply.hijack();
    const { raw } = reply;
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'close',
    });
    raw.flushHeaders();
    const stream = new EventStream(raw, patienceMs);
    if (reply.request.method === 'HEAD') raw.end();
    return stream;
  }

  /** Aborted when the reader is gone. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Sends whole events; resolves when more may follow. */
  async send(events: string): Promise<Taken> {
    if (this.gone.aborted || this.raw.writableEnded) return 'gone';
    return this.raw.write(events) ? 'taken' : this.#drained();
  }

  /** Ends the stream, with a last word to whoever still reads. */
  end(last = ''): void {
    this.raw.end(last);
    const impatience = setTimeout(() => {
      this.raw.destroy();
    }, GOODBYE_MS).unref();
    this.raw.once('close', () => {
      clearTimeout(impatience);
    });
  }

  #drained(): Promise<Taken> {
    const { raw, gone } = this;
    return new Promise((resolve) => {
      const settle = (taken: Taken): void => {
        clearTimeout(timer);
        raw.off('drain', drained);
        gone.removeEventListener('abort', left);
        resolve(taken);
      };
      const drained = (): void => {
        settle('taken');
      };
      const left = (): void => {
        settle('gone');
      };
      const timer = setTimeout(() => {
        settle('late');
      }, this.patienceMs);
      raw.once('drain', drained);
      gone.addEventListener('abort', left, { once: true });
    });
  }
}

/** One event: its id, its type and its data on one line, for JSON has no line breaks of its own. */
export function eventText(id: string, type: string, data: unknown): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
