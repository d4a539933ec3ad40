import type { Transaction } from '#database';
import type { Manifest } from '#rows';
import { DEFAULT_SCHEDULER_NAME, LIST_OF_KIND, type Pod } from '#scheduler';
import { changesBetween, type NearbyChange } from './observation.queries.js';

/** Kinds that scheduling reads. */
const READ_KINDS: readonly string[] = ['Node', 'Pod', ...LIST_OF_KIND.keys()];

/** So many changes before a decision, and after it, are near it. */
const REACH = 2_000n;
/** So many more are read where there are some: the next decision asks for them. */
const AHEAD = 500n;

/** A change that is near a decision, read once. */
export class SeenChange {
  #pod: SeenPod | undefined;

  constructor(private readonly change: NearbyChange) {}

  get position(): bigint {
    return this.change.position;
  }
  get op(): string {
    return this.change.op;
  }
  get kind(): string {
    return this.change.kind;
  }
  /** When the source was seen to say it; null where no mirror made it. */
  get at(): Date | null {
    return this.change.at;
  }

  /** A pod that is there, as it is stored after the change. */
  get text(): string | null {
    return this.change.text;
  }

  /** The pod as it is after the change; undefined where that leaves none. */
  get pod(): SeenPod | undefined {
    const { text } = this.change;
    return text === null ? undefined : (this.#pod ??= JSON.parse(text) as SeenPod);
  }
}

/** What a pod says in the log. */
export type SeenPod = Pod & Manifest;

/** Which changes are wanted, and up to where they may be read. */
interface Stretch {
  readonly after: bigint;
  readonly upTo: bigint;
  readonly readTo: bigint;
}

/** The changes of a log near one decision after the other: those of each stretch are read once. */
export class NearbyChanges {
  /** In the order of the log. */
  #changes: SeenChange[] = [];
  /** All changes after the one position up to the other are there. */
  #after = 0n;
  #upTo = 0n;

  constructor(private readonly clusterId: string) {}

  /** Those before a position, the last one first. */
  async before(tx: Transaction, position: bigint): Promise<SeenChange[]> {
    const upTo = position - 1n;
    await this.#reach(tx, { after: position - REACH - 1n, upTo, readTo: upTo });
    return this.#between(position - REACH - 1n, position).reverse();
  }

  /** Those after a position, up to some after a decision; `head` is the last position of the log. */
  async after(
    tx: Transaction,
    { position, decided, head }: { readonly position: bigint; readonly decided: bigint; readonly head: bigint },
  ): Promise<readonly SeenChange[]> {
    const end = decided + REACH;
    const last = head < end ? head : end - 1n;
    await this.#reach(tx, { after: position, upTo: last, readTo: head < last + AHEAD ? head : last + AHEAD });
    return this.#between(position, end);
  }

  async #reach(tx: Transaction, { after, upTo, readTo }: Stretch): Promise<void> {
    if (after < this.#after || after > this.#upTo) {
      this.#changes = [];
      this.#after = this.#upTo = after;
    }
    if (upTo <= this.#upTo) return;
    const some = { after: this.#upTo, before: readTo + 1n, kinds: READ_KINDS };
    const read = await changesBetween(tx, this.clusterId, some);
    // What is long before is not asked for again.
    const oldest = after - REACH;
    this.#changes = this.#changes.filter(({ position }) => position > oldest);
    for (const change of read) this.#changes.push(new SeenChange(change));
    if (this.#after < oldest) this.#after = oldest;
    this.#upTo = readTo;
  }

  #between(after: bigint, before: bigint): SeenChange[] {
    return this.#changes.slice(this.#firstAfter(after), this.#firstAfter(before - 1n));
  }

  #firstAfter(position: bigint): number {
    let [low, high] = [0, this.#changes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#changes[middle]?.position ?? 0n) > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** By which scheduler a pod is placed. */
export function schedulerOf({ spec }: Pod): string {
  return spec?.schedulerName ?? DEFAULT_SCHEDULER_NAME;
}

/** The node that a pod has in view; empty where it has none. */
export function nominatedNodeOf({ status }: { readonly status?: unknown }): string {
  const { nominatedNodeName } = (status ?? {}) as { readonly nominatedNodeName?: string };
  return nominatedNodeName ?? '';
}

/** Whether the pod takes no room any more. */
export function hasEnded({ status }: Pod): boolean {
  const { phase } = (status ?? {}) as { readonly phase?: string };
  return phase === 'Succeeded' || phase === 'Failed';
}
