import type { Status } from '#scheduler';
import type { Pair } from '../pair/index.js';
import { affinityFacts } from './affinity.js';
import { claimFacts } from './claims.js';
import type { Fact, FactFinder, Manifests } from './fact.js';
import { askingFacts } from './asking.js';
import { holdingFacts } from './holding.js';
import { nodeAffinityFacts } from './node-affinity.js';
import { spreadFacts } from './spread.js';
import { stayingFacts } from './staying.js';
import { volumeLimitFacts } from './volume-limits.js';

export { claimFactsAnywhere } from './claims.js';
export type { Fact, Manifests } from './fact.js';

/** The facts behind each filter plugin, a line each. */
const FINDERS: ReadonlyMap<string, FactFinder> = new Map<string, FactFinder>([
  ['InterPodAffinity', affinityFacts],
  ['NodeAffinity', nodeAffinityFacts],
  ['NodePorts', stayingFacts],
  ['NodeResourcesFit', resourceFacts],
  ['NodeVolumeLimits', volumeLimitFacts],
  ['PodTopologySpread', spreadFacts],
  ['VolumeBinding', claimFacts],
  ['VolumeRestrictions', missingClaimFacts],
  ['VolumeZone', missingClaimFacts],
]);

/** Why the pod asks for so much, and why others hold so much. */
function resourceFacts(...given: Parameters<FactFinder>): readonly Fact[] {
  return [...askingFacts(...given), ...holdingFacts(...given)];
}

/** These filters turn a pod down on every node whose claim they do not find. */
function missingClaimFacts(pair: Pair, { reasons }: Status): readonly Fact[] {
  return reasons.some((reason) => reason.includes('persistentvolumeclaim')) ? claimFacts(pair) : [];
}

/** What lies behind a failing filter, in the order in which it is reported. */
export function factsOf(pair: Pair, status: Status, manifests: Manifests): readonly Fact[] {
  return FINDERS.get(status.plugin ?? '')?.(pair, status, manifests) ?? [];
}
