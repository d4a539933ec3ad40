import { UsageError } from '../exit.js';
import type { EventQueue } from './event-queue.js';
import type { MirroredKind } from './kinds.js';
import { KubeError, type KubeClient, type KubeObject } from './kube/kube-client.js';
import { redact, type Redaction } from './redact.js';
import { Retries } from './retries.js';

/** What following a kind needs. */
export interface FollowedKind {
  readonly client: KubeClient;
  readonly kind: MirroredKind;
  readonly queue: EventQueue;
  readonly redaction: Redaction;
  readonly signal: AbortSignal;
  /** Says what the user has to know. */
  readonly tell: (message: string) => void;
  /** Resolves after a time, or when the signal is aborted. */
  readonly pause: (ms: number) => Promise<void>;
  /** After so many failures in a row a request is given up; absent: it is tried again for ever. */
  readonly mostFailures?: number | undefined;
}

const PAGE = '500';
/** Lists that are read page by page before one is read whole. */
const PAGED_LISTS = 2;
/** How long a watch goes on before it is begun again. */
const WATCH_SECONDS = [240, 480] as const;
/** A watch that ends sooner is as good as one that fails. */
const SHORTEST_WATCH_MS = 500;
/** One that fails later than this had been well. */
const LONG_WATCH_MS = 30_000;
/** So many errors in a row that an API server answers: it may have lost what the watch goes on from. */
const MOST_ANSWERED = 3;
/** A longer object is not sent: Berth takes none, and an API server stores none. */
const LONGEST_OBJECT = 4 * 2 ** 20 - 1_024;

/**
 * Lists a kind whole, between two marks: what is not named between them is gone. Answers where a watch goes on. The
 * first list of a kind is what may be refused; later an API server that refuses is one that starts, or that is being
 * configured. @throws KubeError where the first list is refused
 */
export async function listKind(followed: FollowedKind, which: 'first' | 'again' = 'first'): Promise<string> {
  const { signal } = followed;
  for (let lists = 0; ; lists += 1) {
    try {
      return await listPages(followed, { which, isPaged: lists < PAGED_LISTS });
    } catch (error) {
      // The pages of a list that took too long: it begins again.
      if (!isExpired(error)) throw error;
      signal.throwIfAborted();
    }
  }
}

interface ListOptions {
  readonly which: 'first' | 'again';
  readonly isPaged: boolean;
}

async function listPages(followed: FollowedKind, { which, isPaged }: ListOptions): Promise<string> {
  const { client, kind, queue, signal } = followed;
  const retries = new Retries(followed);
  let from: string | undefined;
  for (;;) {
    const selector = kind.fieldSelector === undefined ? {} : { fieldSelector: kind.fieldSelector };
    const page = { ...(isPaged && { limit: PAGE }), ...(from !== undefined && { continue: from }) };
    const isFinal = (error: unknown): boolean =>
      from !== undefined && isExpired(error) ? true : which === 'first' && isRefusal(error);
    const { items, metadata = {} } = await retries.until(
      () => client.get(kind.path, { ...selector, ...page }, signal),
      isFinal,
    );
    if (from === undefined) await queue.push(markOf('LIST_BEGIN', kind));
    for (const item of items ?? []) await send(followed, 'ADDED', item);
    from = metadata.continue;
    if (from !== undefined && from !== '') continue;
    await queue.push(markOf('LIST_END', kind));
    return metadata.resourceVersion ?? '';
  }
}

/** Watches a kind from where its list ended, for ever; after a gap it is listed again and compared. */
export async function watchKind(followed: FollowedKind, version: string): Promise<void> {
  const { kind, signal, tell } = followed;
  const retries = new Retries(followed);
  let from = version;
  let answered = 0;
  const came = (seen: string): void => {
    from = seen;
    answered = 0;
    retries.succeeded();
  };
  const compare = async (why: string): Promise<void> => {
    tell(`${kind.plural}: ${why}: comparing with its list`);
    from = await listKind(followed, 'again');
    answered = 0;
  };
  while (!signal.aborted) {
    const began = performance.now();
    try {
      await watchOnce(followed, from, came);
      if (performance.now() - began < SHORTEST_WATCH_MS) await retries.pause();
      else retries.succeeded();
    } catch (error) {
      if (signal.aborted) return;
      if (isExpired(error)) {
        await compare('the API server no longer has all changes');
        continue;
      }
      if (performance.now() - began > LONG_WATCH_MS) retries.succeeded();
      await retries.failed(error);
      if (isAnswer(error)) answered += 1;
      if (answered >= MOST_ANSWERED) await compare('the API server does not go on from the last change');
    }
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
      throw new KubeError(code ?? 500, message ?? 'the watch failed');
    }
    const { resourceVersion } = object.metadata ?? {};
    if (type !== 'BOOKMARK') await send(followed, type, object, resourceVersion);
    if (resourceVersion !== undefined) came(resourceVersion);
  }
}

/** Items of a list do not say what they are. Those of a watch have the version that they are ordered by. */
async function send(followed: FollowedKind, type: string, item: KubeObject, version?: string): Promise<void> {
  const { kind, queue, redaction, tell } = followed;
  const { apiVersion, kind: name } = kind;
  const { name: named = '', namespace } = item.metadata ?? {};
  const ordered = version === undefined ? {} : { order: { kind: name, version } };
  const event = eventOf(type, redact({ ...item, apiVersion, kind: name }, redaction));
  if (event.line.length <= LONGEST_OBJECT) return queue.push({ ...event, ...ordered });
  tell(`${kind.plural}: ${namespace === undefined ? named : `${namespace}/${named}`} is too large, and is not sent`);
  const seen = eventOf('SEEN', { apiVersion, kind: name, metadata: { ...(namespace && { namespace }), name: named } });
  return queue.push({ ...seen, ...ordered });
}

function markOf(type: 'LIST_BEGIN' | 'LIST_END', { apiVersion, kind }: MirroredKind): ReturnType<typeof eventOf> {
  return eventOf(type, { apiVersion, kind });
}

function eventOf(type: string, object: KubeObject): { readonly line: string; readonly seenMs: number } {
  const seenMs = Date.now();
  return { line: JSON.stringify({ type, object, at: new Date(seenMs).toISOString() }), seenMs };
}

function isExpired(error: unknown): boolean {
  return error instanceof KubeError && error.status === 410;
}

/** Whether the same request would be refused again, or cannot be made. */
function isRefusal(error: unknown): boolean {
  if (error instanceof UsageError) return true;
  return error instanceof KubeError && error.status < 500 && error.status !== 429 && error.status !== 410;
}

/** Whether an API server answers what it cannot go on with: rights, kinds and load are no matter of versions. */
function isAnswer(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  return error instanceof KubeError && ![401, 403, 404, 429].includes(error.status);
}
