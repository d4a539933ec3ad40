import { labelValue } from '#apimachinery';
import {
  IncomingPod,
  spreadDomains,
  type PlacedPod,
  type SpreadDomains,
  type TopologySpreadConstraint,
} from '#scheduler';
import { choosePods, namedPod } from '../eviction/index.js';
import { spreadArgsOf } from '../labels/index.js';
import type { Change, Instead, Pair } from '../pair/index.js';
import type { Cause } from './explainer.js';
import { relabeled } from './relabeling.js';

const PLUGIN = 'PodTopologySpread';

/** PodTopologySpread: one cause a constraint that the node fails, be it the pod's or a default one of the profile. */
export function explainSpread(pair: Pair): readonly Cause[] {
  const hard = hardOf(pair);
  return hard
    .filter((one) => !pair.passes(PLUGIN, [], withLimitOf(pair, one, hard)))
    .map((one) => causeOf(pair, one, hard));
}

/** One constraint, and its place in the pod; null: it is the profile's. */
interface Placed {
  readonly constraint: TopologySpreadConstraint;
  readonly index: number | null;
}

/** No two domains differ by more: `maxSkew` is an int32. */
const NO_LIMIT = 2 ** 31 - 1;

function hardOf(pair: Pair): readonly Placed[] {
  const written = pair.pod.spec?.topologySpreadConstraints ?? [];
  const all = written.length > 0 ? written : (argsOf(pair).defaultConstraints ?? []);
  return all
    .map((constraint, index) => ({ constraint, index: written.length > 0 ? index : null }))
    .filter(({ constraint }) => constraint.whenUnsatisfiable === 'DoNotSchedule');
}

interface SpreadArgs {
  readonly defaultConstraints?: readonly TopologySpreadConstraint[];
}

function argsOf({ profile }: Pair): SpreadArgs {
  return spreadArgsOf(profile) ?? {};
}

function causeOf(pair: Pair, one: Placed, hard: readonly Placed[]): Cause {
  const { topologyKey = '' } = one.constraint;
  const alone = withLimitOf(pair, one, hard);
  const value = labelValue(pair.node.metadata?.labels, topologyKey);
  const domains = domainsOf(pair, alone).find((of) => of.topologyKey === topologyKey && of.maxSkew !== NO_LIMIT);
  const counted = value === undefined || domains === undefined ? [] : countedIn(pair, domains, value);
  const isEnough = (gone: readonly PlacedPod[]): boolean =>
    pair.passes(PLUGIN, [{ kind: 'evictPods', pods: gone.map(namedPod), budgets: [] }], alone);
  const eviction = value === undefined ? null : choosePods(counted, pair.snapshot, isEnough);
  const { changes, isCut } = relabeled(pair, [topologyKey]);
  const elsewhere = changes.find((change) => pair.passes(PLUGIN, [change], alone));
  const removal = one.index === null ? [] : [removalOf(one.index)];
  const widening = wideningRemovals(pair, one, hard);
  return {
    text: inWords(one, value, counted.length),
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

/** Pods of the domain that count, with those that are nominated to the node. */
function countedIn(pair: Pair, { selects, podsIn }: SpreadDomains, value: string): readonly PlacedPod[] {
  return [...pair.nominated.filter(selects), ...podsIn(value)];
}

/** None where a constraint of the pod cannot be read. */
function domainsOf(pair: Pair, { pod, args = argsOf(pair) }: Instead): readonly SpreadDomains[] {
  return spreadDomains({ pod: pod ? new IncomingPod(pod) : pair.incoming, snapshot: pair.snapshot, args });
}

function inWords({ constraint, index }: Placed, value: string | undefined, count: number): string {
  const { topologyKey = '', maxSkew = 0 } = constraint;
  const whose = index === null ? ' (a default constraint of the profile)' : '';
  return value === undefined
    ? `the node has no label ${topologyKey}, which the pod is to be spread over${whose}`
    : `${topologyKey}=${value} has ${count} of the pods already, and would be more than ` +
        `${maxSkew} above the emptiest${whose}`;
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
  one: Placed,
  hard: readonly Placed[],
): { readonly changes: readonly Change[]; readonly hasMore: boolean } {
  const others = hard.filter((other) => other !== one && other.index !== null);
  const holdsWithout = (gone: readonly Placed[]): boolean => {
    const left = hard.filter((other) => !gone.includes(other));
    return pair.passes(PLUGIN, [], withLimitOf(pair, one, left));
  };
  const changes = others.flatMap((other) =>
    other.index !== null && holdsWithout([other]) ? [removalOf(other.index)] : [],
  );
  return { changes, hasMore: others.length > 1 && changes.length === 0 && holdsWithout(others) };
}

/**
 * One constraint as it is and the others without their limit: they still say which nodes count. Those whose topology
 * key the node lacks keep every pod away; they are causes of their own.
 */
function withLimitOf(pair: Pair, limiting: Placed, hard: readonly Placed[]): Instead {
  const { pod, node } = pair;
  const constraints = hard.flatMap((one) => {
    if (one === limiting) return [one.constraint];
    const isPossible = labelValue(node.metadata?.labels, one.constraint.topologyKey ?? '') !== undefined;
    return isPossible ? [{ ...one.constraint, maxSkew: NO_LIMIT }] : [];
  });
  return limiting.index === null
    ? { args: { ...argsOf(pair), defaultConstraints: constraints } }
    : { pod: { ...pod, spec: { ...pod.spec, topologySpreadConstraints: constraints } } };
}
