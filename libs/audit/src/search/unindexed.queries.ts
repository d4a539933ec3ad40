import type { Transaction } from '#database';
import {
  DECISION_COLUMNS,
  decisionConditions,
  seenStored,
  WITH_PROFILE,
  type DecisionFilter,
  type DecisionRow,
  type StoredDecision,
} from '../decisions/index.js';
import type { IndexProgress } from './index-progress.store.js';
import type { LogPart } from './log-parts.queries.js';

/** Decisions that an index does not have yet, as a search asks for them. */
export interface UnindexedSearch {
  readonly clusterId: string;
  readonly filter: Omit<DecisionFilter, 'run' | 'pod'>;
  readonly progress: IndexProgress;
  /** After this decision of this part. */
  readonly from: { readonly part: LogPart; readonly ordinal: number } | undefined;
  /** Decisions that are read at once. */
  readonly batch: number;
}

/** Decisions of parts that are not indexed whole, from the table. */
export async function* unindexedDecisions(
  tx: Transaction,
  { clusterId, filter, progress, from, batch }: UnindexedSearch,
): AsyncIterable<StoredDecision[]> {
  const values: unknown[] = [clusterId, progress.revision, progress.since];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const wheres = decisionConditions(filter, parameter);
  if (from !== undefined) {
    const revision = parameter(from.part.revision);
    wheres.push(
      `(part.revision < ${revision} OR (part.revision = ${revision} AND d.ordinal > ${parameter(from.ordinal)}))`,
    );
  }
  const recent = "part.at >= $3::timestamptz - interval '1 minute'";
  const all = ['part.cluster_id = $1', 'part.revision > $2', recent, ...wheres];
  const sql = `SELECT ${DECISION_COLUMNS} FROM run_parts part
    JOIN decisions d ON d.cluster_id = part.cluster_id AND d.run_id = part.run_id AND d.at = part.at
      AND d.ordinal >= part.first_ordinal AND d.ordinal < part.first_ordinal + part.count ${WITH_PROFILE}
    WHERE ${all.join(' AND ')}
    ORDER BY part.revision DESC, d.ordinal`;
  for await (const rows of tx.stream<DecisionRow>(sql, values, batch)) yield rows.map((row) => seenStored(filter, row));
}
