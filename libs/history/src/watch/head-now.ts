import type { Caller, Transactions } from '#database';
import { countObjects, type ClusterCounts } from '#cluster';
import { read } from '#requests';
import { readReach } from '#state';
import { readHead, readTouchedKinds } from './heads.queries.js';

/** How many of the objects of a kind were written. */
export interface TouchedKind {
  readonly kind: string;
  /** An object that was written twice is two. */
  readonly changes: number;
}

/** A cluster as its log has just left it. */
export interface HeadNow {
  readonly cluster: string;
  readonly name: string;
  readonly revision: string;
  readonly position: string;
  /** The time of that revision. */
  readonly at: string;
  /** The newest run that is no dry run; null when there was none. */
  readonly run: string | null;
  readonly counts: ClusterCounts;
  /** It was deleted: nothing follows. */
  readonly deleted: boolean;
}

/** The same, and what was written since a position; null when that is too much, or not there any more. */
export interface MovedHead {
  readonly now: HeadNow;
  readonly touched: readonly TouchedKind[] | null;
}

/** Changes that are looked at to say which kinds were touched: a fifth of a second's work. */
const MOST_CHANGES = 100_000n;

/** A cluster's head as it is, and the kinds of what was written after a position: none where no position is given. */
export function readMovedHead(
  database: Transactions,
  caller: Caller,
  { clusterId, after }: { readonly clusterId: string; readonly after: bigint | undefined },
): Promise<MovedHead> {
  return read(database, caller, async (tx) => {
    const [reach, head, counts] = await tx.together(
      () => readReach(tx, clusterId),
      () => readHead(tx, clusterId),
      () => countObjects(tx, [{ id: clusterId, sight: 'all', sight_namespaces: [] }]),
    );
    const { position, revision } = reach.head;
    const now = {
      ...head,
      cluster: clusterId,
      revision: String(revision),
      position: String(position),
      at: reach.lastAt.toISOString(),
      counts: counts.get(clusterId) ?? { nodes: 0, pods: 0, pendingPods: 0 },
      deleted: reach.ended,
    };
    if (after === undefined || after === position) return { now, touched: [] };
    const isThere = after >= reach.keptAfter && after < position && position - after <= MOST_CHANGES;
    return { now, touched: isThere ? await readTouchedKinds(tx, clusterId, { after, upTo: position }) : null };
  });
}
