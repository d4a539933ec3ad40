import type pg from 'pg';

/** What evidence lies in: decisions, their traces, and what traces refer to. Dry runs are kept elsewhere. */
const EVIDENCE = `relname IN ('decisions', 'node_sets') OR relname LIKE 'trace\\_%'`;

/**
 * Tables of the product with their partitions, each with its indexes and what is stored out of line. A table
 * without partitions has no tree.
 */
const SIZES = `SELECT relname AS table, sum(pg_total_relation_size(coalesce(part.relid, pg_class.oid)))::float8 AS bytes
  FROM pg_class LEFT JOIN LATERAL pg_partition_tree(pg_class.oid) AS part ON true
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`;

/** Bytes a table, as the files are now: nothing is vacuumed for it. */
export async function tableBytes(database: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.query<{ table: string; bytes: number }>(`${SIZES} GROUP BY relname ORDER BY relname`);
  return new Map(rows.map(({ table, bytes }) => [table, bytes]));
}

/** Decisions of the log, and the bytes that they and their traces take. */
export async function storedEvidence(
  database: pg.Client,
): Promise<{ readonly decisions: number; readonly bytes: number }> {
  const {
    rows: [row],
  } = await database.query<{ decisions: number; bytes: number }>(
    `SELECT (SELECT count(*)::float8 FROM decisions) AS decisions, sum(bytes)::float8 AS bytes
     FROM (${SIZES} AND (${EVIDENCE}) GROUP BY relname) AS evidence`,
  );
  if (row === undefined) throw new Error('no table of decisions');
  return row;
}
