import type { LabelSelector, NodeSelectorTerm, ObjectMeta } from '../objects/index.js';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '../volumes/index.js';

type VolumeSpec = NonNullable<PersistentVolume['spec']>;
type ClaimSpec = NonNullable<PersistentVolumeClaim['spec']>;

/** A claim that is built up word by word; it is a PersistentVolumeClaim at every step. */
export class ClaimBuilder implements PersistentVolumeClaim {
  metadata: ObjectMeta;
  spec: ClaimSpec = {};
  status: NonNullable<PersistentVolumeClaim['status']> = {};

  constructor(name: string) {
    this.metadata = { name, namespace: 'default', uid: `uid-${name}` };
  }

  namespace(namespace: string): this {
    return this.meta({ namespace });
  }
  of(storageClassName: string): this {
    return this.with({ storageClassName });
  }
  asks(storage: string | number): this {
    return this.with({ resources: { requests: { storage } } });
  }
  modes(...accessModes: string[]): this {
    return this.with({ accessModes });
  }
  selects(selector: LabelSelector): this {
    return this.with({ selector });
  }
  /** Names its volume, without being bound to it. */
  names(volumeName: string): this {
    return this.with({ volumeName });
  }
  boundTo(volumeName: string): this {
    return this.names(volumeName).annotated('pv.kubernetes.io/bind-completed', 'yes');
  }
  selectedFor(node: string): this {
    return this.annotated('volume.kubernetes.io/selected-node', node);
  }
  annotated(key: string, value: string): this {
    return this.meta({ annotations: { ...this.metadata.annotations, [key]: value } });
  }
  ownedBy(uid: string, controller = true): this {
    return this.meta({ ownerReferences: [{ uid, controller }] });
  }
  terminating(): this {
    return this.meta({ deletionTimestamp: '2026-01-01T00:00:00Z' });
  }
  lost(): this {
    this.status = { phase: 'Lost' };
    return this;
  }

  with(spec: ClaimSpec): this {
    this.spec = { ...this.spec, ...spec };
    return this;
  }

  meta(part: ObjectMeta): this {
    this.metadata = { ...this.metadata, ...part };
    return this;
  }
}

/**
 * A volume that is built up word by word; it is a PersistentVolume at every step, and an available
 * one unless said otherwise.
 */
export class VolumeBuilder implements PersistentVolume {
  metadata: ObjectMeta;
  spec: VolumeSpec = {};
  status: NonNullable<PersistentVolume['status']> = { phase: 'Available' };

  constructor(name: string) {
    this.metadata = { name };
  }

  of(storageClassName: string): this {
    return this.with({ storageClassName });
  }
  has(storage: string | number): this {
    return this.with({ capacity: { storage } });
  }
  modes(...accessModes: string[]): this {
    return this.with({ accessModes });
  }
  csi(driver: string, volumeHandle: string): this {
    return this.with({ csi: { driver, volumeHandle } });
  }
  reservedFor(claimRef: { namespace?: string; name?: string; uid?: string }): this {
    return this.with({ claimRef });
  }
  reachedBy(...nodeSelectorTerms: NodeSelectorTerm[]): this {
    return this.with({ nodeAffinity: { required: { nodeSelectorTerms } } });
  }
  inZones(...values: string[]): this {
    return this.reachedBy({ matchExpressions: [{ key: 'zone', operator: 'In', values }] });
  }
  labels(labels: Record<string, string>): this {
    return this.meta({ labels });
  }
  phase(phase: string): this {
    this.status = { phase };
    return this;
  }

  with(spec: VolumeSpec): this {
    this.spec = { ...this.spec, ...spec };
    return this;
  }

  meta(part: ObjectMeta): this {
    this.metadata = { ...this.metadata, ...part };
    return this;
  }
}

/** `makeClaim('c').of('fast').asks('5Gi')`: an unbound claim in namespace `default`. */
export function makeClaim(name: string): ClaimBuilder {
  return new ClaimBuilder(name);
}

/** `makeVolume('v').of('fast').has('5Gi')`: an available volume that every node reaches. */
export function makeVolume(name: string): VolumeBuilder {
  return new VolumeBuilder(name);
}

/** A class that waits for the first consumer and makes volumes with a driver `<name>.csi`, unless said otherwise. */
export function makeStorageClass(name: string, more: Omit<StorageClass, 'metadata'> = {}): StorageClass {
  return { metadata: { name }, provisioner: `${name}.csi`, volumeBindingMode: 'WaitForFirstConsumer', ...more };
}
