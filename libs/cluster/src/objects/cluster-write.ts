import type { Caller, Database, Transaction } from '#database';
import type { Manifest } from './manifest.js';
import { inTurn, RevisionWriter, type Change, type ChangeOp, type ClusterHead } from '../changes/index.js';
import { lockCluster, type ClusterRow } from '../clusters/index.js';
import { idempotently, type IdempotentRequest } from '../idempotency/index.js';
import { refuse, write, type Outcome } from '../outcome/index.js';

/** A short write to one cluster: its head is held, so that what is read stays true until the commit. */
export interface ClusterWrite {
  readonly tx: Transaction;
  readonly cluster: ClusterRow;
  /** Notes a change and gives the position it takes, which becomes the object's resourceVersion. */
  record(op: ChangeOp, object: Manifest): bigint;
}

/** Where to write, and whether to keep it. */
export interface WriteTarget {
  /** Id or name. */
  readonly cluster: string;
  /** Everything runs, nothing is kept. */
  readonly dryRun?: boolean;
  readonly idempotency?: IdempotentRequest;
}

/** Runs a write and commits what it recorded as one revision; without a change there is no revision. */
export function writeCluster<T>(
  database: Database,
  call: WriteTarget & { readonly caller: Caller },
  fn: (work: ClusterWrite) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const inOurTurn = (work: (tx: Transaction) => Promise<Outcome<T>>) => inTurn(database, `write ${call.cluster}`, () => write(database, call.caller, work));
  return idempotently(database, call.caller, { ...call.idempotency, run: (keep) => inOurTurn(async (tx) => {
    const found = await lockCluster(tx, call.cluster);
    if (found === undefined) return refuse({ kind: 'ClusterNotFound', cluster: call.cluster });
    const { cluster, head } = found;
    const changes: Change[] = [];
    const outcome = await fn({ tx, cluster, record: (op, object) => record(head, changes, changeOf(op, object)) });
    if (!outcome.refused && changes.length > 0) {
      const revision = new RevisionWriter(tx, head);
      await revision.append(changes);
      if ((await revision.seal()) === undefined) throw new Error(`the locked head of cluster ${cluster.id} moved`);
    }
    if (call.dryRun === true) tx.abandon();
    else await keep(tx, outcome);
    return outcome;
  }) });
}

/** The change that leaves `object` as it is given (for a deletion: as it last was). */
export function changeOf(op: ChangeOp, object: Manifest): Change {
  const { apiVersion, kind, metadata } = object;
  return { op, apiVersion, kind, namespace: metadata.namespace ?? '', name: metadata.name, uid: metadata.uid ?? '', body: object };
}

function record(head: ClusterHead, changes: Change[], change: Change): bigint {
  changes.push(change);
  return head.position + BigInt(changes.length);
}
