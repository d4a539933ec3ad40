import { mergeBinding, type Manifest, type PodColumns, type StoredObject } from '#rows';

/** The columns of QueuedPodRow. */
export const POD_IN_QUEUE = `manifest -> 'metadata' AS metadata, (manifest -> 'spec')::text AS spec,
    manifest -> 'status' AS status, resource_version,
  created_position, created_at, node_name, phase, bound_at, priority, scheduler_name, shape`;

/** A pod as it is read to be scheduled. */
export interface QueuedPodRow extends PodColumns {
  readonly metadata: Manifest['metadata'];
  /** JSON. */
  readonly spec: string;
  readonly status: NonNullable<Manifest['status']> | null;
  readonly resource_version: string;
  readonly created_position: string;
  readonly created_at: Date;
  readonly shape: string | null;
}

/** A pod of a queue, with what is to be known of it once it is on a node. */
export interface QueuedPod extends StoredObject {
  /** As `podShape` writes it; null in rows that were written before there were shapes. */
  readonly shape: string | null;
}

/**
 * Reads pods of one part. Pods that controllers make have the same spec, word by word: it is parsed once and shared,
 * which takes a tenth of the time, and of the memory, that a spec for each pod takes. It is read-only.
 */
export class PodReader {
  readonly #specs = new Map<string, NonNullable<Manifest['spec']>>();

  read(row: QueuedPodRow): QueuedPod {
    const manifest = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: row.metadata,
      spec: this.#specOf(row.spec),
      status: row.status ?? {},
    };
    return {
      object: mergeBinding(manifest, row),
      resourceVersion: BigInt(row.resource_version),
      createdPosition: BigInt(row.created_position),
      shape: row.shape,
    };
  }

  #specOf(text: string): NonNullable<Manifest['spec']> {
    let spec = this.#specs.get(text);
    if (spec === undefined) this.#specs.set(text, (spec = JSON.parse(text) as NonNullable<Manifest['spec']>));
    return spec;
  }
}
