import type { Transaction } from '#database';
import { underMutex } from '#requests';
import { readReach, hashAt, streamChanges } from '../log/index.js';
import { PastState } from '../objects/index.js';
import { findSnapshot, readSnapshot } from '../snapshots/index.js';

/** The default limit of the memory that past states take in a process. */
const MEMORY_BYTES = 512 * 2 ** 20;

/**
 * A state, and the hash of the revision that led to it: a database that was restored has another
 * log at the same positions.
 */
interface Known {
  readonly clusterId: string;
  readonly hash: string;
  readonly state: PastState;
}

/**
 * The past states that this process has read last. A state is read from the last snapshot before it, or from a state
 * that is in memory, and the changes after that. States are shared: callers must not change one.
 */
export class PastClusters {
  /** By their last uses. */
  readonly #states = new Map<string, Known>();
  readonly #memoryBytes: number;

  constructor({ memoryBytes = MEMORY_BYTES }: { readonly memoryBytes?: number | undefined } = {}) {
    this.#memoryBytes = memoryBytes;
  }

  /** The state at a position that `resolveMoment` has answered. */
  at(tx: Transaction, clusterId: string, position: bigint): Promise<PastState> {
    const key = `${clusterId} ${position}`;
    return underMutex(this, key, async () => {
      const hash = await hashAt(tx, clusterId, position);
      const known = this.#states.get(key);
      const state = known?.hash === hash ? known.state : await this.#read(tx, clusterId, position);
      this.#states.delete(key);
      this.#states.set(key, { clusterId, hash, state });
      this.#makeRoom();
      return state;
    });
  }

  /** The same as a state of the caller's own, which they may change and which takes no room among those in memory. */
  own(tx: Transaction, clusterId: string, position: bigint): Promise<PastState> {
    return this.#read(tx, clusterId, position);
  }

  async #read(tx: Transaction, clusterId: string, position: bigint): Promise<PastState> {
    const state = await this.#before(tx, clusterId, position);
    for await (const changes of streamChanges(tx, clusterId, { after: state.position, upTo: position }))
      for (const change of changes) state.apply(change);
    return state;
  }

  /** The last state before a position that need not be folded from the log. */
  async #before(tx: Transaction, clusterId: string, position: bigint): Promise<PastState> {
    const { keptAfter } = await readReach(tx, clusterId);
    const snapshot = await findSnapshot(tx, clusterId, { from: keptAfter, upTo: position });
    const known = this.#lastBefore(clusterId, position);
    if (
      known !== undefined &&
      known.state.position >= (snapshot ?? keptAfter) &&
      known.hash === (await hashAt(tx, clusterId, known.state.position))
    )
      return known.state.copy();
    if (snapshot !== undefined) return readSnapshot(tx, clusterId, snapshot);
    if (keptAfter > 0n) throw new Error(`nothing is kept of cluster ${clusterId} at position ${position}`);
    return new PastState(0n);
  }

  #lastBefore(clusterId: string, position: bigint): Known | undefined {
    let last: Known | undefined;
    for (const known of this.#states.values()) {
      if (
        known.clusterId === clusterId &&
        known.state.position <= position &&
        known.state.position > (last?.state.position ?? -1n)
      )
        last = known;
    }
    return last;
  }

  /** The one that was just read stays, even when it alone exceeds the limit. */
  #makeRoom(): void {
    let bytes = [...this.#states.values()].reduce((sum, { state }) => sum + state.bytes, 0);
    for (const [key, { state }] of this.#states) {
      if (bytes <= this.#memoryBytes || this.#states.size === 1) return;
      this.#states.delete(key);
      bytes -= state.bytes;
    }
  }
}
