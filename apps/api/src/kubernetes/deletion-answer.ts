import type { Manifest } from '#cluster';
import type { KubernetesStatus } from '../outcome/index.js';
import type { ResourcePath } from './resource-path.js';

/** The answer to the deletion of one object, as the API server v1.34 gives it: of some kinds the object itself. */
export function deletionAnswer(
  { plural, group, returnsDeleted }: ResourcePath['kind'],
  object: Manifest,
): Manifest | KubernetesStatus {
  if (returnsDeleted) return object;
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
