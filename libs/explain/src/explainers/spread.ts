import { compileLabelSelector, labelValue, type LabelMatcher } from '#kubernetes';
import type { PlacedPod, Pod, TopologySpreadConstraint } from '#scheduler';
import { choosePods, namedPod } from '../eviction/index.js';
import type { Change, Pair } from '../pair/index.js';
import type { Cause } from './explainer.js';
import { inDomain } from './pod-affinity.js';
import { relabeled } from './relabeling.js';

const PLUGIN = 'PodTopologySpread';

/** PodTopologySpread: one cause a constraint, or one for those that the profile adds to pods without any. */
export function explainSpread(pair: Pair): readonly Cause[] {
  const written = pair.pod.spec?.topologySpreadConstraints ?? [];
  const hard = written.flatMap((constraint, index) =>
    constraint.whenUnsatisfiable === 'DoNotSchedule' ? [{ constraint, index }] : [],
  );
  if (written.length === 0) return defaultsOf(pair).map((constraint) => causeOf(pair, { constraint, index: null }, []));
  return hard
    .filter(({ constraint }) => !pair.passes(PLUGIN, [], withLimitOf(pair, constraint, hard)))
    .map((one) => causeOf(pair, one, hard));
}

/** One constraint, and its place in the pod; null: it is the profile's. */
interface Placed {
  readonly constraint: TopologySpreadConstraint;
  readonly index: number | null;
}

/** No two domains differ by more: `maxSkew` is an int32. */
const NO_LIMIT = 2 ** 31 - 1;

function causeOf(pair: Pair, { constraint, index }: Placed, hard: readonly Placed[]): Cause {
  const { topologyKey = '', maxSkew = 0 } = constraint;
  const alone = index === null ? pair.pod : withLimitOf(pair, constraint, hard);
  const value = labelValue(pair.node.metadata?.labels, topologyKey);
  const selects = selectorOf(constraint);
  const counted = inDomain(pair, topologyKey).filter(
    (pod) => pod.namespace === pair.incoming.namespace && selects(pod.labels) && !pod.terminating,
  );
  const isEnough = (gone: readonly PlacedPod[]): boolean =>
    pair.passes(PLUGIN, [{ kind: 'evictPods', pods: gone.map(namedPod), budgets: [] }], alone);
  const eviction = value === undefined ? null : choosePods(counted, pair.snapshot, isEnough);
  const { changes, isCut } = relabeled(pair, [topologyKey]);
  const elsewhere = changes.find((change) => pair.passes(PLUGIN, [change], alone));
  const removal = index === null ? [] : [removalOf(index)];
  const widening = wideningRemovals(pair, constraint, hard);
  const text =
    value === undefined
      ? `the node has no label ${topologyKey}, which the pod is to be spread over`
      : `${topologyKey}=${value} has ${counted.length} of the pods already, and would be more than ` +
        `${maxSkew} above the emptiest`;
  return {
    text,
    heldBy: counted.map(namedPod),
    options: [
      ...(eviction === null ? [] : [[{ kind: 'evictPods' as const, ...eviction }]]),
      ...(elsewhere === undefined ? [] : [[elsewhere]]),
      ...(removal.length === 0 ? [] : [removal]),
    ],
    ways: [
      ...(eviction === null ? [] : [{ oneOf: counted }]),
      ...changes.filter(({ value: to }) => to !== null).map((change) => ({ changes: [change] })),
      ...(removal.length === 0 ? [] : [{ changes: removal }]),
      ...widening.changes.map((change) => ({ changes: [change] })),
    ],
    ...((isCut || widening.hasMore) && { hasMore: true as const }),
  };
}

function removalOf(index: number): Change {
  return { kind: 'removePodRequirement', field: 'spec.topologySpreadConstraints', key: String(index) };
}

/**
 * Other constraints without which this one holds: a node counts for a constraint only if it has the topology keys of
 * all, so each may leave out the domain that this one lacks. `hasMore`: it takes several of them at once.
 */
function wideningRemovals(
  pair: Pair,
  constraint: TopologySpreadConstraint,
  hard: readonly Placed[],
): { readonly changes: readonly Change[]; readonly hasMore: boolean } {
  const others = hard.filter((other) => other.constraint !== constraint);
  const holdsWithout = (gone: readonly Placed[]): boolean => {
    const left = hard.filter((one) => !gone.includes(one));
    return pair.passes(PLUGIN, [], withLimitOf(pair, constraint, left));
  };
  const changes = others.flatMap((other) =>
    other.index !== null && holdsWithout([other]) ? [removalOf(other.index)] : [],
  );
  return { changes, hasMore: others.length > 1 && changes.length === 0 && holdsWithout(others) };
}

/**
 * The pod with one constraint as it is and the others without their limit: they still say which nodes count. Those
 * whose topology key the node lacks keep every pod away; they are causes of their own.
 */
function withLimitOf({ pod, node }: Pair, limiting: TopologySpreadConstraint, hard: readonly Placed[]): Pod {
  const topologySpreadConstraints = hard.flatMap(({ constraint }) => {
    if (constraint === limiting) return [constraint];
    const isPossible = labelValue(node.metadata?.labels, constraint.topologyKey ?? '') !== undefined;
    return isPossible ? [{ ...constraint, maxSkew: NO_LIMIT }] : [];
  });
  return { ...pod, spec: { ...pod.spec, topologySpreadConstraints } };
}

function selectorOf({ labelSelector }: TopologySpreadConstraint): LabelMatcher {
  const compiled = labelSelector ? compileLabelSelector(labelSelector) : undefined;
  return typeof compiled === 'function' ? compiled : () => true;
}

function defaultsOf({ profile }: Pair): readonly TopologySpreadConstraint[] {
  const bound = profile.points.filter.find(({ plugin }) => plugin.name === PLUGIN);
  const { defaultConstraints } = (bound?.args ?? {}) as {
    readonly defaultConstraints?: readonly TopologySpreadConstraint[];
  };
  return (defaultConstraints ?? [])
    .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule')
    .map(({ labelSelector: _deduced, ...constraint }) => constraint);
}
