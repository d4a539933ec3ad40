import { ownField } from '#json';
import type { Admission } from './admission-context.js';
import { pointerOf } from './mutation.js';

const FINALIZERS: Readonly<Record<string, string>> = {
  PersistentVolume: 'kubernetes.io/pv-protection',
  PersistentVolumeClaim: 'kubernetes.io/pvc-protection',
};

/**
 * New claims and volumes have something that is to be done before they go. The controllers that do it are played by the
 * deletion itself: nothing is mounted here, and nothing waits.
 * // as API server v1.34 StorageObjectInUseProtection
 */
export function protectStorage({ object: { kind, metadata }, isNew, changed }: Admission): void {
  const finalizer = ownField(FINALIZERS, kind);
  if (!isNew || finalizer === undefined || metadata.finalizers?.includes(finalizer)) return;
  const given = metadata.finalizers ?? [];
  metadata.finalizers = [...given, finalizer];
  changed.push({ path: pointerOf('metadata', 'finalizers', given.length), value: finalizer });
}
