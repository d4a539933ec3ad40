import { requestsOf } from '#history';
import { podLimits } from '#kubernetes';
import type { PastObject, PastState } from '#state';
import { billionths } from '../amounts/index.js';

/** What was taken of a resource: billionths of its base unit, times milliseconds. */
export interface Taken {
  requested: bigint;
  limits: bigint;
}

/** What a group of pods took. */
export interface GroupTaken {
  readonly pods: Set<string>;
  readonly resources: Map<string, Taken>;
}

/** What pods take of their nodes now, a group at a time, and what they have taken so far. */
interface Running extends GroupTaken {
  /** By resource, in billionths. */
  readonly rates: Map<string, Taken>;
  since: number;
}

/** A pod as it counts: what it takes of its node, which may not be there. */
interface Counted {
  readonly uid: string;
  readonly node: string;
  readonly group: string | null;
  readonly amounts: ReadonlyMap<string, Readonly<Taken>>;
}

type GroupOf = (pod: PastObject) => string | null;

const PODS = 'pods';
const ONE = 1_000_000_000n;

/**
 * Integrates what pods take of existing nodes over time: a pod counts from its binding until it ends, is deleted or its
 * node is gone. All sums are exact.
 */
export class TakenOverTime {
  readonly #groups = new Map<string | null, Running>();
  readonly #pods = new Map<string, Counted>();
  readonly #onNodes = new Map<string, Set<string>>();
  readonly #nodes = new Set<string>();

  constructor(
    state: PastState,
    private readonly groupOf: GroupOf,
    private readonly settings: { readonly start: number; readonly isSeen: (pod: PastObject) => boolean },
  ) {
    for (const node of state.ofKind('Node')) this.#nodes.add(node.name);
    for (const pod of state.ofKind('Pod')) this.#come(pod, settings.start);
  }

  /** Another version of an object at a time in milliseconds; undefined where it is not there. */
  change(before: PastObject | undefined, after: PastObject | undefined, at: number): void {
    const object = after ?? before;
    if (object?.kind === 'Node') this.#node(object.name, after !== undefined, at);
    if (object?.kind !== 'Pod') return;
    if (before !== undefined) this.#go(before, at);
    if (after !== undefined) this.#come(after, at);
  }

  /** What was taken up to a time. */
  until(end: number): ReadonlyMap<string | null, GroupTaken> {
    for (const group of this.#groups.values()) advance(group, end);
    return this.#groups;
  }

  #come(pod: PastObject, at: number): void {
    const { node, finished } = pod.placement;
    if (node === null || finished || !this.settings.isSeen(pod)) return;
    const counted = { uid: pod.uid, node, group: this.groupOf(pod), amounts: amountsOf(pod) };
    const key = `${pod.namespace}/${pod.name}`;
    this.#pods.set(key, counted);
    const others = this.#onNodes.get(node) ?? new Set();
    this.#onNodes.set(node, others.add(key));
    if (this.#nodes.has(node)) this.#count(counted, 1n, at);
  }

  #go(pod: PastObject, at: number): void {
    const key = `${pod.namespace}/${pod.name}`;
    const counted = this.#pods.get(key);
    if (counted === undefined) return;
    this.#pods.delete(key);
    this.#onNodes.get(counted.node)?.delete(key);
    if (this.#nodes.has(counted.node)) this.#count(counted, -1n, at);
  }

  #node(name: string, isThere: boolean, at: number): void {
    if (this.#nodes.has(name) === isThere) return;
    if (isThere) this.#nodes.add(name);
    else this.#nodes.delete(name);
    for (const key of this.#onNodes.get(name) ?? []) {
      const counted = this.#pods.get(key);
      if (counted !== undefined) this.#count(counted, isThere ? 1n : -1n, at);
    }
  }

  #count({ uid, group: name, amounts }: Counted, times: 1n | -1n, at: number): void {
    let group = this.#groups.get(name);
    if (group === undefined)
      this.#groups.set(
        name,
        (group = { pods: new Set(), resources: new Map(), rates: new Map(), since: this.settings.start }),
      );
    advance(group, at);
    group.pods.add(uid);
    for (const [resource, { requested, limits }] of amounts) {
      const rate = group.rates.get(resource) ?? { requested: 0n, limits: 0n };
      group.rates.set(resource, rate);
      rate.requested += times * requested;
      rate.limits += times * limits;
    }
  }
}

function advance(group: Running, at: number): void {
  const passed = BigInt(Math.max(0, at - group.since));
  group.since = Math.max(group.since, at);
  if (passed === 0n) return;
  for (const [resource, { requested, limits }] of group.rates) {
    const taken = group.resources.get(resource) ?? { requested: 0n, limits: 0n };
    group.resources.set(resource, taken);
    taken.requested += requested * passed;
    taken.limits += limits * passed;
  }
}

function amountsOf(pod: PastObject): ReadonlyMap<string, Taken> {
  const { object } = pod.stored();
  const found = new Map<string, Taken>([[PODS, { requested: ONE, limits: 0n }]]);
  const at = (resource: string): Taken => {
    const taken = found.get(resource) ?? { requested: 0n, limits: 0n };
    found.set(resource, taken);
    return taken;
  };
  for (const [resource, amount] of requestsOf(object)) at(resource).requested += billionths(amount);
  for (const [resource, amount] of podLimits(object as never)) at(resource).limits += billionths(amount);
  return found;
}
