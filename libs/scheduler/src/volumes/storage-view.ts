import type { ReadableSnapshot } from '../snapshot/index.js';
import {
  CSI_DRIVERS,
  CSI_NODES,
  CSI_STORAGE_CAPACITIES,
  PERSISTENT_VOLUME_CLAIMS,
  PERSISTENT_VOLUMES,
  STORAGE_CLASSES,
} from './storage-kinds.js';
import type {
  CsiDriver,
  CsiNode,
  CsiStorageCapacity,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
} from './storage-objects.js';

/** The storage objects of a snapshot by name, in their own shapes. */
export class StorageView {
  readonly #snapshot: ReadableSnapshot;

  constructor(snapshot: ReadableSnapshot) {
    this.#snapshot = snapshot;
  }

  claim(namespace: string, name: string): PersistentVolumeClaim | undefined {
    return this.#snapshot.object(PERSISTENT_VOLUME_CLAIMS.list, name, namespace) as PersistentVolumeClaim | undefined;
  }

  volume(name: string): PersistentVolume | undefined {
    return this.#snapshot.object(PERSISTENT_VOLUMES.list, name) as PersistentVolume | undefined;
  }

  storageClass(name: string): StorageClass | undefined {
    return this.#snapshot.object(STORAGE_CLASSES.list, name);
  }

  /** The CSINode of the node of this name. */
  csiNode(name: string): CsiNode | undefined {
    return this.#snapshot.object(CSI_NODES.list, name) as CsiNode | undefined;
  }

  csiDriver(name: string): CsiDriver | undefined {
    return this.#snapshot.object(CSI_DRIVERS.list, name) as CsiDriver | undefined;
  }

  get volumes(): readonly PersistentVolume[] {
    return (this.#snapshot.objects[PERSISTENT_VOLUMES.list] ?? []) as readonly PersistentVolume[];
  }

  get capacities(): readonly CsiStorageCapacity[] {
    return this.#snapshot.objects[CSI_STORAGE_CAPACITIES.list] ?? [];
  }
}
