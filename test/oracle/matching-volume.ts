import { classNameOf } from './claims.js';
import { parseSelector, selects } from './label-selector.js';
import { nameOf, namespaceOf } from './model.js';
import { isEmptyTerm, termProblems } from './node-selector.js';
import type { NodeObject, NodeSelector, PersistentVolumeClaimObject, PersistentVolumeObject } from './objects.js';
import { nanoOf } from './quantity.js';
import { meets } from './requirement.js';

/** What a claim asks for, in billionths of a byte; nothing is 0. */
export function requestedNano({ spec }: PersistentVolumeClaimObject): bigint {
  return nanoOf(spec?.resources?.requests?.['storage'] ?? 0);
}

function capacityNano({ spec }: PersistentVolumeObject): bigint {
  return nanoOf(spec?.capacity?.['storage'] ?? 0);
}

/**
 * Whether a volume is for this claim: bound to it, or reserved for it by name. A uid that it names must be the claim's.
 */
export function isBoundTo({ spec }: PersistentVolumeObject, claim: PersistentVolumeClaimObject): boolean {
  const { claimRef } = spec ?? {};
  if (claimRef === undefined) return false;
  if ((claimRef.name ?? '') !== nameOf(claim) || (claimRef.namespace ?? '') !== namespaceOf(claim)) return false;
  return (claimRef.uid ?? '') === '' || claimRef.uid === claim.metadata?.uid;
}

/**
 * Only labels are asked: a volume's affinity does not know the node's name, so terms with fields say nothing by them.
 */
export function affinityAllows(affinity: NodeSelector | undefined, node: NodeObject): boolean {
  if (affinity === undefined) return true;
  const labels = node.metadata?.labels ?? {};
  return (affinity.nodeSelectorTerms ?? []).some((term) => {
    if (isEmptyTerm(term) || termProblems(term, '').length > 0) return false;
    return (term.matchExpressions ?? []).every((requirement) => meets(labels, requirement));
  });
}

/**
 * The volume for a claim on a node: the one that is reserved for it, else the smallest that will do. A reserved one
 * that the node cannot reach means none at all. Undefined: no volume.
 */
export function findMatchingVolume(
  claim: PersistentVolumeClaimObject,
  volumes: readonly PersistentVolumeObject[],
  node: NodeObject,
): PersistentVolumeObject | undefined {
  let smallest: PersistentVolumeObject | undefined;
  for (const volume of volumes) {
    if (volume.spec?.claimRef !== undefined && !isBoundTo(volume, claim)) continue;
    if (!suits(claim, volume)) continue;
    const reachable = affinityAllows(volume.spec?.nodeAffinity?.required, node);
    if (isBoundTo(volume, claim)) return reachable ? volume : undefined;
    if (!reachable || !isOffered(claim, volume)) continue;
    if (smallest === undefined || capacityNano(volume) < capacityNano(smallest)) smallest = volume;
  }
  return smallest;
}

/** What is asked of a reserved volume too. */
function suits(claim: PersistentVolumeClaimObject, volume: PersistentVolumeObject): boolean {
  return (
    capacityNano(volume) >= requestedNano(claim) &&
    (volume.spec?.volumeMode ?? 'Filesystem') === (claim.spec?.volumeMode ?? 'Filesystem') &&
    (volume.spec?.volumeAttributesClassName ?? '') === (claim.spec?.volumeAttributesClassName ?? '') &&
    volume.metadata?.deletionTimestamp === undefined
  );
}

/** What is asked of a volume that anybody may have. */
function isOffered(claim: PersistentVolumeClaimObject, volume: PersistentVolumeObject): boolean {
  const selector = claim.spec?.selector;
  const modes = volume.spec?.accessModes ?? [];
  return (
    volume.status?.phase === 'Available' &&
    (selector === undefined || selects(parseSelector(selector), volume.metadata?.labels)) &&
    classNameOf(volume) === classNameOf(claim) &&
    (claim.spec?.accessModes ?? []).every((mode) => modes.includes(mode))
  );
}
