import type { Manifest } from '#cluster';
import type { KubernetesStatus } from '../outcome/index.js';
import type { ResourcePath } from './resource-path.js';

/** Kinds whose deletion is answered with the object, as the API server v1.34 does (ReturnDeletedObject). */
const ANSWERED_WITH_OBJECT = new Set<string>([
  'Pod',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'Namespace',
  'Service',
]);

/** The answer to the deletion of one object. */
export function deletionAnswer(
  { kind, plural, group }: ResourcePath['kind'],
  object: Manifest,
): Manifest | KubernetesStatus {
  if (ANSWERED_WITH_OBJECT.has(kind)) return object;
  const { name, uid = '' } = object.metadata;
  return success(200, { name, ...(group === '' ? {} : { group }), kind: plural, uid });
}

export function success(code: number, details?: NonNullable<KubernetesStatus['details']>): KubernetesStatus {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    ...(details === undefined ? {} : { details }),
    code,
  };
}
