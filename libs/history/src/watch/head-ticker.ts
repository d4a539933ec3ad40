import { setTimeout } from 'node:timers/promises';
import type { Caller, Transactions } from '#database';
import { readMovedHead, type MovedHead } from './head-now.js';
import type { HeadWatch } from './head-watch.js';

/** How soon after a look at a head the next one is: what happens meanwhile is one event. */
export const TICK_MS = 500;

/** A listener that receives the head of a cluster. */
export interface HeadListener {
  readonly moved: (head: MovedHead) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Looks at the head of one cluster for all who follow it: at once, and then when it has moved, twice a second at most.
 * How many follow it makes no difference to the database.
 */
export class HeadTicker {
  readonly #listeners = new Set<HeadListener>();
  #latest: MovedHead | undefined;
  #ending: AbortController | undefined;

  constructor(
    private readonly clusterId: string,
    private readonly means: { readonly database: Transactions; readonly caller: Caller; readonly heads: HeadWatch },
  ) {}

  /** Tells where the cluster is, and whenever it has moved; answers what ends that. */
  join(listener: HeadListener): () => void {
    this.#listeners.add(listener);
    if (this.#latest !== undefined) listener.moved({ now: this.#latest.now, touched: [] });
    if (this.#ending === undefined) void this.#run((this.#ending = new AbortController()));
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#ending?.abort();
    };
  }

  /** The cluster has no followers. */
  get isIdle(): boolean {
    return this.#listeners.size === 0;
  }

  async #run(ending: AbortController): Promise<void> {
    const { clusterId } = this;
    const { database, caller, heads } = this.means;
    const unfollow = heads.follow(clusterId);
    const { signal } = ending;
    try {
      while (!signal.aborted) {
        const known = this.#latest?.now;
        const after = known === undefined ? undefined : BigInt(known.position);
        const moved = await readMovedHead(database, caller, { clusterId, after });
        this.#latest = moved;
        if (moved.now.revision !== known?.revision || moved.now.deleted) this.#tell(moved);
        if (moved.now.deleted) break;
        await setTimeout(TICK_MS, undefined, { signal });
        await heads.moved(clusterId, BigInt(moved.now.revision), { signal, atMostMs: LONGEST_MS });
      }
    } catch (error) {
      if (!signal.aborted) for (const { failed } of [...this.#listeners]) failed(error);
    } finally {
      unfollow();
      if (this.#ending === ending) this.#ending = this.#latest = undefined;
      // A listener joined after the last one had left.
      if (this.#listeners.size > 0 && signal.aborted) void this.#run((this.#ending = new AbortController()));
    }
  }

  #tell(moved: MovedHead): void {
    for (const listener of [...this.#listeners]) listener.moved(moved);
  }
}

/** After so long without a notification, the head is read all the same. */
const LONGEST_MS = 15_000;
