import type { Caller, Database, Transaction } from '#database';
import { commit, Draft } from '../changes/index.js';
import {
  claimNamespaces,
  findCluster,
  inWriteLane,
  lockFound,
  permitsOf,
  refusedFollowed,
  refusedObject,
  type ClusterRow,
  type Placed,
} from '../clusters/index.js';
import { complete } from '../followers/index.js';
import { idempotently, type IdempotentRequest, type ObjectRef, ok, refuse, writeFrom, type Outcome } from '#requests';
import { isForbidden, noteRefusals, type WriteOperation } from '../refusal-log/index.js';
import { served, type Manifest, type StoredObject } from '#rows';
import { Sealer } from '../sealing/index.js';
import { revealedTo } from './revealed.js';
import { seenObject, sightOf } from '#access';

/**
 * A short write to one cluster: its head is held, so that what is read stays true until the commit. What
 * it does stands in the draft.
 */
export interface ClusterWrite {
  /** To read with: rows are written when the draft is committed. */
  readonly tx: Transaction;
  readonly cluster: ClusterRow;
  readonly draft: Draft;
  /** Whether nothing of it is stored. */
  readonly dryRun: boolean;
  /** Whether its caller does not see the namespace that it is about: for them nothing is there. */
  readonly isUnseen?: boolean;
  readonly sealer: Sealer;
  /** Whether the values of Secrets are shown to its writer. */
  reveals: boolean;
}

/** Where to write, and whether to keep it. */
export interface WriteTarget {
  /** Id or name. */
  readonly cluster: string;
  /** All that is written to, where that is known before: a caller without write access learns nothing of it. */
  readonly place?: Placed;
  /**
   * What a caller is answered who does not see the namespace of `place`: the same as where the namespace is not there.
   * `namespace` (default): it is not found; an object: that one is not found; `absent`: the write itself says so.
   */
  readonly unseen?: 'namespace' | 'absent' | ObjectRef;
  /** Everything runs, nothing is stored. */
  readonly dryRun?: boolean;
  readonly idempotency?: IdempotentRequest;
  /** Whether its writer is shown what an API server shows them. */
  readonly asServed?: boolean;
  /** It writes no object of Kubernetes, and so also to a cluster that follows a real one. */
  readonly isAside?: boolean;
}

/** What a write answers, made when its changes have their positions. */
export type Answer<T> = () => T;

/** An object as its writer reads it. */
export function shownTo({ cluster, sealer, reveals }: ClusterWrite, stored: StoredObject): Manifest {
  return served(seenObject(sightOf(cluster), reveals ? revealedTo(sealer, cluster, stored) : stored));
}

/**
 * An object that was written, as its writer reads it. A dry run gives it no version: it has that of the object before,
 * and none where there was none.
 */
export function writtenTo(work: ClusterWrite, stored: StoredObject, before?: StoredObject): Manifest {
  if (!work.dryRun) return shownTo(work, stored);
  if (before !== undefined) return shownTo(work, { ...stored, resourceVersion: before.resourceVersion });
  const { metadata, ...object } = shownTo(work, stored);
  const { resourceVersion: _, ...unversioned } = metadata;
  return { ...object, metadata: unversioned };
}

/**
 * Runs a write and commits what it drafted as one revision, with all that follows from it; without a change there is no
 * revision. What admission forbids is noted beside the log.
 */
export async function writeCluster<T>(
  database: Database,
  { operation = 'replace', ...call }: WriteTarget & { readonly caller: Caller; readonly operation?: WriteOperation },
  fn: (work: ClusterWrite) => Promise<Outcome<Answer<T>>>,
): Promise<Outcome<T>> {
  let clusterId = '';
  const outcome = await idempotently<T>(database, call.caller, {
    ...call.idempotency,
    run: (keep, deadline) =>
      inWriteLane(database, call.caller, { cluster: call.cluster, deadline }, (found) =>
        writeFrom(
          database,
          call.caller,
          {
            first: (tx) => findCluster(tx, call.cluster, 'inSight'),
            then: async (tx, before) => {
              const locked = before && (await lockFound(tx, before));
              if (locked === undefined) return refuse({ kind: 'ClusterNotFound', cluster: call.cluster });
              found((clusterId = locked.cluster.id));
              const { place, unseen = 'namespace' } = call;
              const dryRun = call.dryRun === true;
              const asServed = call.asServed === true;
              const isAside = call.isAside === true;
              const held = { tx, ...locked, place, unseen, dryRun, asServed, isAside };
              const { shown, kept } = await writeLocked(database, held, fn);
              if (dryRun) tx.abandon();
              else await keep(tx, kept());
              return shown;
            },
          },
          deadline,
        ),
      ),
  });
  if (outcome.refused && isForbidden(outcome.refusal) && call.dryRun !== true)
    await noteRefusals(database, call.caller, { clusterId, operation, refusals: [outcome.refusal] });
  return outcome;
}

/** A cluster whose head is held, and the place that is known to be written to. */
interface Held extends NonNullable<Awaited<ReturnType<typeof lockFound>>>, Required<Pick<WriteTarget, 'unseen'>> {
  readonly tx: Transaction;
  readonly place: Placed | undefined;
  readonly dryRun: boolean;
  readonly asServed: boolean;
  readonly isAside: boolean;
}

/** What a write comes to: as it is answered, and as it is stored for those who ask again. */
interface Written<T> {
  readonly shown: Outcome<T>;
  readonly kept: () => Outcome<T>;
}

async function writeLocked<T>(
  database: Database,
  { tx, cluster, head, place, unseen, dryRun, asServed, isAside }: Held,
  fn: (work: ClusterWrite) => Promise<Outcome<Answer<T>>>,
): Promise<Written<T>> {
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
  if (!draft.isEmpty || draft.run !== undefined)
    await commit(tx, await complete({ tx, database, draft }), { headHeld: true });
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
