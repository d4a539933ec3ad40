import { ALL_IN_SIGHT, inSight, type Sight } from '#access';
import { type Transaction } from '#database';
import type { Decision, PodName } from './decision.js';
import { decisionConditions, isUpTo } from './decision-conditions.queries.js';
import type { DecisionFilter, DecisionPosition, RevisionBound } from './decision-filter.js';
import {
  DECISION_COLUMNS,
  storedDecision,
  WITH_PROFILE,
  type DecisionRow,
  type StoredDecision,
} from './decision-row.queries.js';
import type { EvidenceKind } from './decision.store.js';
import { seenDecision } from './seen-decision.js';

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
  return rows.map((row) => seenStored(query.filter, row));
}

/** All decisions of a list in batches, for any number of decisions. */
export async function* streamDecisions(
  tx: Transaction,
  query: Omit<DecisionQuery, 'limit'>,
  batch: number,
): AsyncIterable<Decision[]> {
  const { sql, values } = selection(query);
  for await (const rows of tx.stream<DecisionRow>(sql, values, batch))
    yield rows.map((row) => seenStored(query.filter, row).decision);
}

/** A decision as the reader sees it whom the filter is for; without one, all of it. */
export function seenStored({ sight = ALL_IN_SIGHT }: Pick<DecisionFilter, 'sight'>, row: DecisionRow): StoredDecision {
  const stored = storedDecision(row);
  return { ...stored, decision: seenDecision(sight, stored.decision) };
}

function selection({ clusterId, kind, ...page }: Omit<DecisionQuery, 'limit'>): {
  readonly sql: string;
  readonly values: unknown[];
} {
  const values: unknown[] = [clusterId];
  const { wheres, order } = pageConditions(page, (value) => `$${values.push(value)}`);
  const sql = `SELECT ${DECISION_COLUMNS} FROM ${TABLE[kind]} d ${WITH_PROFILE}
    WHERE ${['d.cluster_id = $1', ...wheres].join(' AND ')} ORDER BY ${order}`;
  return { sql, values };
}

/** What a page asks of a decision `d`, and the order in which it is read. */
function pageConditions(
  { filter, after, before, fromEnd = false }: Pick<DecisionQuery, 'filter' | 'after' | 'before' | 'fromEnd'>,
  parameter: (value: unknown) => string,
): { readonly wheres: readonly string[]; readonly order: string } {
  const wheres = decisionConditions(filter, parameter);
  const beyond = ({ run, ordinal }: DecisionPosition, runIs: '<' | '>', ordinalIs: '<' | '>'): void => {
    const place = parameter(run);
    const inRun = `d.run_id = ${place}::uuid AND d.ordinal ${ordinalIs} ${parameter(ordinal)}`;
    wheres.push(`(d.run_id ${runIs} ${place}::uuid OR (${inRun}))`);
  };
  if (after !== undefined) beyond(after, '<', '>');
  if (before !== undefined) beyond(before, '>', '<');
  return { wheres, order: fromEnd ? 'd.run_id, d.ordinal DESC' : 'd.run_id DESC, d.ordinal' };
}

/** A page of the decisions of each of several runs, or pods. */
export interface DecisionsOfEach {
  readonly clusterId: string;
  readonly kind: EvidenceKind;
  readonly of: { readonly runs: readonly string[] } | { readonly pods: readonly PodName[] };
  readonly filter: Pick<DecisionFilter, 'outcome' | 'upTo' | 'sight'>;
  readonly after?: DecisionPosition;
  readonly before?: DecisionPosition;
  readonly fromEnd?: boolean;
  /** Of each. */
  readonly limit: number;
}

/**
 * Decisions in one statement, in the order in which their runs or pods are named: of each the newest run first and by
 * ordinal inside a run; from the end the other way round.
 */
export async function decisionsOfEach(
  tx: Transaction,
  { clusterId, kind, of, limit, ...page }: DecisionsOfEach,
): Promise<Decision[][]> {
  const values: unknown[] = [clusterId];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const texts = (name: keyof PodName): string =>
    `${parameter('pods' in of ? of.pods.map((pod) => pod[name]) : [])}::text[]`;
  const [asked, isAsked] =
    'runs' in of
      ? [`unnest(${parameter(of.runs)}::uuid[]) WITH ORDINALITY AS asked(run, nth)`, 'd.run_id = asked.run']
      : [
          `unnest(${texts('namespace')}, ${texts('name')}, ${texts('uid')}) WITH ORDINALITY
             AS asked(namespace, name, uid, nth)`,
          `d.pod_namespace = asked.namespace COLLATE "C" AND d.pod_name = asked.name COLLATE "C"
             AND d.pod_uid = asked.uid COLLATE "C"`,
        ];
  const { wheres, order } = pageConditions(page, parameter);
  const rows = await tx.query<DecisionRow & { nth: string }>(
    `SELECT ${DECISION_COLUMNS}, asked.nth FROM ${asked}
     CROSS JOIN LATERAL (
       SELECT * FROM ${TABLE[kind]} d WHERE ${['d.cluster_id = $1', isAsked, ...wheres].join(' AND ')}
       ORDER BY ${order} LIMIT ${parameter(limit)}) d
     ${WITH_PROFILE} ORDER BY asked.nth, ${order}`,
    values,
  );
  const found: Decision[][] = ('runs' in of ? of.runs : of.pods).map(() => []);
  for (const row of rows) found[Number(row.nth) - 1]?.push(seenStored(page.filter, row).decision);
  return found;
}

/** The part of a run that a decision was written with. */
export interface DecisionPart extends DecisionPosition {
  /** From 0. */
  readonly part: number;
  readonly revision: string;
}

/** The parts of these decisions, in no order; those of dry runs have none. */
export function readDecisionParts(
  tx: Transaction,
  clusterId: string,
  keys: readonly DecisionKey[],
): Promise<DecisionPart[]> {
  return tx.query(
    `SELECT k.run_id AS run, k.ordinal, part.part, part.revision
     FROM unnest($2::uuid[], $3::int[], $4::timestamptz[]) AS k(run_id, ordinal, at)
     JOIN run_parts part ON part.cluster_id = $1 AND part.run_id = k.run_id AND part.at = k.at
       AND k.ordinal BETWEEN part.first_ordinal AND part.first_ordinal + part.count - 1`,
    [clusterId, keys.map(({ run }) => run), keys.map(({ ordinal }) => ordinal), keys.map(({ at }) => at)],
  );
}

/** Decisions of a cluster: all of them, or those up to a revision. */
interface LastQuery {
  readonly clusterId: string;
  readonly upTo?: RevisionBound | undefined;
  readonly sight?: Sight;
}

/** The last decision of each of these pods, by uid; pods that were never decided are not there. */
export async function lastDecisions(
  tx: Transaction,
  query: LastQuery,
  pods: readonly PodName[],
): Promise<Map<string, Decision>> {
  const byName = await lastOfEach(tx, query, { pods, of: LAST_OF_NAME });
  const isSame = (row: LastRow): boolean => row.pod_uid === row.asked;
  const others = new Set(byName.filter((row) => !isSame(row)).map(({ asked }) => asked));
  // A later pod had the name. The index has no uids, and so this one looks at more: it is rare.
  const again = pods.filter(({ uid }) => others.has(uid));
  const bySelf = again.length === 0 ? [] : await lastOfEach(tx, query, { pods: again, of: LAST_OF_POD });
  return new Map([...byName.filter(isSame), ...bySelf].map((row) => [row.pod_uid, seenStored(query, row).decision]));
}

/** A decision, and the uid of the pod that was asked about. */
interface LastRow extends DecisionRow {
  readonly asked: string;
}

/**
 * Names are compared as a row and stand in the order, so that only the index by pods gives that order, and one row is
 * read of it. With statistics from before the cluster was filled every index has one row for it: compared one by one,
 * the planner took the index by runs, and read all decisions of the run for every pod (24,000 decisions, 500 pods:
 * 9.4 s instead of 12 ms, until the next ANALYZE).
 */
const LAST_OF_NAME = {
  where: `(pod_namespace, pod_name) >= (pod.namespace COLLATE "C", pod.name COLLATE "C")
         AND (pod_namespace, pod_name) <= (pod.namespace COLLATE "C", pod.name COLLATE "C")`,
  order: 'pod_namespace, pod_name, run_id DESC, ordinal DESC',
} as const;

const LAST_OF_POD = {
  where: `pod_namespace = pod.namespace COLLATE "C" AND pod_name = pod.name COLLATE "C"
         AND pod_uid = pod.uid COLLATE "C"`,
  order: 'run_id DESC, ordinal DESC',
} as const;

function lastOfEach(
  tx: Transaction,
  { clusterId, upTo, sight = ALL_IN_SIGHT }: LastQuery,
  { pods, of }: { readonly pods: readonly PodName[]; readonly of: typeof LAST_OF_NAME | typeof LAST_OF_POD },
): Promise<LastRow[]> {
  const values: unknown[] = [
    clusterId,
    pods.map((pod) => pod.namespace),
    pods.map((pod) => pod.name),
    pods.map((pod) => pod.uid),
  ];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const asked = [
    ...(upTo === undefined ? [] : [isUpTo(upTo, parameter)]),
    ...inSight(sight, 'd.pod_namespace', parameter),
  ].map((condition) => `AND ${condition}`);
  return tx.query<LastRow>(
    `SELECT ${DECISION_COLUMNS}, pod.uid AS asked
     FROM unnest($2::text[], $3::text[], $4::text[]) AS pod(namespace, name, uid)
     CROSS JOIN LATERAL (
       SELECT * FROM decisions d WHERE cluster_id = $1 AND ${of.where} ${asked.join(' ')}
       ORDER BY ${of.order} LIMIT 1) d
     ${WITH_PROFILE}`,
    values,
  );
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
