import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Document, GraphqlCase } from './graphql-cases.js';
import type { Request } from './rest-cases.js';

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** Whether it says to be the one that was given before. */
  readonly replayed?: boolean;
}

/** Somebody who asks with a key, over every face. */
export class Asker {
  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  async ask({ method, path, type, body, headers }: Request): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, {
      method: method.toUpperCase(),
      headers: { authorization: `Bearer ${this.key}`, ...(type !== undefined && { 'content-type': type }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const replayed = response.headers.has('idempotent-replayed');
    return { status: response.status, text: await firstOf(response), ...(replayed && { replayed }) };
  }

  askGraphql(root: GraphqlCase['root'], document: Document): Promise<Answer> {
    if (root === 'subscription') return this.#subscribed(document);
    return this.ask({ method: 'post', path: '/graphql', type: 'application/json', body: document });
  }

  /** The first event, or why there is none; a subscription that only waits says so. */
  async #subscribed(document: Document): Promise<Answer> {
    const client = createClient({
      url: `${this.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
      connectionParams: { authorization: `Bearer ${this.key}` },
    });
    const waited = setTimeout(() => void client.dispose(), 2_000);
    try {
      for await (const event of client.iterate({ ...document, variables: { ...document.variables } }))
        return { status: 200, text: JSON.stringify(event) };
      return { status: 200, text: 'nothing' };
    } catch (error) {
      return { status: 400, text: JSON.stringify(error) };
    } finally {
      clearTimeout(waited);
      await client.dispose();
    }
  }
}

/** The text of an answer; of one that goes on for as long as somebody listens, what comes first. */
async function firstOf(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response.text();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}

/** In their order, some at a time. */
export async function inTurns<T, R>(all: readonly T[], atOnce: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let from = 0; from < all.length; from += atOnce)
    done.push(...(await Promise.all(all.slice(from, from + atOnce).map(work))));
  return done;
}
