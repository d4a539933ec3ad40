import type { CopyValue, Transaction } from '#database';
import type { PastState } from '../history/index.js';
import { COLUMNS, KEYS, rowOf, tableOf, type ObjectTable, type WriteContext } from '../objects/index.js';

/** Between which clusters. */
export interface Copying {
  readonly from: string;
  readonly to: string;
}

const TABLES: readonly ObjectTable[] = ['namespaces', 'nodes', 'pods', 'objects'];

/** Gives a cluster the rows that another has now, with the versions that they have. */
export async function copyRows(tx: Transaction, { from, to }: Copying): Promise<void> {
  for (const table of TABLES) {
    const columns = Object.keys(COLUMNS[table]).filter((column) => column !== 'cluster_id').join(', ');
    // In the order of the key, for then its index is filled from one end.
    await tx.execute(`INSERT INTO ${table} (cluster_id, ${columns}) SELECT $1, ${columns} FROM ${table} WHERE cluster_id = $2 ORDER BY ${KEYS[table].join(', ')}`, [to, from]);
  }
}

/** Gives a cluster the rows that another had in a past state. */
export async function writeRows(tx: Transaction, to: string, past: PastState): Promise<void> {
  const context = { clusterId: to, teamId: tx.caller.team };
  for (const table of TABLES) {
    const kinds = past.kinds.filter((kind) => tableOf(kind) === table);
    if (kinds.length > 0) await tx.copyIn({ table, columns: COLUMNS[table] }, rowsOf(past, kinds, context));
  }
}

/** One after the other: none of them is kept. */
function* rowsOf(past: PastState, kinds: readonly string[], context: WriteContext): Iterable<CopyValue[]> {
  for (const kind of kinds) for (const object of past.ofKind(kind)) yield rowOf(object.stored(), context);
}

/** Gives a cluster the versions of profiles that another had at a time: what serves is among them, and the next one gets the next number. */
export async function copyProfileVersions(tx: Transaction, { from, to }: Copying, time: Date): Promise<void> {
  await tx.execute(
    `INSERT INTO profiles (cluster_id, name, version, digest, config, created_at)
     SELECT $1, name, version, digest, config, created_at FROM profiles WHERE cluster_id = $2 AND created_at <= $3`,
    [to, from, time],
  );
}
