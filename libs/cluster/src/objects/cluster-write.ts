import { seenObject, sightOf } from '#access';
import type { Transaction } from '#database';
import type { IdempotentRequest, ObjectRef } from '#requests';
import { served, type Manifest, type StoredObject } from '#rows';
import type { Draft, Sealer } from '#writes';
import type { ClusterRow, Placed } from '../clusters/index.js';
import { revealedTo } from './revealed.js';

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
  /**
   * It is about the object of `place` and what depends on it: with others that wait for the same cluster it is one
   * transaction, and each of them a revision of its own.
   */
  readonly isShort?: boolean;
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
