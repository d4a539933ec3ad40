import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that came, as far as it matters. */
export interface AskedOf {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
}

/** What an API server answers: with a status and a body, or line by line, and then it ends the connection somehow. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string;
  /** Of a watch: each on a line of its own. */
  readonly events?: readonly (readonly [type: string, object: object])[];
  /** Bytes after the events, without an end of a line. */
  readonly rest?: string;
  /** `cut`: the connection is reset; `open`: it stays, until the server closes; otherwise the answer ends. */
  readonly then?: 'cut' | 'open';
}

/** An API server that answers what it is given, in order: a request for which it has nothing stays open. */
export class ScriptedApi {
  readonly asked: AskedOf[] = [];
  #answers: ScriptedAnswer[] = [];
  readonly #resting: (() => void)[] = [];
  readonly #server = http.createServer((request, response) => {
    this.#answer(request, response);
  });

  static async open(): Promise<ScriptedApi> {
    const api = new ScriptedApi();
    api.#server.listen(0, '127.0.0.1');
    await once(api.#server, 'listening');
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Forgets what came before. */
  script(...answers: readonly ScriptedAnswer[]): void {
    this.#answers = [...answers];
    this.asked.length = 0;
  }

  /** Resolves when a request has come for which there is no answer any more. */
  rest(): Promise<void> {
    return new Promise((rests) => this.#resting.push(rests));
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { pathname: path, searchParams } = new URL(request.url ?? '', this.url);
    this.asked.push({ path, query: Object.fromEntries(searchParams), authorization: request.headers.authorization });
    const answer = this.#answers.shift();
    if (answer === undefined) {
      response.flushHeaders();
      for (const rests of this.#resting.splice(0)) rests();
      return;
    }
    const { status = 200, headers = {}, body, events = [], rest = '', then } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
    const lines = events.map(([type, object]) => `${JSON.stringify({ type, object })}\n`).join('');
    if (then === undefined) response.end(text + lines + rest);
    // What is cut has arrived before, as far as it goes.
    else response.write(text + lines + rest, () => void (then === 'cut' && response.socket?.end()));
  }
}

/** A Status, as API servers refuse. */
export function status(code: number, reason: string, message: string): object {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code, reason, message };
}
