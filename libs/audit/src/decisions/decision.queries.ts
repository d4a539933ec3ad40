import type { Transaction } from '#database';
import type { Decision, PodName } from './decision.js';
import { decisionConditions, isUpTo } from './decision-conditions.queries.js';
import type { DecisionFilter, DecisionPosition, RevisionBound } from './decision-filter.js';
import {
  DECISION_COLUMNS,
  decisionOf,
  storedDecision,
  WITH_PROFILE,
  type DecisionRow,
  type StoredDecision,
} from './decision-row.queries.js';
import type { EvidenceKind } from './decision.store.js';

export interface DecisionQuery {
  readonly clusterId: string;
  readonly kind: EvidenceKind;
  readonly filter: DecisionFilter;
  /** Only what comes after this decision, in the order of the list. */
  readonly after?: DecisionPosition;
  /** Only what comes before this one. */
  readonly before?: DecisionPosition;
  /** From the end of the list on: the other way round. */
  readonly fromEnd?: boolean;
  readonly limit: number;
}

const TABLE = { log: 'decisions', dryRun: 'dry_run_decisions' } as const;

/**
 * A page of decisions: the newest run first, by ordinal inside a run; from the end the other way round. Looks at every
 * decision of the run, of the pod, or of all.
 */
export async function listDecisions(tx: Transaction, query: DecisionQuery): Promise<StoredDecision[]> {
  const { sql, values } = selection(query);
  const rows = await tx.query<DecisionRow>(`${sql} LIMIT $${values.push(query.limit)}`, values);
  return rows.map(storedDecision);
}

/** All decisions of a list in batches, whatever their number. */
export async function* streamDecisions(
  tx: Transaction,
  query: Omit<DecisionQuery, 'limit'>,
  batch: number,
): AsyncIterable<Decision[]> {
  const { sql, values } = selection(query);
  for await (const rows of tx.stream<DecisionRow>(sql, values, batch)) yield rows.map(decisionOf);
}

function selection(query: Omit<DecisionQuery, 'limit'>): { readonly sql: string; readonly values: unknown[] } {
  const values: unknown[] = [query.clusterId];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const wheres = ['d.cluster_id = $1', ...decisionConditions(query.filter, parameter)];
  const beyond = ({ run, ordinal }: DecisionPosition, runIs: '<' | '>', ordinalIs: '<' | '>'): void => {
    const place = parameter(run);
    const inRun = `d.run_id = ${place}::uuid AND d.ordinal ${ordinalIs} ${parameter(ordinal)}`;
    wheres.push(`(d.run_id ${runIs} ${place}::uuid OR (${inRun}))`);
  };
  if (query.after !== undefined) beyond(query.after, '<', '>');
  if (query.before !== undefined) beyond(query.before, '>', '<');
  const order = query.fromEnd === true ? 'd.run_id, d.ordinal DESC' : 'd.run_id DESC, d.ordinal';
  const sql = `SELECT ${DECISION_COLUMNS} FROM ${TABLE[query.kind]} d ${WITH_PROFILE}
    WHERE ${wheres.join(' AND ')} ORDER BY ${order}`;
  return { sql, values };
}

/** The last decision of each of these pods, by uid; pods that were never decided are not there. */
export async function lastDecisions(
  tx: Transaction,
  { clusterId, upTo }: { readonly clusterId: string; readonly upTo?: RevisionBound | undefined },
  pods: readonly PodName[],
): Promise<Map<string, Decision>> {
  const values: unknown[] = [
    clusterId,
    pods.map((pod) => pod.namespace),
    pods.map((pod) => pod.name),
    pods.map((pod) => pod.uid),
  ];
  const bound = upTo === undefined ? '' : `AND ${isUpTo(upTo, (value) => `$${values.push(value)}`)}`;
  const rows = await tx.query<DecisionRow>(
    `SELECT ${DECISION_COLUMNS}
     FROM unnest($2::text[], $3::text[], $4::text[]) AS pod(namespace, name, uid)
     CROSS JOIN LATERAL (
       SELECT * FROM decisions d WHERE cluster_id = $1 AND pod_namespace = pod.namespace COLLATE "C"
         AND pod_name = pod.name COLLATE "C"
         AND pod_uid = pod.uid COLLATE "C" ${bound} ORDER BY run_id DESC, ordinal DESC LIMIT 1) d
     ${WITH_PROFILE}`,
    values,
  );
  return new Map(rows.map((row) => [row.pod_uid, storedDecision(row).decision]));
}

/** Where the trace of a decision is: which one of which chunk. */
export interface TracePlace extends DecisionPosition {
  readonly chunk: number;
  readonly index: number;
}

/** Where the traces of these decisions are, those of dry runs too, in no order; what has none stored is left out. */
export function readTracePlaces(
  tx: Transaction,
  clusterId: string,
  keys: readonly DecisionKey[],
): Promise<TracePlace[]> {
  const from = (table: string): string =>
    `SELECT d.run_id AS run, d.ordinal, d.trace_chunk AS chunk, d.trace_index AS index
     FROM unnest($2::uuid[], $3::int[], $4::timestamptz[]) AS k(run_id, ordinal, at)
     JOIN ${table} d ON d.cluster_id = $1 AND d.run_id = k.run_id AND d.ordinal = k.ordinal AND d.at = k.at
     WHERE d.trace_chunk IS NOT NULL AND d.trace_index IS NOT NULL`;
  return tx.query(`${from(TABLE.log)} UNION ALL ${from(TABLE.dryRun)}`, [
    clusterId,
    keys.map(({ run }) => run),
    keys.map(({ ordinal }) => ordinal),
    keys.map(({ at }) => at),
  ]);
}

/** Where a decision is, without a look for its part. */
export interface DecisionKey extends DecisionPosition {
  readonly at: Date;
}

/** The decisions of these keys, in their order; what is not there any more is left out. */
export async function readDecisions(
  tx: Transaction,
  clusterId: string,
  keys: readonly DecisionKey[],
): Promise<StoredDecision[]> {
  if (keys.length === 0) return [];
  const rows = await tx.query<DecisionRow>(
    `SELECT ${DECISION_COLUMNS}
     FROM unnest($2::uuid[], $3::int[], $4::timestamptz[]) WITH ORDINALITY AS k(run_id, ordinal, at, nth)
     JOIN decisions d ON d.cluster_id = $1 AND d.run_id = k.run_id AND d.ordinal = k.ordinal AND d.at = k.at
     ${WITH_PROFILE} ORDER BY k.nth`,
    [clusterId, keys.map(({ run }) => run), keys.map(({ ordinal }) => ordinal), keys.map(({ at }) => at)],
  );
  return rows.map(storedDecision);
}
