import { RowReader, type Transaction } from '#database';
import { tableOf, type Manifest, type ObjectRow } from '#rows';

/** A row of the present state, with all of its columns, and the key that the log has it under. */
export interface StateRow extends Omit<ObjectRow, 'manifest'> {
  readonly kind: string;
  /** Empty for kinds that live in no namespace. */
  readonly namespace: string;
  readonly name: string;
  readonly manifest: Manifest;
  readonly created_at: Date;
  /** Of the tables that have them. */
  readonly team_id?: string;
  readonly api_version?: string;
  readonly changed_at?: Date | null;
  readonly changed_by?: string | null;
  readonly nominated_node?: string | null;
  readonly shape?: string | null;
  readonly started_ms?: string | null;
}

const BATCH = 1_000;

/** Everything that is there, in byte order of kinds, namespaces and names. */
export async function readStateRows(tx: Transaction, clusterId: string): Promise<RowReader<StateRow>> {
  const rows = await tx.query<{ kind: string }>('SELECT DISTINCT kind FROM objects WHERE cluster_id = $1', [clusterId]);
  const kinds = [...new Set([...rows.map(({ kind }) => kind), 'Namespace', 'Node', 'Pod'])].sort();
  return RowReader.open(ofKinds(tx, clusterId, kinds));
}

async function* ofKinds(tx: Transaction, clusterId: string, kinds: readonly string[]): AsyncIterable<StateRow[]> {
  for (const kind of kinds)
    yield* tx.stream<StateRow & Record<string, unknown>>(
      SELECT[tableOf(kind)],
      tableOf(kind) === 'objects' ? [clusterId, kind] : [clusterId],
      BATCH,
    );
}

/** In the order of each table's own key. A kind that another table has may stand among the objects only by an edit. */
const SELECT = {
  namespaces: "SELECT 'Namespace' AS kind, '' AS namespace, n.* FROM namespaces n WHERE cluster_id = $1 ORDER BY name",
  nodes: "SELECT 'Node' AS kind, '' AS namespace, n.* FROM nodes n WHERE cluster_id = $1 ORDER BY name",
  pods: "SELECT 'Pod' AS kind, p.* FROM pods p WHERE cluster_id = $1 ORDER BY namespace, name",
  objects: 'SELECT * FROM objects WHERE cluster_id = $1 AND kind = $2 ORDER BY namespace, name',
} as const;

/** Where the snapshots of a cluster behind a position are, first to last; those too of which only a part is there. */
export async function readSnapshotPositions(tx: Transaction, clusterId: string, after: bigint): Promise<bigint[]> {
  const rows = await tx.query<{ position: string }>(
    `SELECT position FROM (SELECT cluster_id, position FROM snapshots UNION SELECT cluster_id, position
     FROM snapshot_chunks) s WHERE cluster_id = $1 AND position > $2 ORDER BY position`,
    [clusterId, String(after)],
  );
  return rows.map(({ position }) => BigInt(position));
}
