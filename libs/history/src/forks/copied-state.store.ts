import type { CopyValue, Transaction } from '#database';
import type { PastObject, PastState } from '#state';
import { COLUMNS, KEYS, rowOf, tableOf, type ObjectTable, type WriteContext } from '#rows';

/** Between which clusters. */
export interface Copying {
  readonly from: string;
  readonly to: string;
}

const TABLES: readonly ObjectTable[] = ['namespaces', 'nodes', 'pods', 'objects'];

/**
 * Gives a cluster the rows that another had in a past state, with the versions that they had. What has not been touched
 * since is copied from row to row; only the rest is written anew, which takes four times as long.
 */
export async function copyState(tx: Transaction, { from, to }: Copying, past: PastState): Promise<void> {
  const touched = await findTouched(tx, from, past.position);
  for (const table of TABLES) await copyRows(tx, { from, to, table, upTo: past.position });
  const context = { clusterId: to, teamId: tx.caller.team };
  const changed = past.kinds.map((kind) => ({
    kind,
    objects: past.ofKind(kind).filter((object) => touched.has(keyOf(object))),
  }));
  for (const { kind, objects } of changed) {
    const table = tableOf(kind);
    if (objects.length > 0) await tx.copyIn({ table, columns: COLUMNS[table] }, rowsOf(objects, context));
  }
}

/** Objects that changes after a position are about. */
async function findTouched(tx: Transaction, clusterId: string, position: bigint): Promise<ReadonlySet<string>> {
  const touched = new Set<string>();
  const changes = tx.streamValues<[string, string, string]>(
    "SELECT kind, namespace, name FROM changes WHERE cluster_id = $1 AND position > $2 AND op <> 'note'",
    [clusterId, position],
    BATCH,
  );
  for await (const batch of changes)
    for (const [kind, namespace, name] of batch) touched.add(keyOf({ kind, namespace, name }));
  return touched;
}

const BATCH = 5_000;

function keyOf({ kind, namespace, name }: Pick<PastObject, 'kind' | 'namespace' | 'name'>): string {
  return `${kind}/${namespace}/${name}`;
}

async function copyRows(
  tx: Transaction,
  { from, to, table, upTo }: Copying & { readonly table: ObjectTable; readonly upTo: bigint },
): Promise<void> {
  const columns = Object.keys(COLUMNS[table])
    .filter((column) => column !== 'cluster_id' && column !== 'team_id')
    .join(', ');
  const isOfTeam = 'team_id' in COLUMNS[table];
  // In the order of the key, for then its index is filled from one end.
  await tx.execute(
    `INSERT INTO ${table} (cluster_id, ${columns}${isOfTeam ? ', team_id' : ''})
     SELECT $1, ${columns}${isOfTeam ? ', $4' : ''} FROM ${table} WHERE cluster_id = $2
       AND resource_version <= $3 ORDER BY ${KEYS[table].join(', ')}`,
    [to, from, upTo, ...(isOfTeam ? [tx.caller.team] : [])],
  );
}

/** One after the other: none of them stays in memory. */
function* rowsOf(objects: readonly PastObject[], context: WriteContext): Iterable<CopyValue[]> {
  for (const object of objects) yield rowOf(object.stored(), context);
}

/**
 * Gives a cluster the versions of profiles that another had at a time: what serves is among them, and the
 * next one gets the next number.
 */
export async function copyProfileVersions(tx: Transaction, { from, to }: Copying, time: Date): Promise<void> {
  await tx.execute(
    `INSERT INTO profiles (cluster_id, name, version, digest, config, created_at, engine_digest)
     SELECT $1, name, version, digest, config, created_at, engine_digest FROM profiles WHERE cluster_id = $2
       AND created_at <= $3`,
    [to, from, time],
  );
}
