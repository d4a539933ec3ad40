import type { Caller, Database } from '#database';
import { read, asWriter, type Waiting } from '#requests';
import { findCluster, isClusterId } from './cluster.store.js';

/** Names at most; a process that is asked for more looks them up again. */
const CAPACITY = 10_000;

const idsOf = new WeakMap<object, Map<string, string>>();

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
  const ids = idsOf.get(database) ?? new Map<string, string>();
  idsOf.set(database, ids);
  const key = `${caller.team} ${cluster}`;
  const found = (id: string): void => {
    if (ids.size >= CAPACITY) ids.clear();
    ids.set(key, id);
  };
  if (!isClusterId(cluster) && !ids.has(key)) {
    const row = await read(database, caller, (tx) => findCluster(tx, cluster, 'inSight'));
    if (row !== undefined) found(row.id);
  }
  const waiting = deadline === undefined ? {} : { deadline };
  return asWriter(database, ids.get(key) ?? cluster.toLowerCase(), () => work(found), waiting);
}
