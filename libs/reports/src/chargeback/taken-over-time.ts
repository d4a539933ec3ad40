import type { LoggedChange, PastState } from '#state';
import { billionths } from '../amounts/index.js';
import {
  amountsOf,
  controllerIn,
  DistinctPods,
  groupedPod,
  type Controllers,
  type GroupedPod,
  type OwnerReference,
  type PodAmounts,
} from '../pods/index.js';

/** What was taken of a resource: billionths of its base unit, times milliseconds. */
export interface Taken {
  requested: bigint;
  limits: bigint;
}

/** What a group of pods took. */
export interface GroupTaken {
  readonly pods: DistinctPods;
  readonly resources: Map<string, Taken>;
}

/** What pods take of their nodes now, a group at a time, and what they have taken so far. */
interface Running extends GroupTaken {
  /** By resource, in billionths. */
  readonly rates: Map<string, Taken>;
  since: number;
}

/** A pod as it counts. Its JSON is not kept: most of it says nothing of what it takes. */
interface Known {
  readonly uid: string;
  readonly pod: GroupedPod;
  /** The group in which it is counted, while it is on a node that is there. */
  group: string | null;
  /** It may not be there. */
  node: string | null;
  readonly finished: boolean;
  readonly amounts: ReadonlyMap<string, Readonly<Taken>>;
}

interface TakenSettings {
  readonly groupOf: (pod: GroupedPod, controllers: Controllers) => string | null;
  readonly isSeen: (pod: { readonly namespace: string }) => boolean;
}

const PODS = 'pods';
const ONE = 1_000_000_000n;

/** What of the log says what pods take, and which controllers are above theirs. */
export const KINDS = ['Node', 'Pod', 'ReplicaSet', 'Job'];

type Manifest = Parameters<typeof amountsOf>[0];

/**
 * Integrates what pods take of existing nodes over time: a pod counts from its binding until it ends, is deleted or its
 * node is gone. All sums are exact.
 */
export class TakenOverTime {
  readonly #pods = new Map<string, Known>();
  readonly #onNodes = new Map<string, Set<Known>>();
  readonly #nodes = new Set<string>();
  readonly #controllers = new Map<string, OwnerReference | undefined>();
  #groups = new Map<string | null, Running>();
  #start = 0;

  constructor(private readonly settings: TakenSettings) {}

  /** Takes in what is there; times are milliseconds. */
  begin(state: PastState, start: number): void {
    for (const kind of KINDS)
      for (const { namespace, name, uid, text } of state.ofKind(kind))
        this.change(['', 'create', kind, namespace, name, uid, text], start);
    this.restart(start);
  }

  /** Counts anew, from what there is. */
  restart(start: number): void {
    this.#groups = new Map();
    this.#start = start;
    for (const known of this.#pods.values()) {
      known.group = this.#groupOf(known);
      if (this.#counts(known)) this.#count(known, 1n, start);
    }
  }

  /** Takes in the next change of the log, of one of `KINDS`. */
  change([, op, kind, namespace, name, uid, text]: LoggedChange, at: number): void {
    const isThere = op !== 'delete' && op !== 'evict';
    if (kind === 'Node') this.#node(name, isThere, at);
    else if (kind === 'Pod') this.#pod({ namespace, name, uid }, op === 'bind' ? 'bind' : 'set', { text, at });
    else if (!isThere) this.#controllers.delete(`${kind}/${namespace}/${name}`);
    else this.#controllers.set(`${kind}/${namespace}/${name}`, controllerIn(JSON.parse(text ?? '{}') as Manifest));
  }

  /** What was taken up to a time. */
  until(end: number): ReadonlyMap<string | null, GroupTaken> {
    for (const group of this.#groups.values()) advance(group, end);
    return this.#groups;
  }

  /** With its whole JSON, with a patch that binds it, or with none when it is gone. */
  #pod(
    { namespace, name, uid }: { readonly namespace: string; readonly name: string; readonly uid: string },
    how: 'bind' | 'set',
    { text, at }: { readonly text: string | null; readonly at: number },
  ): void {
    if (!this.settings.isSeen({ namespace })) return;
    const key = `${namespace}/${name}`;
    const before = this.#pods.get(key);
    if (before !== undefined) this.#go(before, at);
    if (text === null) this.#pods.delete(key);
    else {
      const manifest = JSON.parse(text) as Manifest;
      // A binding says where the pod is, and nothing of what it takes.
      const known = how === 'set' ? knownPod(uid, namespace, manifest) : before;
      if (known === undefined) return;
      known.node = placeOf(manifest) ?? known.node;
      this.#pods.set(key, known);
      this.#come(known, at);
    }
  }

  #come(known: Known, at: number): void {
    const { node } = known;
    if (node === null) return;
    known.group = this.#groupOf(known);
    const others = this.#onNodes.get(node) ?? new Set();
    this.#onNodes.set(node, others.add(known));
    if (this.#counts(known)) this.#count(known, 1n, at);
  }

  #go(known: Known, at: number): void {
    if (known.node === null) return;
    this.#onNodes.get(known.node)?.delete(known);
    if (this.#counts(known)) this.#count(known, -1n, at);
  }

  #node(name: string, isThere: boolean, at: number): void {
    if (this.#nodes.has(name) === isThere) return;
    const pods = [...(this.#onNodes.get(name) ?? [])].filter(({ finished }) => !finished);
    if (isThere) this.#nodes.add(name);
    else this.#nodes.delete(name);
    for (const known of pods) this.#count(known, isThere ? 1n : -1n, at);
  }

  #counts({ node, finished }: Known): boolean {
    return node !== null && !finished && this.#nodes.has(node);
  }

  #groupOf({ pod }: Known): string | null {
    return this.settings.groupOf(pod, (kind, namespace, name) => this.#controllers.get(`${kind}/${namespace}/${name}`));
  }

  #count({ uid, group: name, amounts }: Known, times: 1n | -1n, at: number): void {
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = { pods: new DistinctPods(), resources: new Map(), rates: new Map(), since: this.#start };
      this.#groups.set(name, group);
    }
    advance(group, at);
    if (times > 0n) group.pods.add(uid);
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

function knownPod(uid: string, namespace: string, manifest: Manifest): Known {
  const { phase } = (manifest.status ?? {}) as { readonly phase?: string };
  return {
    ...{ uid, pod: groupedPod(namespace, manifest), group: null, node: null },
    finished: phase === 'Succeeded' || phase === 'Failed',
    amounts: takenBy(amountsOf(manifest)),
  };
}

/** Null of a pod without a node. */
function placeOf({ spec }: Manifest): string | null {
  const { nodeName = '' } = (spec ?? {}) as { readonly nodeName?: string };
  return nodeName === '' ? null : nodeName;
}

/** Pods of one template share their amounts. */
const TAKEN = new WeakMap<PodAmounts, ReadonlyMap<string, Taken>>();

function takenBy(amounts: PodAmounts): ReadonlyMap<string, Taken> {
  const known = TAKEN.get(amounts);
  if (known !== undefined) return known;
  const found = new Map<string, Taken>([[PODS, { requested: ONE, limits: 0n }]]);
  const at = (resource: string): Taken => {
    const taken = found.get(resource) ?? { requested: 0n, limits: 0n };
    found.set(resource, taken);
    return taken;
  };
  for (const [resource, amount] of amounts.requests) at(resource).requested += billionths(amount);
  for (const [resource, amount] of amounts.limits) at(resource).limits += billionths(amount);
  TAKEN.set(amounts, found);
  return found;
}
