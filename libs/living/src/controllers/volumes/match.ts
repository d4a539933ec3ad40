import { matchingVolume } from '#scheduler';
import type { Claim, Volume } from './storage.js';

/**
 * The volume that a claim takes: among those that have its access modes and the fewest others, the one that is set
 * aside for it, else the smallest that will do. A claim that waits for a pod takes only what is set aside for it: the
 * scheduler chooses. // as kubernetes v1.34 persistentVolumeOrderedIndex.findByClaim
 */
export function volumeFor(claim: Claim, volumes: Iterable<Volume>, waits: boolean): Volume | undefined {
  const groups = new Map<string, Volume[]>();
  for (const volume of volumes) {
    const modes = modesOf(volume);
    if (!(claim.spec.accessModes ?? []).every((mode) => modes.includes(mode))) continue;
    if (waits && !isSetAsideFor(volume, claim)) continue;
    const group = [...modes].sort().join();
    groups.set(group, [...(groups.get(group) ?? []), volume]);
  }
  const [first] = [...groups.values()]
    .sort((a, b) => modesOf(a[0]).length - modesOf(b[0]).length)
    .flatMap((group) => (matchingVolume(claim, group) as Volume | undefined) ?? []);
  return first;
}

/** Whether a volume names the claim as its own. // as component-helpers v1.34 IsVolumeBoundToClaim */
export function isSetAsideFor({ spec: { claimRef } }: Volume, { metadata }: Claim): boolean {
  if (!claimRef) return false;
  const { namespace = '', name = '', uid = '' } = claimRef;
  return name === metadata.name && namespace === metadata.namespace && (uid === '' || uid === metadata.uid);
}

function modesOf(volume: Volume | undefined): readonly string[] {
  return volume?.spec.accessModes ?? [];
}
