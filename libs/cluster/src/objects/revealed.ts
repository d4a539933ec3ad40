import { rolesIn, type Access } from '#access';
import type { StoredObject } from '#rows';
import type { Sealer } from '#writes';

/** A cluster, and what its reader may do there. */
type Reached = Access & { readonly id: string };

/** Whether a reader is shown the values of the Secrets of a namespace: those who may write them are. */
export function isRevealed(cluster: Access, namespace: string): boolean {
  return rolesIn(cluster, namespace).includes('editor');
}

/** An object with the values of a Secret, where its reader may write it. */
export function revealedTo(sealer: Sealer, cluster: Reached, stored: StoredObject): StoredObject {
  const { object, sealed } = stored;
  if (sealed === undefined || !isRevealed(cluster, object.metadata.namespace ?? '')) return stored;
  return { ...stored, object: sealer.reveal(cluster.id, stored) };
}
