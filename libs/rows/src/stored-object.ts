import type { Manifest } from './manifest.js';

/** An object of a cluster's current state. */
export interface StoredObject {
  /** As it is served, but for metadata.resourceVersion. */
  readonly object: Manifest;
  /** Position of its last change. */
  readonly resourceVersion: bigint;
  /** Position of its creation: the order of things that were created in the same second. */
  readonly createdPosition: bigint;
  /** The values of a Secret, encrypted: the object has digests in their place. */
  readonly sealed?: Uint8Array;
}

/** The object with its resourceVersion, in the order in which people read manifests. */
export function served({ object, resourceVersion }: StoredObject): Manifest {
  const { apiVersion, kind, metadata, ...rest } = object;
  return { apiVersion, kind, metadata: { ...metadata, resourceVersion: String(resourceVersion) }, ...rest };
}
