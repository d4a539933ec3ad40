import type { Caller, Database } from '#database';
import { read, asWriter, type Waiting } from '#requests';
import { findCluster, isClusterId } from './cluster.store.js';

/** Names at most; a process that is asked for more looks them up again. */
const CAPACITY = 10_000;

const idsOf = new WeakMap<object, Map<string, string>>();

/** Which cluster a writer calls, and for whom. */
export interface Called {
  readonly caller: Caller;
  /** Id or name. */
  readonly cluster: string;
}

/**
 * Runs `work` when no other writer of the cluster is at work in this process, whether it is called by its id or by its
 * name. A name that has gone to another cluster meanwhile is found out by `work`, which says so: what it waited for was
 * then another's mutex, and nothing else.
 * @throws Busy when the deadline passes first
 */
export async function inWriteLane<T>(
  database: Database,
  caller: Caller,
  { cluster, deadline }: Waiting & { readonly cluster: string },
  work: (found: (id: string) => void) => Promise<T>,
): Promise<T> {
  const called = { caller, cluster };
  const waiting = deadline === undefined ? {} : { deadline };
  return asWriter(
    database,
    await laneOf(database, called),
    () => work((id) => foundCluster(database, called, id)),
    waiting,
  );
}

/** What the writers of a cluster wait for, by whichever name they call it. */
export async function laneOf(database: Database, { caller, cluster }: Called): Promise<string> {
  const ids = idsIn(database);
  const key = keyOfCalled({ caller, cluster });
  if (!isClusterId(cluster) && !ids.has(key)) {
    const row = await read(database, caller, (tx) => findCluster(tx, cluster, 'inSight'));
    if (row !== undefined) foundCluster(database, { caller, cluster }, row.id);
  }
  return ids.get(key) ?? cluster.toLowerCase();
}

/** Remembers which cluster it is that is called so. */
export function foundCluster(database: object, called: Called, id: string): void {
  const ids = idsIn(database);
  if (ids.size >= CAPACITY) ids.clear();
  ids.set(keyOfCalled(called), id);
}

function idsIn(database: object): Map<string, string> {
  let ids = idsOf.get(database);
  if (ids === undefined) idsOf.set(database, (ids = new Map<string, string>()));
  return ids;
}

function keyOfCalled({ caller, cluster }: Called): string {
  return `${caller.team} ${cluster}`;
}
