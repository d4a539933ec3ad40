import type { Manifest } from '#rows';
import type { KubernetesStatus } from '../ground/outcome/index.js';
import type { ResourcePath } from './resource-path.js';

/** The answer to the deletion of one object, as the API server v1.34 gives it: of some kinds the object itself. */
export function deletionAnswer(
  { plural, group, returnsDeleted }: ResourcePath['kind'],
  object: Manifest,
): Manifest | KubernetesStatus {
  if (returnsDeleted) return object;
  const { name, uid = '' } = object.metadata;
  return success({ name, ...(group === '' ? {} : { group }), kind: plural, uid });
}

/** The answer to a binding. */
export function created(): KubernetesStatus {
  return { ...success(), code: 201 };
}

function success(details?: NonNullable<KubernetesStatus['details']>): KubernetesStatus {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    ...(details === undefined ? {} : { details }),
  };
}
