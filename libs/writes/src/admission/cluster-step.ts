import type { Transaction } from '#database';
import type { AdmissionContext, KindDescription, ObjectSubresource } from '#kubernetes';
import type { Draft } from '../changes/index.js';
import type { Refusal } from '#requests';
import type { Manifest } from '#rows';
import type { AdmissionColumns } from './admission-settings.js';

/** An object on its way into a cluster whose head is held. */
export interface ObjectWrite {
  readonly tx: Transaction;
  readonly cluster: AdmissionColumns & { readonly id: string };
  /** What the write did so far: a step reads it, and adds nothing. */
  readonly draft: Draft;
  readonly operation: AdmissionContext['operation'];
  readonly kind: KindDescription;
  readonly object: Manifest;
  /** As it is now, where it is there. */
  readonly old?: Manifest;
  readonly subresource?: ObjectSubresource;
  /** The group and version that the request has it in, where that is not the one in which it is stored. */
  readonly requestedAs?: string;
}

/**
 * A step of admission that looks at more of the cluster than its classes: the object is complete and valid, the head is
 * held, so what is read stays true until the commit. It answers why the object is refused, or nothing.
 */
export interface ClusterStep {
  readonly name: string;
  readonly judge: (write: ObjectWrite) => Promise<Refusal | undefined>;
}
