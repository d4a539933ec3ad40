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
  if (written.length === 0) return defaultsOf(pair).map((constraint) => causeOf(pair, { constraint, index: null }));
  const failing = hard.filter(({ constraint }) => !pair.passes(PLUGIN, [], withOnly(pair, constraint)));
  return (failing.length === 0 ? hard : failing).map((one) => causeOf(pair, one));
}

/** One constraint, and its place in the pod; null: it is the profile's. */
interface Placed {
  readonly constraint: TopologySpreadConstraint;
  readonly index: number | null;
}

function causeOf(pair: Pair, { constraint, index }: Placed): Cause {
  const { topologyKey = '', maxSkew = 0 } = constraint;
  const alone = index === null ? pair.pod : withOnly(pair, constraint);
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
  const removal: Change[] =
    index === null
      ? []
      : [{ kind: 'removePodRequirement', field: 'spec.topologySpreadConstraints', key: String(index) }];
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
    ],
    ...(isCut && { hasMore: true as const }),
  };
}

/** The pod with one constraint and no other. */
function withOnly({ pod }: Pair, constraint: TopologySpreadConstraint): Pod {
  return { ...pod, spec: { ...pod.spec, topologySpreadConstraints: [constraint] } };
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
