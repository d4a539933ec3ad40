import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** How a text went to its reader: `late` when it was not taken in time, `gone` when the reader has disconnected. */
export type Taken = 'taken' | 'late' | 'gone';

/** How long a connection stays after it was notified of its end. */
const GOODBYE_MS = 5_000;

/** How a stream is opened. */
export interface StreamOptions {
  /** How long something may wait for its reader, in milliseconds. */
  readonly deadlineMs: number;
  /** Aborted when the reader has disconnected. */
  readonly source?: AbortController;
  /** Headers of the response; of server-sent events where there are none. */
  readonly head?: Readonly<Record<string, string>>;
}

const EVENTS_HEAD = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  connection: 'close',
};

/**
 * Events in one response, at the pace of their reader: nothing is taken on before what went out last is on its way.
 */
export class EventStream {
  readonly #gone = new AbortController();

  private constructor(
    private readonly raw: ServerResponse,
    private readonly deadlineMs: number,
  ) {
    raw.once('close', () => {
      this.#gone.abort();
    });
  }

  /** Answers a request with a stream, which no proxy may cache or buffer; aborts `source` when the reader is gone. */
  static open(reply: FastifyReply, { deadlineMs, source, head = EVENTS_HEAD }: StreamOptions): EventStream {
    reply.hijack();
    const { raw } = reply;
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, head);
    raw.flushHeaders();
    const stream = new EventStream(raw, deadlineMs);
    const abort = (): void => source?.abort();
    stream.gone.addEventListener('abort', abort, { once: true });
    if (reply.request.method === 'HEAD') raw.end();
    return stream;
  }

  /** Aborted when the reader has disconnected. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /**
   * Sends whole events; resolves when the connection has taken them, and more may follow. What it takes the kernels of
   * both sides may keep for their reader, some megabytes of it: that cannot be distinguished here from reading.
   */
  send(events: string | Buffer): Promise<Taken> {
    const { raw, gone } = this;
    if (gone.aborted || raw.writableEnded) return Promise.resolve('gone');
    let written = (_taken: Taken): void => undefined;
    const hasRoom = raw.write(events, (error) => {
      written(error == null ? 'taken' : 'gone');
    });
    // What is small, and the first of what waits, is not waited for: a timer and a listener cost more than the write.
    if (hasRoom) return Promise.resolve('taken');
    return new Promise((resolve) => {
      const settle = (taken: Taken): void => {
        clearTimeout(overdue);
        gone.removeEventListener('abort', left);
        resolve(taken);
      };
      const left = (): void => {
        settle('gone');
      };
      const overdue = setTimeout(() => {
        settle('late');
      }, this.deadlineMs);
      gone.addEventListener('abort', left, { once: true });
      // Not by `drain`: it is not emitted for less than the buffer.
      written = settle;
    });
  }

  /** Closes the connection at once, with what waits for its reader. */
  cut(): void {
    this.raw.destroy();
  }

  /** Ends the stream, with a last word to a reader that still reads. */
  end(last = ''): void {
    this.raw.end(last);
    const overdue = setTimeout(() => {
      // With what was not read: it would stay in the kernel otherwise.
      this.raw.socket?.resetAndDestroy();
    }, GOODBYE_MS).unref();
    this.raw.once('close', () => {
      clearTimeout(overdue);
    });
  }
}

/** One event: its id, its type and its data on one line, for JSON has no line breaks of its own. */
export function eventText(id: string, type: string, data: unknown): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
