import type { ReadableSnapshot } from '../snapshot/index.js';
import type {
  CsiDriver,
  CsiNode,
  CsiStorageCapacity,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
  VolumeAttachment,
} from './storage-objects.js';

/**
 * The storage objects of a snapshot by name, in their own shapes: the one place that says which list holds which kind.
 */
export class StorageView {
  readonly #snapshot: ReadableSnapshot;

  constructor(snapshot: ReadableSnapshot) {
    this.#snapshot = snapshot;
  }

  claim(namespace: string, name: string): PersistentVolumeClaim | undefined {
    return this.#snapshot.object('persistentVolumeClaims', name, namespace) as PersistentVolumeClaim | undefined;
  }

  volume(name: string): PersistentVolume | undefined {
    return this.#snapshot.object('persistentVolumes', name) as PersistentVolume | undefined;
  }

  storageClass(name: string): StorageClass | undefined {
    return this.#snapshot.object('storageClasses', name);
  }

  /** The CSINode of the node of this name. */
  csiNode(name: string): CsiNode | undefined {
    return this.#snapshot.object('csiNodes', name) as CsiNode | undefined;
  }

  csiDriver(name: string): CsiDriver | undefined {
    return this.#snapshot.object('csiDrivers', name) as CsiDriver | undefined;
  }

  get volumes(): readonly PersistentVolume[] {
    return (this.#snapshot.objects.persistentVolumes ?? []) as readonly PersistentVolume[];
  }

  get capacities(): readonly CsiStorageCapacity[] {
    return this.#snapshot.objects.csiStorageCapacities ?? [];
  }

  get attachments(): readonly VolumeAttachment[] {
    return (this.#snapshot.objects.volumeAttachments ?? []) as readonly VolumeAttachment[];
  }
}
