import type { Deleted } from '#cluster';
import type { DeleteOptions } from '#api-server';
import type { Manifest } from '#rows';
import type { KubernetesStatus } from '../ground/outcome/index.js';
import type { ResourcePath } from './resource-path.js';

/**
 * The answer to the deletion of one object, as the API server v1.34 gives it: the object itself where it stays for a
 * while, and of some kinds always.
 */
export function deletionAnswer(
  { plural, group, returnsDeleted }: ResourcePath['kind'],
  { object, outcome }: Deleted,
): Manifest | KubernetesStatus {
  if (returnsDeleted || outcome === 'marked') return object;
  const { name, uid = '' } = object.metadata;
  return success({ name, ...(group === '' ? {} : { group }), kind: plural, uid });
}

/** Whether a deletion is answered 202: the object stays, and the older option asked that its dependants go. */
export function isAcceptedOnly({ outcome }: Deleted, { orphanDependents }: DeleteOptions): boolean {
  return outcome !== 'gone' && orphanDependents === false;
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
