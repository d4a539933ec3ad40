import { EventEmitter, once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * What becomes of bytes. `hold`: they wait and arrive later, as when a network is down for a while. `swallow`: they are
 * acknowledged and lost, in both directions or in one, as behind a firewall that has forgotten the connection; one that
 * has lost bytes stays dead whatever comes then.
 */
export type Line = 'pass' | 'hold' | 'swallow' | 'swallow-to-server' | 'swallow-to-client';

type Direction = 'to-server' | 'to-client';

/** The port was free a moment ago; who has taken it meanwhile leaves soon. */
const AGAIN_MS = 20;

/** A TCP proxy on 127.0.0.1 that does to the connections through it what a bad network does. */
export class NetworkProxy {
  /** May be changed at any time, for the connections that there are and for new ones. */
  delayMs = 0;
  #line: Line = 'pass';
  #lostBytes = 0;
  #listening: Server | undefined;
  #port = 0;
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #joined = new Set<readonly [client: Socket, server: Socket]>();

  private constructor(private readonly server: URL) {}

  /** In front of the server that `url` names, which needs a port. */
  static async open(url: string): Promise<NetworkProxy> {
    const proxy = new NetworkProxy(new URL(url));
    await proxy.accept();
    return proxy;
  }

  /** The same as was given to `open`, through the proxy. */
  get url(): string {
    const url = new URL(this.server.href);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  /** How many connections there are, those included of which one side has gone and the other does not know. */
  get connections(): number {
    return this.#joined.size;
  }

  /** How many bytes were swallowed so far, of all connections. */
  get lostBytes(): number {
    return this.#lostBytes;
  }

  get line(): Line {
    return this.#line;
  }

  set line(line: Line) {
    this.#line = line;
    this.#changes.emit('line');
  }

  /** Resets every connection. Gives how many there were. */
  cut(): number {
    const count = this.connections;
    for (const socket of [...this.#joined].flat()) socket.resetAndDestroy();
    this.#joined.clear();
    this.#changes.emit('line');
    return count;
  }

  /** New connections are refused; those that there are stay. */
  async refuse(): Promise<void> {
    // Closed at once; the event waits for the connections, nobody else does.
    this.#listening?.close();
    this.#listening = undefined;
    await pause(0);
  }

  /** New connections are taken again, on the same port. */
  async accept(): Promise<void> {
    while (this.#listening === undefined) {
      const listening = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
        this.#join(client);
      });
      listening.listen(this.#port, '127.0.0.1');
      try {
        await once(listening, 'listening');
      } catch (error) {
        if (this.#port === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
        await pause(AGAIN_MS);
        continue;
      }
      this.#listening = listening;
      this.#port = (listening.address() as AddressInfo).port;
    }
  }

  async close(): Promise<void> {
    await this.refuse();
    this.cut();
  }

  #join(client: Socket): void {
    const { hostname, port } = this.server;
    const server = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
    const joined = [client, server] as const;
    this.#joined.add(joined);
    for (const socket of joined) {
      // The relays hear of errors while they read. A socket of which both have ended may still fail: to be reset, for
      // one, while it is being shut down.
      socket.on('error', () => undefined);
      socket.once('close', () => {
        if (client.destroyed && server.destroyed) this.#joined.delete(joined);
      });
    }
    void this.#relay('to-server', client, server);
    void this.#relay('to-client', server, client);
  }

  async #relay(direction: Direction, from: Socket, to: Socket): Promise<void> {
    const line = { isDead: false };
    try {
      // The iterator of a stream would end the other direction of the socket with this one.
      for await (const bytes of from.iterator({ destroyOnReturn: false })) {
        if (!(await this.#arrives(direction, line))) this.#lostBytes += (bytes as Buffer).length;
        else if (!to.write(bytes as Buffer)) await once(to, 'drain');
      }
      if (await this.#arrives(direction, line)) to.end();
    } catch {
      if (await this.#arrives(direction, line)) to.resetAndDestroy();
    }
  }

  /** Whether what was sent, the end of the connection too, gets to the other side; resolves when it does. */
  async #arrives(direction: Direction, line: { isDead: boolean }): Promise<boolean> {
    if (this.delayMs > 0) await pause(this.delayMs);
    while (this.#line === 'hold') await once(this.#changes, 'line');
    line.isDead ||= this.#line === 'swallow' || this.#line === `swallow-${direction}`;
    return !line.isDead;
  }
}
