import type { Transaction } from '#database';
import type { Manifest } from '#rows';

/** A node, whole: there are few of them. */
export interface NodeRow {
  readonly uid: string;
  readonly manifest: Manifest;
}

/** Nodes are read in batches of this many, so that their JSON does not pile up. */
const BATCH = 500;

const SELECT = 'SELECT uid, manifest FROM nodes WHERE cluster_id = $1';

/** All of a cluster, in the order of their creation in the log. */
export function streamNodes(tx: Transaction, clusterId: string): AsyncIterable<NodeRow[]> {
  return tx.stream<NodeRow & Record<string, unknown>>(`${SELECT} ORDER BY created_position`, [clusterId], BATCH);
}

/** Those of the named nodes that are there, in the same order. */
export function findNodes(tx: Transaction, clusterId: string, names: readonly string[]): Promise<NodeRow[]> {
  return tx.query<NodeRow & Record<string, unknown>>(`${SELECT} AND name = ANY($2::text[]) ORDER BY created_position`, [
    clusterId,
    names,
  ]);
}
