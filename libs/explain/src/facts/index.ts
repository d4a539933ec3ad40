import type { Status } from '#scheduler';
import type { Pair } from '../pair/index.js';
import { affinityFacts } from './affinity.js';
import { claimFacts } from './claims.js';
import type { Fact, FactFinder, Manifests } from './fact.js';
import { holdingFacts } from './holding.js';
import { nodeNameFacts } from './node-names.js';
import { spreadFacts } from './spread.js';
import { stayingFacts } from './staying.js';
import { volumeLimitFacts } from './volume-limits.js';

export { claimFactsAnywhere } from './claims.js';
export type { Fact, Manifests } from './fact.js';

/** The facts behind each filter plugin, a line each. */
const FINDERS: ReadonlyMap<string, FactFinder> = new Map<string, FactFinder>([
  ['InterPodAffinity', affinityFacts],
  ['NodeAffinity', nodeNameFacts],
  ['NodePorts', stayingFacts],
  ['NodeResourcesFit', holdingFacts],
  ['NodeVolumeLimits', volumeLimitFacts],
  ['PodTopologySpread', spreadFacts],
  ['VolumeBinding', claimFacts],
  ['VolumeRestrictions', missingClaimFacts],
  ['VolumeZone', missingClaimFacts],
]);

/** These filters turn a pod down on every node whose claim they do not find. */
function missingClaimFacts(pair: Pair, { reasons }: Status): readonly Fact[] {
  return reasons.some((reason) => reason.includes('persistentvolumeclaim')) ? claimFacts(pair) : [];
}

/** What lies behind a failing filter, in the order in which it is told. */
export function factsOf(pair: Pair, status: Status, manifests: Manifests): readonly Fact[] {
  return FINDERS.get(status.plugin ?? '')?.(pair, status, manifests) ?? [];
}
