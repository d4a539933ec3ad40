import type { Transaction } from '#database';
import type { Columns } from '#reports';
import type { Delivery, Result, ResultFailure, ResultState, Schedule, Worked } from '../schedule.js';
import { IN_SIGHT, sightOfSchedules } from './schedule.store.js';

interface ResultRow extends Record<string, unknown> {
  readonly id: string;
  readonly schedule_id: string;
  readonly name: string;
  readonly due_at: Date;
  readonly missed: number;
  readonly by_hand: boolean;
  readonly state: ResultState;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly failure: ResultFailure | null;
  readonly head: object | null;
  readonly columns: Columns | null;
  readonly row_count: number | null;
  readonly digest: string | null;
  readonly condition_met: boolean | null;
  readonly deliveries: readonly StoredDelivery[] | null;
}

interface StoredDelivery extends Omit<Delivery, 'lastAt' | 'nextAt'> {
  readonly last_at: string | null;
  readonly next_at: string | null;
}

const COLUMNS = `r.id, r.schedule_id, s.name, r.due_at, r.missed, r.by_hand, r.state, r.created_at, r.started_at,
  r.finished_at, r.failure, r.head, r.columns, r.row_count, r.digest, r.condition_met,
  (SELECT json_agg(json_build_object('id', d.id, 'target', d.target, 'state', d.state, 'attempts', d.attempts,
     'last_at', d.last_at, 'next_at', d.next_at, 'problem', d.problem) ORDER BY d.target)
   FROM schedule_deliveries d WHERE d.result_id = r.id) AS deliveries`;

/** A result that is to be. */
export interface NewResult {
  readonly id: string;
  readonly dueAt: Date;
  readonly missed: number;
  readonly byHand: boolean;
}

export async function insertResult(tx: Transaction, schedule: Schedule, result: NewResult): Promise<void> {
  await tx.execute(
    `INSERT INTO schedule_results (id, team_id, schedule_id, due_at, missed, by_hand, state, attempt, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'queued', 0, $7)`,
    [result.id, schedule.team, schedule.id, result.dueAt, result.missed, result.byHand, tx.now],
  );
}

/** Whether a result of the schedule has not ended. */
export async function hasUnfinished(tx: Transaction, scheduleId: string): Promise<boolean> {
  const rows = await tx.query(
    "SELECT FROM schedule_results WHERE schedule_id = $1 AND state IN ('queued', 'running') LIMIT 1",
    [scheduleId],
  );
  return rows.length > 0;
}

/** A result as its work begins. */
export interface BegunResult {
  readonly scheduleId: string;
  readonly dueAt: Date;
  /** Counts the beginnings: only the last one may end it. */
  readonly attempt: number;
}

/** Notes that work on a result begins, in any process before this one too; undefined where it has ended or is gone. */
export async function beginResult(tx: Transaction, id: string): Promise<BegunResult | undefined> {
  const [row] = await tx.query<{ schedule_id: string; due_at: Date; attempt: number }>(
    `UPDATE schedule_results SET state = 'running', attempt = attempt + 1, started_at = $2
     WHERE id = $1 AND state IN ('queued', 'running') RETURNING schedule_id, due_at, attempt`,
    [id, tx.now],
  );
  return row && { scheduleId: row.schedule_id, dueAt: row.due_at, attempt: row.attempt };
}

/** How a result ends. */
export type ResultEnd =
  | { readonly failure: ResultFailure }
  | {
      readonly worked: Worked;
      /** What its owner sees of the clusters that were read. */
      readonly visibility: Readonly<Record<string, string>>;
      readonly conditionMet: boolean | null;
    };

/** False where another beginning has it, or it has ended. */
export async function endResult(
  tx: Transaction,
  id: string,
  { attempt, end }: { readonly attempt: number; readonly end: ResultEnd },
): Promise<boolean> {
  const worked = 'worked' in end ? end.worked : undefined;
  const [row] = await tx.query<{ team_id: string }>(
    `UPDATE schedule_results SET state = $3, finished_at = $4, failure = $5, head = $6, columns = $7, row_count = $8,
       digest = $9, condition_met = $10, visibility = $11
     WHERE id = $1 AND state = 'running' AND attempt = $2 RETURNING team_id`,
    [
      ...[id, attempt, worked === undefined ? 'failed' : 'succeeded', tx.now],
      ...['failure' in end ? JSON.stringify(end.failure) : null, asJson(worked?.head), asJson(worked?.columns)],
      ...[worked?.rows.count ?? null, worked?.rows.digest ?? null, 'worked' in end ? end.conditionMet : null],
      'worked' in end ? asJson(end.visibility) : null,
    ],
  );
  if (row === undefined) return false;
  for (const [number, lines] of (worked?.rows.chunks ?? []).entries())
    await tx.execute('INSERT INTO schedule_result_chunks (result_id, team_id, number, lines) VALUES ($1, $2, $3, $4)', [
      id,
      row.team_id,
      number,
      Buffer.from(lines),
    ]);
  return true;
}

function asJson(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** A result of a schedule that the caller may know of, with what its owner saw of the clusters that it is about. */
export async function findResult(
  tx: Transaction,
  id: string,
): Promise<{ readonly result: Result; readonly visibility: Readonly<Record<string, string>> } | undefined> {
  const [row] = await tx.query<ResultRow & { visibility: Readonly<Record<string, string>> | null }>(
    `SELECT ${COLUMNS}, r.visibility FROM schedule_results r JOIN schedules s ON s.id = r.schedule_id
     WHERE ${IN_SIGHT} AND r.id = $5`,
    [...sightOfSchedules(tx), id],
  );
  return row && { result: resultOf(row), visibility: row.visibility ?? {} };
}

/** A result of any team. */
export async function anyResult(tx: Transaction, id: string): Promise<Result | undefined> {
  const [row] = await tx.query<ResultRow>(
    `SELECT ${COLUMNS} FROM schedule_results r JOIN schedules s ON s.id = r.schedule_id WHERE r.id = $1`,
    [id],
  );
  return row && resultOf(row);
}

/** Of a schedule, newest first, from before one on. */
export async function listResults(
  tx: Transaction,
  scheduleId: string,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<Result[]> {
  const rows = await tx.query<ResultRow>(
    `SELECT ${COLUMNS} FROM schedule_results r JOIN schedules s ON s.id = r.schedule_id
     WHERE r.schedule_id = $1 AND r.team_id = $2 AND ($3::uuid IS NULL OR r.id < $3) ORDER BY r.id DESC LIMIT $4`,
    [scheduleId, tx.caller.team, before ?? null, limit],
  );
  return rows.map(resultOf);
}

/** The last result of each of these schedules of the team, by the id of the schedule. */
export async function lastResults(tx: Transaction, schedules: readonly string[]): Promise<ReadonlyMap<string, Result>> {
  const rows = await tx.query<ResultRow>(
    `SELECT ${COLUMNS} FROM schedules s CROSS JOIN LATERAL
       (SELECT * FROM schedule_results l WHERE l.schedule_id = s.id ORDER BY l.id DESC LIMIT 1) r
     WHERE s.id = ANY($1::uuid[]) AND s.team_id = $2`,
    [schedules, tx.caller.team],
  );
  return new Map(rows.map((row) => [row.schedule_id, resultOf(row)]));
}

/** The rows, a compressed chunk each. */
export async function readChunks(tx: Transaction, result: string): Promise<Uint8Array[]> {
  const rows = await tx.query<{ lines: Uint8Array }>(
    'SELECT lines FROM schedule_result_chunks WHERE result_id = $1 ORDER BY number',
    [result],
  );
  return rows.map(({ lines }) => lines);
}

/** Removes the results that a schedule does not keep any more: by age and number, but none that is under way. */
export async function removeOldResults(
  tx: Transaction,
  { id, keepDays, keepResults }: Pick<Schedule, 'id' | 'keepDays' | 'keepResults'>,
): Promise<void> {
  await tx.execute(
    `DELETE FROM schedule_results WHERE schedule_id = $1 AND state IN ('succeeded', 'failed')
       AND (created_at < $2 OR id NOT IN
         (SELECT id FROM schedule_results WHERE schedule_id = $1 ORDER BY id DESC LIMIT $3))
       AND NOT EXISTS (SELECT FROM schedule_deliveries d WHERE d.result_id = schedule_results.id
         AND d.state = 'waiting')`,
    [id, new Date(tx.now.getTime() - keepDays * 24 * 60 * 60 * 1_000), keepResults],
  );
}

function resultOf(row: ResultRow): Result {
  return {
    id: row.id,
    schedule: { id: row.schedule_id, name: row.name },
    ...{ dueAt: row.due_at, missed: row.missed, byHand: row.by_hand, state: row.state, createdAt: row.created_at },
    ...{ startedAt: row.started_at, finishedAt: row.finished_at, failure: row.failure, head: row.head },
    ...{ columns: row.columns, rowCount: row.row_count, digest: row.digest, conditionMet: row.condition_met },
    deliveries: (row.deliveries ?? []).map(({ last_at: lastAt, next_at: nextAt, ...rest }) => ({
      ...rest,
      lastAt: lastAt === null ? null : new Date(lastAt),
      nextAt: nextAt === null ? null : new Date(nextAt),
    })),
  };
}
