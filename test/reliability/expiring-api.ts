import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** An API server behind a bad network: connections through it are cut, and watches find that their past is gone. */
export class ExpiringApi {
  readonly #sockets = new Set<Socket>();
  readonly #server = http.createServer((request, response) => {
    this.#answer(request, response);
  });
  #expired = 0;
  /** Watches that were asked to list again. */
  expirations = 0;

  private constructor(private readonly target: URL) {
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    });
  }

  static async open(target: string): Promise<ExpiringApi> {
    const api = new ExpiringApi(new URL(target));
    api.#server.listen(0, '127.0.0.1');
    await once(api.#server, 'listening');
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resets every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Cuts, and so many watches after that are ended by 410: the first by its status, the next by an event. */
  expire(watches: number): void {
    this.#expired = watches;
    this.cut();
  }

  async close(): Promise<void> {
    this.#server.close();
    this.cut();
    await once(this.#server, 'close');
  }

  #answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const isWatch = new URL(request.url ?? '', this.target).searchParams.has('watch');
    if (isWatch && this.#expired > 0) {
      this.#expired -= 1;
      this.expirations += 1;
      const status = {
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Failure',
        reason: 'Expired',
        code: 410,
        message: 'gone',
      };
      const isByStatus = this.#expired % 2 === 0;
      response.writeHead(isByStatus ? 410 : 200, { 'content-type': 'application/json' });
      response.end(`${JSON.stringify(isByStatus ? status : { type: 'ERROR', object: status })}\n`);
      return;
    }
    const { hostname, port } = this.target;
    const options = {
      hostname,
      port,
      path: request.url,
      method: request.method,
      headers: request.headers,
      agent: false,
    } as const;
    const relayed = http.request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    relayed.on('error', () => response.destroy());
    response.on('close', () => relayed.destroy());
    request.pipe(relayed);
  }
}
