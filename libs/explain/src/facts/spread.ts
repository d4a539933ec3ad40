import { labelValue } from '#apimachinery';
import { askNode, IncomingPod, spreadDomains, type Pod, type SpreadDomains, type Status } from '#scheduler';
import { spreadArgsOf } from '../labels/index.js';
import type { Pair } from '../pair/index.js';
import { some, type Fact } from './fact.js';

/** So many nodes of the emptiest domain are asked whether the pod fits there. */
const MOST_ASKED = 8;

/** The domain that sets the minimum of each constraint that the node fails, and whether the pod could go there. */
export function spreadFacts(pair: Pair): readonly Fact[] {
  const { incoming, snapshot, profile } = pair;
  const facts = spreadDomains({ pod: incoming, snapshot, args: spreadArgsOf(profile) ?? {} }).flatMap(
    (constraint, index) => constraintFact(pair, constraint, index),
  );
  const isOwn = (pair.pod.spec?.topologySpreadConstraints ?? []).length > 0;
  return isOwn ? facts : [...facts, { text: `profile ${profile.schedulerName} ${BY_DEFAULT}` }];
}

const BY_DEFAULT =
  'spreads pods without topologySpreadConstraints of their own by its default constraints, over the pods that the ' +
  'Services and the controller of the pod select';

function constraintFact(pair: Pair, constraint: SpreadDomains, index: number): Fact[] {
  const { topologyKey, maxSkew, minDomains, pods, self } = constraint;
  const here = labelValue(pair.node.metadata?.labels, topologyKey);
  if (here === undefined) return [{ text: `the node has no label ${topologyKey}, by which the pod is spread` }];
  const count = pods.get(here) ?? 0;
  if (pods.size < minDomains && count + self > maxSkew)
    return [
      {
        text:
          `by ${topologyKey} there ${pods.size === 1 ? 'is 1 domain' : `are ${pods.size} domains`}, fewer than ` +
          `minDomains ${minDomains}: ` +
          `the minimum counts as 0, and no domain may have more than maxSkew ${maxSkew}`,
      },
    ];
  const fewest = Math.min(...pods.values());
  if (count + self - fewest <= maxSkew) return [];
  const emptiest = [...pods].filter(([, one]) => one === fewest).map(([value]) => value);
  const named = `${some(emptiest.sort().map((value) => `${topologyKey}=${value}`))} with ${fewest}`;
  return [{ text: `the emptiest is ${named}${whyNotThere(pair, constraint, { values: emptiest, index })}` }];
}

/** Where the pod cannot go to the emptiest domain, why, and whether that could be left out of the count. */
function whyNotThere(pair: Pair, { topologyKey }: SpreadDomains, { values, index }: Emptiest): string {
  const { snapshot } = pair;
  const rows = snapshot.nodes
    .flatMap(({ labels }, row) => (values.includes(labelValue(labels, topologyKey) ?? '') ? [row] : []))
    .slice(0, MOST_ASKED);
  const statuses = rows.map((row) => statusOn(pair, pair.pod, row));
  const [first] = statuses;
  if (first === undefined || statuses.includes(null)) return ', where the pod fits';
  const reasons = [...new Set(statuses.flatMap((status) => status?.reasons ?? []))];
  const counts = POLICIES.flatMap((policy) => whyCounted(pair, { values, index }, policy) ?? [])[0];
  return `, where the pod cannot go (${some(reasons)}): it counts${counts ?? ' all the same'}`;
}

interface Emptiest {
  readonly values: readonly string[];
  /** Of the constraint, among the hard ones. */
  readonly index: number;
}

/** What takes nodes out of the count that the pod cannot go to, and when it does not. */
const POLICIES = [
  { field: 'nodeTaintsPolicy', unless: ', as nodeTaintsPolicy is Ignore unless the constraint says Honor' },
  { field: 'nodeAffinityPolicy', unless: ', as the constraint says nodeAffinityPolicy: Ignore' },
] as const;

/** Why the domain counts, where it would not if the constraint honoured what keeps the pod from it. */
function whyCounted(pair: Pair, { values, index }: Emptiest, { field, unless }: (typeof POLICIES)[number]) {
  const honouring = withPolicy(pair.pod, index, field);
  if (honouring === null) return undefined;
  const { snapshot, profile } = pair;
  const args = spreadArgsOf(profile) ?? {};
  const counted = spreadDomains({ pod: new IncomingPod(honouring), snapshot, args })[index]?.pods;
  if (counted === undefined || values.some((value) => counted.has(value))) return undefined;
  const fits = statusOn(pair, honouring, pair.row) === null;
  return `${unless}${fits ? `; with ${field}: Honor the pod fits here` : ''}`;
}

function statusOn({ profile, snapshot }: Pair, pod: Pod, row: number): Status | null {
  return askNode({ profile, snapshot, pod: new IncomingPod(pod) }, row).status;
}

/** The pod with Honor in its hard constraint of that number; null where it is there, or the profile's. */
function withPolicy(pod: Pod, index: number, field: (typeof POLICIES)[number]['field']): Pod | null {
  const constraints = pod.spec?.topologySpreadConstraints ?? [];
  const hard = constraints.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule')[index];
  if (hard === undefined || hard[field] === 'Honor') return null;
  const changed = constraints.map((one) => (one === hard ? { ...one, [field]: 'Honor' } : one));
  return { ...pod, spec: { ...pod.spec, topologySpreadConstraints: changed } };
}
