import type { Transaction } from '#database';
import type { AdmissionOperation, KindDescription } from '#kubernetes';
import type { Draft } from '../changes/index.js';
import type { ClusterRow } from '../clusters/index.js';
import { refuse, type Outcome, type Refusal } from '../outcome/index.js';
import type { Manifest } from '../rows/index.js';
import { admitted } from './admission.js';
import { readLookups } from './lookups.js';

/** An object on its way into a cluster whose head is held. */
export interface ObjectWrite {
  readonly tx: Transaction;
  readonly cluster: ClusterRow;
  /** What the write did so far: a step reads it, and adds nothing. */
  readonly draft: Draft;
  readonly operation: AdmissionOperation;
  readonly kind: KindDescription;
  readonly object: Manifest;
  /** As it is now, where it is there. */
  readonly old?: Manifest;
  readonly subresource?: 'status';
}

/**
 * A step of admission that looks at more of the cluster than its classes: the object is complete and valid, the head is
 * held, so what is read stays true until the commit. It answers why the object is refused, or nothing.
 */
export interface ClusterStep {
  readonly name: string;
  readonly judge: (write: ObjectWrite) => Promise<Refusal | undefined>;
}

/** The end of the chain, in order: a line each. The first refusal counts. */
export const CLUSTER_STEPS: readonly ClusterStep[] = [];

/** The object as it may be stored, or why not: the whole chain. `object` is used up. */
export async function admitWrite(write: ObjectWrite): Promise<Outcome<Manifest>> {
  const { tx, cluster, operation, kind, old } = write;
  const admission = admitted(write.object, {
    operation,
    ...(old === undefined || operation !== 'update' ? {} : { old }),
    ...(await readLookups(tx, cluster.id, kind.kind)),
  });
  if (admission.refused) return admission;
  for (const { judge } of CLUSTER_STEPS) {
    const refusal = await judge({ ...write, object: admission.value });
    if (refusal !== undefined) return refuse(refusal);
  }
  return admission;
}
