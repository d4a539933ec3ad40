import type { Notifications, Caller, Transactions } from '#database';
import { read } from '#requests';
import { clusterOfTopic } from '#writes';
import { readRevisions } from './heads.queries.js';

/** The database, as far as watches need it. */
export interface WatchedDatabase extends Transactions {
  readonly notifications: Pick<Notifications, 'listen'>;
}

/** How long a waiter waits for a head, at most. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly atMostMs: number;
}

interface Waiter {
  readonly seen: bigint;
  readonly wake: () => void;
}

/** What is known of the head of a cluster that is followed. */
interface FollowedHead {
  watchers: number;
  /** The last revision that was heard of. */
  revision: bigint;
  readonly waiters: Set<Waiter>;
}

/**
 * Knows when heads of clusters move: what processes tell each other is heard at once, and where that was lost the heads
 * are read, all at once, every `pollMs`. Nothing depends on a notification but how soon a waiter is woken.
 */
export class HeadWatch {
  readonly #heads = new Map<string, FollowedHead>();
  #stopListening: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #polling = false;
  #stopped = false;

  constructor(
    private readonly source: WatchedDatabase,
    private readonly caller: Caller,
    private readonly pollMs: number,
  ) {}

  /** Notes that a cluster is followed; answers what ends that. */
  follow(clusterId: string): () => void {
    const head = this.#heads.get(clusterId) ?? { watchers: 0, revision: 0n, waiters: new Set() };
    head.watchers++;
    this.#heads.set(clusterId, head);
    this.#stopListening ??= this.source.notifications.listen((topic, payload) => {
      this.#hear(clusterOfTopic(topic), payload);
    });
    this.#timer ??= setInterval(() => void this.#poll(), this.pollMs).unref();
    return () => {
      this.#unfollow(clusterId, head);
    };
  }

  /**
   * Resolves when the log of a cluster that is followed may have gone on after revision `seen`, or
   * the deadline passes.
   */
  async moved(clusterId: string, seen: bigint, { signal, atMostMs }: Deadline): Promise<void> {
    const head = this.#heads.get(clusterId);
    if (head === undefined || head.revision > seen || signal.aborted || this.#stopped) return;
    let waiter: Waiter | undefined;
    let timer: NodeJS.Timeout | undefined;
    let wake = (): void => undefined;
    try {
      await new Promise<void>((resolve) => {
        wake = resolve;
        waiter = { seen, wake };
        head.waiters.add(waiter);
        timer = setTimeout(wake, atMostMs).unref();
        signal.addEventListener('abort', wake, { once: true });
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      if (waiter !== undefined) head.waiters.delete(waiter);
    }
  }

  /** Wakes all waiters; from then on no call waits. */
  stop(): void {
    this.#stopped = true;
    for (const { waiters } of this.#heads.values()) for (const { wake } of waiters) wake();
  }

  #unfollow(clusterId: string, head: FollowedHead): void {
    head.watchers--;
    if (head.watchers > 0) return;
    this.#heads.delete(clusterId);
    if (this.#heads.size > 0) return;
    this.#stopListening?.();
    clearInterval(this.#timer);
    this.#stopListening = this.#timer = undefined;
  }

  #hear(clusterId: string | undefined, payload: string): void {
    const head = clusterId === undefined ? undefined : this.#heads.get(clusterId);
    if (head === undefined || !/^[0-9]{1,19}$/.test(payload)) return;
    const revision = BigInt(payload);
    // Notifications come twice, and late.
    if (revision > head.revision) moveTo(head, revision);
  }

  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    try {
      const revisions = await read(this.source, this.caller, (tx) => readRevisions(tx, [...this.#heads.keys()]));
      for (const [id, revision] of revisions) {
        const head = this.#heads.get(id);
        // Smaller, too: in a database that was restored.
        if (head !== undefined && head.revision !== revision) moveTo(head, revision);
      }
    } catch {
      // The database is away: reads report it, and the next look is soon.
    } finally {
      this.#polling = false;
    }
  }
}

function moveTo(head: FollowedHead, revision: bigint): void {
  head.revision = revision;
  for (const { seen, wake } of head.waiters) if (seen !== revision) wake();
}
