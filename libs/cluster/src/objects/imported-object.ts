import { seconds } from '../admission/index.js';
import { withGates } from '../conditions/index.js';
import type { Manifest } from '../rows/index.js';
import { randomUUID } from 'node:crypto';
import { findKindByName } from '#kubernetes';

/**
 * The object as an import keeps it: its own uid and age; where it has none, those of the present one, else
 * new ones. A status that is computed here, as that of a budget, stays the server's: it follows the pods,
 * whatever the import says of it.
 */
export function importedObject(object: Manifest, old: Manifest | undefined, at: Date): Manifest {
  const {
    resourceVersion: _,
    selfLink: _link,
    managedFields: _fields,
    uid,
    creationTimestamp,
    ...metadata
  } = object.metadata;
  const computed = findKindByName(object.kind)?.computesStatus === true;
  const imported = {
    ...(old === undefined || !computed ? object : withStatusOf(object, old)),
    metadata: {
      ...metadata,
      uid: uid ?? old?.metadata.uid ?? randomUUID(),
      creationTimestamp: creationTimestamp ?? old?.metadata.creationTimestamp ?? seconds(at),
    },
  };
  return withGates(imported, at, old);
}

function withStatusOf({ status: _, ...object }: Manifest, { status }: Manifest): Manifest {
  return status === undefined ? object : { ...object, status };
}
