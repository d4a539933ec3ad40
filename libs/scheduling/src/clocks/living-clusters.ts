import type { Transaction } from '#database';
import type { ClusterClock } from './clock.store.js';
import { caughtUp, recalled, type LivingState } from './living-state.js';

/** Clusters that are kept in memory, at most, and the objects of all of them. */
const MOST_CLUSTERS = 64;
const MOST_OBJECTS = 200_000;

interface Kept {
  readonly state: LivingState;
  /** Of the clock, when it was written with this state. */
  readonly version: bigint;
}

/**
 * The clusters of this process that lived last, so that the next moment of one need not begin with its log. A state is
 * taken out to be changed, and put back once that is committed: what comes to nothing is forgotten.
 */
export class LivingClusters {
  readonly #kept = new Map<string, Kept>();

  /** A cluster at the end of its log, `head`, whose time is `present`. */
  async take(
    tx: Transaction,
    clock: ClusterClock,
    { head, present }: { readonly head: bigint; readonly present: Date },
  ): Promise<LivingState> {
    const { clusterId, position: after } = clock;
    const kept = this.#kept.get(clusterId);
    this.#kept.delete(clusterId);
    const state = kept?.version === clock.version ? kept.state : await recalled(tx, clock);
    await caughtUp(tx, state, { clusterId, after, upTo: head, present });
    return state;
  }

  /** Keeps a state that was committed with this version of the clock. */
  put(clusterId: string, kept: Kept): void {
    this.#kept.delete(clusterId);
    this.#kept.set(clusterId, kept);
    let objects = 0;
    // The ones put last come first.
    const [...latest] = [...this.#kept].reverse();
    for (const [index, [id, { state }]] of latest.entries()) {
      objects += state.createdPositions.size;
      if (index > 0 && (index >= MOST_CLUSTERS || objects > MOST_OBJECTS)) this.#kept.delete(id);
    }
  }
}
