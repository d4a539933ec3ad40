import type { PersistentVolumeClaim } from '../kinds/index.js';
import { compareQuantities } from '#apimachinery';
import { amountOf } from '../storage/index.js';
import type { Admission } from './admission-context.js';

/** An older way to name the class of a claim. */
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

/**
 * A claim that says nothing of a class is of the default one; the empty class is none.
 * // as API server v1.34 admission plugin DefaultStorageClass
 */
export function nameDefaultStorageClass({
  object: claim,
  context,
  isNew,
  changed,
}: Admission<PersistentVolumeClaim>): void {
  if (!isNew || classOf(claim) !== undefined) return;
  const found = context.defaultStorageClass()?.metadata.name;
  if (found === undefined) return;
  claim.spec.storageClassName = found;
  changed.push({ path: '/spec/storageClassName', value: found });
}

/**
 * A claim grows when it is bound, and when its class says that its volumes can.
 * // as API server v1.34 admission plugin PersistentVolumeClaimResize
 */
export function judgeResize({ object: claim, context, forbidden }: Admission<PersistentVolumeClaim>): void {
  const { operation, subresource } = context;
  if (operation !== 'update' || subresource !== undefined) return;
  const old = context.old as PersistentVolumeClaim;
  if (compareQuantities(sizeOf(claim), sizeOf(old)) <= 0) return;
  const name = classOf(claim) ?? '';
  if (old.status?.phase !== 'Bound') forbidden.push('only bound persistent volume claims can be expanded');
  else if (name === '' || name !== classOf(old) || context.storageClass(name)?.allowVolumeExpansion !== true)
    forbidden.push(
      'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc ' +
        'must support resize',
    );
}

function classOf({ metadata, spec }: PersistentVolumeClaim): string | undefined {
  return metadata.annotations?.[CLASS_ANNOTATION] ?? spec.storageClassName;
}

function sizeOf({ spec }: PersistentVolumeClaim): ReturnType<typeof amountOf> {
  return amountOf(spec.resources?.requests?.['storage']);
}
