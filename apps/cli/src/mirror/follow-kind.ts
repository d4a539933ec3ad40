import { setTimeout as delay } from 'node:timers/promises';
import type { EventQueue } from './event-queue.js';
import type { MirroredKind } from './kinds.js';
import { KubeError, type KubeClient, type KubeObject } from './kube/kube-client.js';
import { redact, type Redaction } from './redact.js';

/** What following a kind needs. */
export interface FollowedKind {
  readonly client: KubeClient;
  readonly kind: MirroredKind;
  readonly queue: EventQueue;
  readonly redaction: Redaction;
  readonly signal: AbortSignal;
  /** Says what the user has to know. */
  readonly tell: (message: string) => void;
}

const PAGE = '500';
/** How long a watch goes on before it is begun again. */
const WATCH_SECONDS = [240, 480] as const;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
/** A longer object is not sent: Berth takes none, and an API server stores none. */
const LONGEST_OBJECT = 4 * 2 ** 20 - 1_024;

/** The API server no longer has what a watch would begin with. */
class Expired extends Error {}

/** Lists a kind whole, between two marks: what is not named between them is gone. Answers where a watch goes on. */
export async function listKind(followed: FollowedKind): Promise<string> {
  const { kind, queue, signal } = followed;
  for (;;) {
    await queue.push(eventOf('LIST_BEGIN', { apiVersion: kind.apiVersion, kind: kind.kind }));
    try {
      const version = await listPages(followed);
      await queue.push(eventOf('LIST_END', { apiVersion: kind.apiVersion, kind: kind.kind }));
      return version;
    } catch (error) {
      // The pages of a list that took too long: it begins again.
      if (!isExpired(error)) throw error;
      signal.throwIfAborted();
    }
  }
}

async function listPages(followed: FollowedKind): Promise<string> {
  const { client, kind, signal } = followed;
  let from: string | undefined;
  for (;;) {
    const selector = kind.fieldSelector === undefined ? {} : { fieldSelector: kind.fieldSelector };
    const query = { limit: PAGE, ...selector, ...(from !== undefined && { continue: from }) };
    const { items, metadata = {} } = await client.get(kind.path, query, signal);
    for (const item of items ?? []) await send(followed, 'ADDED', item);
    from = metadata.continue;
    if (from === undefined || from === '') return metadata.resourceVersion ?? '';
  }
}

/** Watches a kind from where its list ended, for ever; after a gap it is listed again and compared. */
export async function watchKind(followed: FollowedKind, version: string): Promise<void> {
  const { kind, signal, tell } = followed;
  let from = version;
  let retryMs = FIRST_RETRY_MS;
  while (!signal.aborted) {
    const began = performance.now();
    const came = (seen: string): void => {
      from = seen;
      retryMs = FIRST_RETRY_MS;
    };
    try {
      await watchOnce(followed, from, came);
      // One that ends at once is as good as one that fails.
      if (performance.now() - began > FIRST_RETRY_MS) continue;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Expired || isExpired(error)) {
        tell(`${kind.plural}: the API server no longer has all changes: comparing with its list`);
        from = await retried(followed, () => listKind(followed));
        continue;
      }
      if (error instanceof KubeError && (error.status === 403 || error.status === 404)) throw error;
      tell(`${kind.plural}: ${(error as Error).message}; trying again`);
    }
    await delay(retryMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
    retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
  }
}

async function watchOnce(followed: FollowedKind, from: string, came: (version: string) => void): Promise<void> {
  const { client, kind, signal } = followed;
  const [least, most] = WATCH_SECONDS;
  const query = {
    resourceVersion: from,
    allowWatchBookmarks: 'true',
    timeoutSeconds: String(Math.floor(least + Math.random() * (most - least))),
    ...(kind.fieldSelector !== undefined && { fieldSelector: kind.fieldSelector }),
  };
  for await (const { type, object } of client.watch(kind.path, query, signal)) {
    if (type === 'ERROR') {
      const { code, message } = object as { readonly code?: number; readonly message?: string };
      if (code === 410) throw new Expired(message);
      throw new KubeError(code ?? 500, message ?? 'the watch failed');
    }
    if (type !== 'BOOKMARK') await send(followed, type, object);
    const { resourceVersion } = object.metadata ?? {};
    if (resourceVersion !== undefined) came(resourceVersion);
  }
}

/** Does it until it succeeds; what is refused for good is thrown. */
export async function retried<T>(
  { kind, signal, tell }: Pick<FollowedKind, 'kind' | 'signal' | 'tell'>,
  work: () => Promise<T>,
): Promise<T> {
  for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS)) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof KubeError && error.status < 500 && error.status !== 429) throw error;
      tell(`${kind.plural}: ${(error as Error).message}; trying again`);
      await delay(retryMs * (0.5 + Math.random() / 2), undefined, { signal });
    }
  }
}

/** Items of a list do not say what they are. */
async function send({ kind, queue, redaction, tell }: FollowedKind, type: string, item: KubeObject): Promise<void> {
  const { apiVersion, kind: name } = kind;
  const { name: named = '', namespace } = item.metadata ?? {};
  const event = eventOf(type, redact({ ...item, apiVersion, kind: name }, redaction));
  if (event.line.length <= LONGEST_OBJECT) return queue.push(event);
  tell(`${kind.plural}: ${namespace === undefined ? named : `${namespace}/${named}`} is too large, and is not sent`);
  return queue.push(
    eventOf('SEEN', { apiVersion, kind: name, metadata: { ...(namespace && { namespace }), name: named } }),
  );
}

function eventOf(type: string, object: KubeObject): { readonly line: string; readonly seenMs: number } {
  const seenMs = Date.now();
  return { line: JSON.stringify({ type, object, at: new Date(seenMs).toISOString() }), seenMs };
}

function isExpired(error: unknown): boolean {
  return error instanceof KubeError && error.status === 410;
}
