import type { Caller, Database, Transaction } from '#database';
import { refuse, writeFrom, type Deadline, type Outcome } from '#requests';
import { commit, type CompletedDraft } from '#writes';
import { findCluster, foundCluster, lockFound } from '../clusters/index.js';
import type { Answer, ClusterWrite, WriteTarget } from './cluster-write.js';
import { writeLocked } from './locked-write.js';

/** A write that has the turn of its cluster's writers, or waits for it. */
export interface ClusterWriter<T> {
  readonly target: WriteTarget;
  readonly caller: Caller;
  readonly deadline: Deadline;
  /** Remembers an outcome in the transaction of its effect. */
  readonly keep: (tx: Transaction, outcome: Outcome<T>) => Promise<void>;
  readonly fn: (work: ClusterWrite) => Promise<Outcome<Answer<T>>>;
  /** Called with the id of the cluster. */
  readonly found: (clusterId: string) => void;
}

/** Writes in a transaction of its own, again while it loses to others. @throws Busy when it loses until the deadline */
export function writeAlone<T>(
  database: Database,
  { target, caller, deadline, keep, fn, found }: ClusterWriter<T>,
): Promise<Outcome<T>> {
  return writeFrom(
    database,
    caller,
    {
      first: (tx) => findCluster(tx, target.cluster, 'inSight'),
      then: async (tx, before) => {
        const locked = before && (await lockFound(tx, before));
        if (locked === undefined) return refuse({ kind: 'ClusterNotFound', cluster: target.cluster });
        found(locked.cluster.id);
        foundCluster(database, { caller, cluster: target.cluster }, locked.cluster.id);
        const held = { tx, ...locked, store: (draft: CompletedDraft) => commit(tx, draft, { headHeld: true }) };
        const { shown, kept } = await writeLocked(database, held, target, fn);
        if (target.dryRun === true) tx.abandon();
        else await keep(tx, kept());
        return shown;
      },
    },
    deadline,
  );
}
