import { labelValue } from '#kubernetes';
import { askNode, IncomingPod, spreadDomains, type Pod, type SpreadDomains, type Status } from '#scheduler';
import type { Pair } from '../pair/index.js';
import { some, type Fact } from './fact.js';

/** So many nodes of the emptiest domain are asked whether the pod fits there. */
const MOST_ASKED = 8;

/** The domain that sets the minimum of each constraint that the node fails, and whether the pod could go there. */
export function spreadFacts(pair: Pair): readonly Fact[] {
  const { incoming, snapshot, profile } = pair;
  const bound = profile.points.filter.find(({ plugin }) => plugin.name === 'PodTopologySpread');
  return spreadDomains({ pod: incoming, snapshot, args: bound?.args ?? {} }).flatMap((constraint, index) =>
    constraintFact(pair, constraint, index),
  );
}

function constraintFact(pair: Pair, constraint: SpreadDomains, index: number): Fact[] {
  const { topologyKey, maxSkew, minDomains, pods, self } = constraint;
  const here = labelValue(pair.node.metadata?.labels, topologyKey);
  if (here === undefined) return [];
  const count = pods.get(here) ?? 0;
  if (pods.size < minDomains && count + self > maxSkew)
    return [
      {
        text:
          `${topologyKey} has ${pods.size} domain${pods.size === 1 ? '' : 's'}, fewer than minDomains ${minDomains}: ` +
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
function whyNotThere(
  pair: Pair,
  { topologyKey }: SpreadDomains,
  { values, index }: { readonly values: readonly string[]; readonly index: number },
): string {
  const { snapshot } = pair;
  const rows = snapshot.nodes
    .flatMap(({ labels }, row) => (values.includes(labelValue(labels, topologyKey) ?? '') ? [row] : []))
    .slice(0, MOST_ASKED);
  const statuses = rows.map((row) => statusOn(pair, pair.pod, row));
  const [first] = statuses;
  if (first === undefined || statuses.includes(null)) return ', where the pod fits';
  const reasons = [...new Set(statuses.flatMap((status) => status?.reasons ?? []))];
  const honouring = withTaintsPolicy(pair.pod, index);
  const helps = honouring !== null && statusOn(pair, honouring, pair.row) === null;
  return (
    `, where the pod cannot go (${some(reasons)}): it counts, as nodeTaintsPolicy is Ignore unless the ` +
    `constraint says Honor${helps ? '; with nodeTaintsPolicy: Honor the pod fits here' : ''}`
  );
}

function statusOn({ profile, snapshot }: Pair, pod: Pod, row: number): Status | null {
  return askNode({ profile, snapshot, pod: new IncomingPod(pod) }, row).status;
}

/** The pod with Honor in its hard constraint of that number; null where it is there, or the profile's. */
function withTaintsPolicy(pod: Pod, index: number): Pod | null {
  const constraints = pod.spec?.topologySpreadConstraints ?? [];
  const hard = constraints.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule')[index];
  if (hard === undefined || hard.nodeTaintsPolicy === 'Honor') return null;
  const changed = constraints.map((one) => (one === hard ? { ...one, nodeTaintsPolicy: 'Honor' } : one));
  return { ...pod, spec: { ...pod.spec, topologySpreadConstraints: changed } };
}
