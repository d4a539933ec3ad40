import { ownField } from '#json';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Context as Connection, SubscribePayload } from 'graphql-ws';
import { useServer, type Extra } from 'graphql-ws/use/ws';
import { WebSocketServer, type WebSocket } from 'ws';
import { Unauthenticated, type Principal } from '#access';
import { callerOf, notePrincipal, principalOf, refuseKeyInUrl, type IncomingRequest } from '../../caller/index.js';
import { NO_CONTAINERS, OpenPlaces, requestIdOf, speaksKubernetes } from '../../http/index.js';
import { createFormatError } from '../errors/format-error.js';
import { ErrorCode, FaultReport, kubernetesStatus, RequestRefused } from '../../outcome/index.js';
import { GRAPHQL_PATH } from '../graphql-path.js';
import type { RequestContext } from '../request-context.js';
import { readSubscription } from './read-subscription.js';
import { SubscriptionSettings } from './subscription-settings.js';

/** A subscription is text that people write. */
const LARGEST_MESSAGE = 2 ** 16;
/** What all subscriptions of a connection together may leave in memory, in bytes. */
const MOST_BUFFERED = 8 * 2 ** 20;
/** Proxies end connections that say nothing for a minute; a reader that does not answer has disconnected. */
const PING_MS = 30_000;
/** How long a connection stays after it was notified of its end. */
const GOODBYE_MS = 3_000;
/** Close codes: that of WebSocket for a server that goes, and one of ours. */
const GOING_AWAY = 1001;
const TOO_SLOW = 4480;
/** The close code of graphql-transport-ws for a client that is refused. */
const UNAUTHORIZED = 4401;
/** One of ours: too many connections follow changes already. */
const NO_PLACE = 4481;
/** Connections that have not said yet whose they are, at most, and how long they may take. */
const MOST_STRANGERS = 200;
const STRANGER_MS = 3_000;

type Subscriber = Connection<Record<string, unknown> | undefined, Extra>;

/**
 * Subscriptions, in the protocol graphql-transport-ws: under the limits and with the errors of queries. Nothing
 * else is answered here, so that no mutation comes in beside the checks that HTTP has. Not by the subscriptions of
 * Nest's module: those let messages of 100 MiB in, do not check the origin of a page, and leave connections open
 * that ask for another path.
 */
@Injectable()
export class SubscriptionServer implements OnApplicationBootstrap {
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE });
  readonly #requestIds = new WeakMap<IncomingMessage, string>();
  readonly #strangers = new Set<Duplex>();

  constructor(
    private readonly schemaHost: GraphQLSchemaHost,
    private readonly adapterHost: HttpAdapterHost,
    private readonly faults: FaultReport,
    private readonly settings: SubscriptionSettings,
    private readonly places: OpenPlaces,
  ) {}

  onApplicationBootstrap(): void {
    const server = this.adapterHost.httpAdapter.getHttpServer() as Server;
    useServer<Record<string, unknown> | undefined, Record<never, never>>(
      {
        connectionInitWaitTimeout: STRANGER_MS,
        onConnect: (connection) => this.#connected(connection),
        onSubscribe: (connection, _id, payload) => this.#subscribed(connection, payload),
        onError: (connection, _id, _payload, errors) => errors.map((error) => this.#formatted(connection, error)),
        onNext: (connection, _id, _payload, _args, { data = null, errors }) => {
          const { socket } = connection.extra;
          if (socket.bufferedAmount > MOST_BUFFERED) this.#close(socket, TOO_SLOW, 'too slow: too much is unread');
          return errors === undefined
            ? undefined
            : { data, errors: errors.map((error) => this.#formatted(connection, error)) };
        },
      },
      this.#sockets,
      PING_MS,
    );
    this.#sockets.on('headers', (headers, request) => {
      headers.push(`X-Request-Id: ${this.#requestIdOf(request)}`);
    });
    server.on('upgrade', (request, socket, head) => {
      this.#upgrade(request, socket, head);
    });
  }

  /** Ends all connections: their readers go on elsewhere. */
  stop(): void {
    for (const socket of this.#sockets.clients) this.#close(socket, GOING_AWAY, 'the service is stopping');
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refused = this.#refusal(request);
    if (refused === undefined) {
      this.#strangers.add(socket);
      socket.once('close', () => this.#strangers.delete(socket));
      this.#sockets.handleUpgrade(request, socket, head, (accepted) => {
        this.#sockets.emit('connection', accepted, request);
        // What cannot be read closes the connection by itself, and belongs in the log like
        // all else, not on the console.
        accepted.removeAllListeners('error').on('error', (error) => {
          this.faults.logger.info({ err: error, requestId: this.#requestIdOf(request) }, 'a WebSocket cannot be read');
        });
      });
      return;
    }
    const body = bodyOf(request.url ?? '', refused);
    const lines = [
      `HTTP/1.1 ${refused}`,
      'Connection: close',
      `Content-Type: ${body.type}`,
      `Content-Length: ${Buffer.byteLength(body.text)}`,
      `X-Request-Id: ${this.#requestIdOf(request)}`,
    ];
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body.text}`);
  }

  /** Browsers let any page connect anywhere, and say from where it is. */
  #refusal({ url = '', headers: { origin, host } }: IncomingMessage): string | undefined {
    if (url.split('?', 1)[0] !== GRAPHQL_PATH) return '404 Not Found';
    const { origins } = this.settings;
    if (hasKeyIn(url)) return '400 Bad Request';
    const own = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
    if (!own && !origins.includes('*') && !origins.includes(origin)) return '403 Forbidden';
    return this.#strangers.size < MOST_STRANGERS ? undefined : '429 Too Many Requests\r\nRetry-After: 5';
  }

  /** A client without a header, such as a browser, sends it in the first message. */
  async #connected(subscriber: Subscriber): Promise<boolean> {
    const { request, socket } = subscriber.extra;
    const [authorization, team] = [saidBy(subscriber, 'authorization'), saidBy(subscriber, 'x-berth-team')];
    const { identity } = this.settings;
    const address = request.socket.remoteAddress ?? '';
    const { host } = request.headers;
    const end = (): void => {
      this.#close(socket, UNAUTHORIZED, 'Unauthorized');
    };
    try {
      const principal = await identity.authenticate({ authorization, address, host, team });
      notePrincipal(request, principal);
      this.#strangers.delete(request.socket);
      await this.#takePlace(request, socket, principal);
      identity.sessions.add({ authorization, principal, socket: request.socket, end });
      return true;
    } catch (error) {
      if (error instanceof NoPlace) this.#close(socket, NO_PLACE, error.message);
      else end();
      if (!isRefused(error)) this.faults.report(error, 'authentication failed');
      return false;
    }
  }

  /** A connection has its slot until it is closed, and is a request like others. @throws NoPlace */
  async #takePlace(request: IncomingMessage, socket: WebSocket, principal: Principal): Promise<void> {
    const incoming: IncomingRequest = { id: this.#requestIdOf(request), headers: request.headers };
    const caller = callerOf(incoming, principal);
    try {
      await this.settings.count(caller);
      const leave = this.places.take(caller);
      if (socket.readyState === socket.OPEN) socket.once('close', leave);
      else leave();
    } catch (error) {
      throw error instanceof RequestRefused ? new NoPlace(error.message) : error;
    }
  }

  async #subscribed(connection: Subscriber, payload: SubscribePayload): Promise<ReturnType<typeof readSubscription>> {
    const context = this.#contextOf(connection);
    // Those that come while this one is counted are behind it.
    const underWay = Object.keys(connection.subscriptions).length;
    try {
      await this.settings.count(context.caller);
    } catch (error) {
      if (error instanceof RequestRefused) return [new GraphQLError(error.message, { originalError: error })];
      throw error;
    }
    return readSubscription(payload, { schema: this.schemaHost.schema, underWay, context: () => context });
  }

  #contextOf({ extra: { request, socket } }: Subscriber): RequestContext {
    const incoming: IncomingRequest = { id: this.#requestIdOf(request), headers: request.headers };
    return {
      caller: callerOf(incoming, principalOf(request)),
      cut: (position) => {
        this.#close(socket, TOO_SLOW, `too slow: go on after ${position}`);
      },
    };
  }

  /** For the first reason that there is: each subscription of a connection may have one. */
  #close(socket: WebSocket, code: number, reason: string): void {
    if (socket.readyState !== socket.OPEN) return;
    socket.close(code, reason);
    const overdue = setTimeout(() => {
      socket.terminate();
    }, GOODBYE_MS).unref();
    socket.once('close', () => {
      clearTimeout(overdue);
    });
  }

  #formatted({ extra: { request } }: Subscriber, error: GraphQLError | GraphQLFormattedError): GraphQLFormattedError {
    const { faults } = this;
    const format = createFormatError({ faults, requestId: () => this.#requestIdOf(request) });
    if (!(error instanceof GraphQLError)) return format(error, error);
    // What ends a stream has no place in an answer; Apollo unwraps only what has.
    return format(error.toJSON(), error.originalError ?? error);
  }

  /** One a connection. */
  #requestIdOf(request: IncomingMessage): string {
    const id = this.#requestIds.get(request) ?? requestIdOf(request);
    this.#requestIds.set(request, id);
    return id;
  }
}

/** What a client says of itself, by the name of a header: in its first message, as browsers must, or in the header. */
function saidBy({ connectionParams, extra: { request } }: Subscriber, name: string): string | undefined {
  const entry = Object.entries(connectionParams ?? {}).find(([key]) => key.toLowerCase() === name);
  const said = entry?.[1] ?? ownField(request.headers, name);
  return typeof said === 'string' ? said : undefined;
}

/** Too many connections follow changes already. */
class NoPlace extends Error {}

function isRefused(error: unknown): boolean {
  return error instanceof Unauthenticated || error instanceof RequestRefused || error instanceof NoPlace;
}

function hasKeyIn(url: string): boolean {
  try {
    refuseKeyInUrl(url);
    return false;
  } catch {
    return true;
  }
}

/** kubectl exec, attach and port-forward ask for such a connection, and print the message of a Status. */
function bodyOf(url: string, refused: string): { readonly type: string; readonly text: string } {
  if (!speaksKubernetes(url.split('?', 1)[0] ?? ''))
    return {
      type: 'text/plain; charset=utf-8',
      text: `no connection is upgraded here: ${refused.split('\r\n', 1)[0]}\n`,
    };
  const status = kubernetesStatus({ code: ErrorCode.ROUTE_NOT_FOUND, detail: NO_CONTAINERS, errors: [] });
  return { type: 'application/json', text: `${JSON.stringify(status)}\n` };
}
