import type { Caller, Database, Transaction } from '#database';
import { readBudgets } from '../budgets/index.js';
import { inTurn, RevisionWriter, type Change, type ChangeOp, type ClusterHead } from '../changes/index.js';
import { lockCluster, type ClusterRow } from '../clusters/index.js';
import { idempotently, type IdempotentRequest } from '../idempotency/index.js';
import { refuse, write, type Outcome } from '../outcome/index.js';
import { countsForBudgets } from './counts-for-budgets.js';
import type { Manifest } from './manifest.js';
import { updateObject } from './object.store.js';

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

/**
 * Runs a write and commits what it recorded as one revision, the status of disruption budgets that it moved included; without a change
 * there is no revision.
 */
export function writeCluster<T>(
  database: Database,
  call: WriteTarget & { readonly caller: Caller },
  fn: (work: ClusterWrite) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const inOurTurn = (work: (tx: Transaction) => Promise<Outcome<T>>) =>
    inTurn(database, `write ${call.cluster}`, () => write(database, call.caller, work));
  return idempotently(database, call.caller, {
    ...call.idempotency,
    run: (keep) =>
      inOurTurn(async (tx) => {
        const found = await lockCluster(tx, call.cluster);
        if (found === undefined) return refuse({ kind: 'ClusterNotFound', cluster: call.cluster });
        const { cluster, head } = found;
        const changes: Change[] = [];
        const work: ClusterWrite = { tx, cluster, record: (op, object) => record(head, changes, changeOf(op, object)) };
        const outcome = await fn(work);
        if (!outcome.refused && changes.length > 0) {
          await followBudgets(work, changes);
          const revision = new RevisionWriter(tx, head);
          await revision.append(changes);
          await revision.seal();
        }
        if (call.dryRun === true) tx.abandon();
        else await keep(tx, outcome);
        return outcome;
      }),
  });
}

/** The change that leaves `object` as it is given (for a deletion: as it last was). */
export function changeOf(op: ChangeOp, object: Manifest): Change {
  const { apiVersion, kind, metadata } = object;
  return {
    op,
    apiVersion,
    kind,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    uid: metadata.uid ?? '',
    body: object,
  };
}

/** Writes the status of budgets that the changes moved. Only the namespaces that were touched are looked at. */
async function followBudgets({ tx, cluster, record: note }: ClusterWrite, changes: readonly Change[]): Promise<void> {
  const touched = new Set(changes.filter(({ kind }) => countsForBudgets(kind)).map(({ namespace }) => namespace));
  const book = await readBudgets(tx, cluster.id, [...touched]);
  for (const { object, createdPosition } of book.outdated()) {
    await updateObject(tx, cluster.id, { object, resourceVersion: note('update', object), createdPosition });
  }
}

function record(head: ClusterHead, changes: Change[], change: Change): bigint {
  changes.push(change);
  return head.position + BigInt(changes.length);
}
