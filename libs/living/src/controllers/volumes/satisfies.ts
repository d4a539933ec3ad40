import { compareQuantities } from '#apimachinery';
import { storageClassName } from '#scheduler';
import { isGoing } from '../../state/index.js';
import { storageOf, type Claim, type Volume } from './storage.js';

/**
 * Why a volume that a claim names will not do for it; undefined where it does.
 * // as kubernetes v1.34 pv-controller checkVolumeSatisfyClaim
 */
export function mismatchOf(volume: Volume, claim: Claim): string | undefined {
  if (isGoing(volume)) return `the volume is marked for deletion "${volume.metadata.name}"`;
  if (compareQuantities(storageOf(volume.spec.capacity), storageOf(claim.spec.resources?.requests)) < 0)
    return 'requested PV is too small';
  if (storageClassName(volume) !== storageClassName(claim)) return 'storageClassName does not match';
  if (attributesClassOf(volume) !== attributesClassOf(claim)) return 'volumeAttributesClassName does not match';
  if ((volume.spec.volumeMode ?? 'Filesystem') !== (claim.spec.volumeMode ?? 'Filesystem'))
    return 'incompatible volumeMode';
  const modes = volume.spec.accessModes ?? [];
  const hasAll = (claim.spec.accessModes ?? []).every((mode) => modes.includes(mode));
  return hasAll ? undefined : 'incompatible accessMode';
}

function attributesClassOf({ spec }: Volume | Claim): string {
  return (spec as { readonly volumeAttributesClassName?: string | null }).volumeAttributesClassName ?? '';
}
