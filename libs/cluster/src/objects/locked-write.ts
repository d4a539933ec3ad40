import type { Database, Transaction } from '#database';
import { ok, refuse, type Outcome } from '#requests';
import { Draft, type CompletedDraft, type ClusterHead, complete, Sealer } from '#writes';
import { claimNamespaces, permitsOf, refusedFollowed, refusedObject, type ClusterRow } from '../clusters/index.js';
import type { Answer, ClusterWrite, WriteTarget } from './cluster-write.js';

/** A cluster whose head is held. */
export interface HeldCluster {
  /** As the writer has it. */
  readonly tx: Transaction;
  readonly cluster: ClusterRow;
  readonly head: ClusterHead;
  /** Stores the draft as the next revision. */
  readonly store: (draft: CompletedDraft) => Promise<unknown>;
}

/** What a write comes to: as it is answered, and as it is stored for those who ask again. */
export interface Written<T> {
  readonly shown: Outcome<T>;
  readonly kept: () => Outcome<T>;
}

/** Does a write to a cluster whose head is held, with all that follows from it. */
export async function writeLocked<T>(
  database: Database,
  { tx, cluster, head, store }: HeldCluster,
  target: WriteTarget,
  fn: (work: ClusterWrite) => Promise<Outcome<Answer<T>>>,
): Promise<Written<T>> {
  const { place, unseen = 'namespace', dryRun = false, asServed = false, isAside = false } = target;
  // Before anything else is said of the cluster's content.
  const followed = dryRun || isAside ? undefined : refusedFollowed(cluster);
  if (followed !== undefined) return refusedWrite(refuse(followed));
  const permits = await permitsOf(tx, cluster);
  const kept = place && permits(place);
  const isUnseen = kept?.kind === 'ObjectNotFound';
  if (isUnseen && typeof unseen === 'object') return refusedWrite(refuse({ kind: 'ObjectNotFound', object: unseen }));
  if (kept !== undefined && !(isUnseen && unseen === 'absent')) return refusedWrite(refuse(kept));
  const sealer = Sealer.of(database);
  const draft = new Draft({ head, at: tx.at, sealer });
  const work: ClusterWrite = { tx, cluster, draft, dryRun, isUnseen, sealer, reveals: asServed };
  const outcome = await fn(work);
  if (outcome.refused) return refusedWrite(outcome);
  const forbidden = refusedObject(permits, draft.changes);
  if (forbidden !== undefined) return refusedWrite(forbidden);
  if (!draft.isEmpty || draft.run !== undefined) await store(await complete({ tx, database, draft }));
  await claimNamespaces(tx, head);
  const shown = ok(outcome.value());
  // The answer that is stored has no values of Secrets.
  const stored = (): Outcome<T> => {
    work.reveals = false;
    return ok(outcome.value());
  };
  return { shown, kept: asServed ? stored : () => shown };
}

function refusedWrite(refused: Outcome<never>): Written<never> {
  return { shown: refused, kept: () => refused };
}
