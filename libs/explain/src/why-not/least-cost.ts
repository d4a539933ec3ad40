import { ownField } from '#json';
import { tolerates } from '#kubernetes';
import type { IncomingPod, ReadableSnapshot } from '#scheduler';
import { CORDON } from '../pair/index.js';
import { frees } from '../eviction/index.js';
import type { Costs } from './costs.js';

/** What the bounds of all nodes have in common. */
export interface BoundScope {
  readonly snapshot: ReadableSnapshot;
  readonly incoming: IncomingPod;
  readonly costs: Costs;
}

/** A node that turns the pod down. */
export interface Rejected {
  readonly row: number;
  /** The filters that fail there; the empty name belongs to no filter. */
  readonly plugins: ReadonlySet<string>;
  /** The resources of which there is too little, `pods` among them. */
  readonly resources: readonly string[];
}

/** What else is done to the node, beside what a filter needs for itself. */
interface Also {
  readonly evicts: boolean;
  readonly labels: boolean;
}

/** What undoing a filter's rejection costs at least, if this is done anyway. */
type LeastOf = (costs: Costs, also: Also) => number;

/**
 * Filters that only these changes can undo: what one costs adds to what the others do. Evictions and labels may serve
 * several of them.
 */
const SEPARATE: Readonly<Record<string, LeastOf>> = {
  NodeName: ({ removePodRequirement }) => removePodRequirement,
  NodePorts: ({ removePodRequirement }, { evicts }) => (evicts ? 0 : removePodRequirement),
  NodeAffinity: ({ removePodRequirement }, { labels }) => (labels ? 0 : removePodRequirement),
  InterPodAffinity: ({ removePodRequirement }, { evicts, labels }) => (evicts || labels ? 0 : removePodRequirement),
};

const RESOURCES = 'NodeResourcesFit';
const TAINTS = 'TaintToleration';
const CORDONED = 'NodeUnschedulable';
const SPREAD = 'PodTopologySpread';
const PODS = 'pods';

/**
 * No more than the cheapest changes cost that make the node fit. What a filter minds that is not known here, or whose
 * counts depend on what is done for others, counts by itself only.
 */
export function leastCost(asked: BoundScope, rejected: Rejected): number {
  const costs = inHundredths(asked.costs);
  const scope = { ...asked, costs };
  const { plugins } = rejected;
  const alone = Math.max(0, ...[...plugins].filter((name) => !isSeparate(name)).map((name) => leastAlone(name, costs)));
  const fixed = taintsAndCordon(scope, rejected);
  const lacks = plugins.has(RESOURCES) ? rejected.resources.map((name) => lackOf(scope, rejected.row, name)) : [];
  const most = Math.max(1, ...lacks.map(({ held }) => held.length));
  let least = Infinity;
  for (let evictions = 0; evictions <= most; evictions++) {
    const own = evictionsCost(costs, evictions) + sum(lacks.map((lack) => addedCost(lack, costs, evictions)));
    for (const labels of [false, true]) {
      const also = { evicts: evictions > 0, labels };
      const others = [...plugins].map((name) => ownField(SEPARATE, name)?.(costs, also) ?? 0);
      least = Math.min(least, own + (labels ? costs.setNodeLabel : 0) + sum(others));
    }
  }
  return Math.round(Math.max(alone, fixed + least) * 100) / 100;
}

/** The cost of a change is rounded to hundredths: it is no less than this. */
function inHundredths(costs: Costs): Costs {
  return Object.fromEntries(Object.entries(costs).map(([kind, cost]) => [kind, hundredths(cost)])) as unknown as Costs;
}

function hundredths(cost: number): number {
  return Math.floor(cost * 100 + 1e-6) / 100;
}

function isSeparate(plugin: string): boolean {
  return Object.hasOwn(SEPARATE, plugin) || plugin === RESOURCES || plugin === TAINTS || plugin === CORDONED;
}

/** By the cheapest of the changes that can undo it. */
function leastAlone(plugin: string, { breakBudget: _breakBudget, ...kinds }: Costs): number {
  const { addResource: _addResource, uncordon: _uncordon, freeResource, freePort, ...others } = kinds;
  return plugin === SPREAD
    ? Math.min(freeResource, freePort, ...Object.values(others))
    : Math.min(...Object.values(kinds));
}

/** Each taint needs a change of its own, and so does a cordon, whose taint goes with it. */
function taintsAndCordon({ snapshot, incoming, costs }: BoundScope, { row, plugins }: Rejected): number {
  const { addToleration, removeTaint, uncordon } = costs;
  const tolerations = incoming.pod.spec?.tolerations ?? [];
  const isCordoned = plugins.has(CORDONED);
  const untolerated = (snapshot.taints[row] ?? []).filter(
    (taint) =>
      (taint.effect === 'NoSchedule' || taint.effect === 'NoExecute') &&
      !(isCordoned && taint.key === CORDON.key && taint.effect === CORDON.effect) &&
      !tolerations.some((toleration) => tolerates(toleration, taint)),
  );
  const taints = plugins.has(TAINTS) ? untolerated.length * Math.min(addToleration, removeTaint) : 0;
  return taints + (isCordoned ? Math.min(uncordon, addToleration) : 0);
}

/** What lacks of a resource, and what the pods there hold of it, those first that hold most. */
interface Lack {
  readonly requested: number;
  readonly lacking: number;
  readonly held: readonly number[];
}

function lackOf({ snapshot, incoming }: BoundScope, row: number, resource: string): Lack {
  const pods = snapshot.pods(row);
  if (resource === PODS)
    return {
      requested: 1,
      lacking: 1 + pods.length - (snapshot.allowedPods[row] ?? 0),
      held: pods.filter(frees).map(() => 1),
    };
  const requested = incoming.requests.find(({ name }) => name === resource)?.amount ?? 0;
  const column = snapshot.resource(resource);
  const free = (column?.allocatable.values[row] ?? 0) - (column?.requested.values[row] ?? 0);
  const held = pods
    .filter(frees)
    .map(({ load }) => load.amounts.find(({ name }) => name === resource)?.amount ?? 0)
    .filter((amount) => amount > 0)
    .sort((a, b) => b - a);
  return { requested, lacking: requested - free, held };
}

/** More of it, where so many pods that go cannot be enough. */
function addedCost({ requested, lacking, held }: Lack, { addResource }: Costs, evictions: number): number {
  const left = lacking - sum(held.slice(0, evictions));
  return left <= 0 || requested <= 0 ? 0 : hundredths(addResource * (1 + left / requested));
}

function evictionsCost({ freeResource, freePort, evictPods }: Costs, evictions: number): number {
  return evictions * Math.min(freeResource, freePort, evictPods);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
