import type { Role, Transaction } from '#database';
import type { Format, Owner, Schedule, Work } from '../schedule.js';
import type { PeriodName } from '../times/index.js';

interface ScheduleRow extends Record<string, unknown> {
  readonly id: string;
  readonly team_id: string;
  readonly name: string;
  readonly cron: string;
  readonly zone: string;
  readonly period: PeriodName | null;
  readonly work: Work;
  readonly formats: Format[];
  readonly targets: string[];
  readonly condition: string | null;
  readonly met_since: Date | null;
  readonly keep_results: number;
  readonly keep_days: number;
  readonly actor: string;
  readonly principal: string;
  readonly roles: Role[];
  readonly only_cluster: string | null;
  readonly only_namespace: string | null;
  readonly created_at: Date;
  readonly next_at: Date | null;
  readonly paused_at: Date | null;
  readonly paused_because: string | null;
  readonly failed_deliveries: number;
}

const COLUMNS = `s.id, s.team_id, s.name, s.cron, s.zone, s.period, s.work, s.formats, s.targets, s.condition,
  s.met_since, s.keep_results, s.keep_days, s.actor, s.principal, s.roles, s.only_cluster, s.only_namespace,
  s.created_at, s.next_at, s.paused_at, s.paused_because, s.failed_deliveries`;

/**
 * SQL: whether a caller may know of a schedule. It is its owner's; and an admin's of the team who holds all that its
 * owner held, for results show what the owner saw.
 */
export const IN_SIGHT = `s.team_id = $1 AND (s.principal = $2 OR ($3 AND s.roles <@ $4::text[]))`;

/** The parameters of IN_SIGHT. */
export function sightOfSchedules({ caller }: Transaction): readonly [string, string, boolean, readonly string[]] {
  const isWholeAdmin = caller.roles.includes('admin') && caller.only === undefined;
  return [
    caller.team,
    caller.principal,
    isWholeAdmin,
    [...caller.roles, 'viewer', 'editor', 'scheduler', 'mirror', 'monitor'],
  ];
}

/** False where the team has one of the name. */
export async function insertSchedule(tx: Transaction, schedule: Schedule, secret: Uint8Array | null): Promise<boolean> {
  const { owner, work } = schedule;
  const count = await tx.execute(
    `INSERT INTO schedules (id, team_id, name, cron, zone, period, work, formats, targets, secret, condition,
       keep_results, keep_days, actor, principal, roles, only_cluster, only_namespace, created_at, next_at,
       failed_deliveries)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, 0)
     ON CONFLICT (team_id, name) DO NOTHING`,
    [
      ...[schedule.id, schedule.team, schedule.name, schedule.cron, schedule.zone, schedule.period],
      ...[JSON.stringify(work), schedule.formats, schedule.targets, secret, schedule.condition],
      ...[schedule.keepResults, schedule.keepDays, owner.actor, owner.principal, owner.roles],
      ...[owner.only?.cluster ?? null, owner.only?.namespace ?? null, schedule.createdAt, schedule.nextAt],
    ],
  );
  return count === 1;
}

/** How many schedules the team of the caller has. */
export async function countSchedules(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ count: number }>('SELECT count(*)::int AS count FROM schedules WHERE team_id = $1', [
    tx.caller.team,
  ]);
  return row?.count ?? 0;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The schedule of an id or a name, that the caller may know of. */
export async function findSchedule(tx: Transaction, idOrName: string): Promise<Schedule | undefined> {
  if (idOrName.includes('\0')) return undefined;
  const [row] = await tx.query<ScheduleRow>(
    `SELECT ${COLUMNS} FROM schedules s WHERE ${IN_SIGHT} AND (s.id = $5 OR s.name = $6)
     ORDER BY s.id = $5 DESC LIMIT 1`,
    [...sightOfSchedules(tx), UUID.test(idOrName) ? idOrName : null, idOrName],
  );
  return row && scheduleOf(row);
}

/** By name, from behind one on. */
export async function listSchedules(
  tx: Transaction,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<Schedule[]> {
  const rows = await tx.query<ScheduleRow>(
    `SELECT ${COLUMNS} FROM schedules s WHERE ${IN_SIGHT} AND ($5::text IS NULL OR s.name > $5)
     ORDER BY s.name LIMIT $6`,
    [...sightOfSchedules(tx), after ?? null, limit],
  );
  return rows.map(scheduleOf);
}

/** A schedule of any team, locked: who fires, pauses or deletes it waits for the others. */
export async function lockSchedule(tx: Transaction, id: string): Promise<Schedule | undefined> {
  const [row] = await tx.query<ScheduleRow>(`SELECT ${COLUMNS} FROM schedules s WHERE s.id = $1 FOR UPDATE`, [id]);
  return row && scheduleOf(row);
}

export async function deleteSchedule(tx: Transaction, id: string): Promise<void> {
  await tx.execute('DELETE FROM schedules WHERE id = $1', [id]);
}

export async function setNext(tx: Transaction, id: string, nextAt: Date | null): Promise<void> {
  await tx.execute('UPDATE schedules SET next_at = $2 WHERE id = $1', [id, nextAt]);
}

/** Paused: it is not due any more. */
export async function pauseSchedule(tx: Transaction, id: string, because: string | null): Promise<void> {
  await tx.execute(
    `UPDATE schedules SET paused_at = coalesce(paused_at, $2), next_at = NULL,
       paused_because = CASE WHEN paused_at IS NULL THEN $3 ELSE paused_because END WHERE id = $1`,
    [id, tx.now, because],
  );
}

export async function resumeSchedule(tx: Transaction, id: string, nextAt: Date | null): Promise<void> {
  await tx.execute(
    `UPDATE schedules SET paused_at = NULL, paused_because = NULL, failed_deliveries = 0, next_at = $2 WHERE id = $1`,
    [id, nextAt],
  );
}

export async function setMetSince(tx: Transaction, id: string, metSince: Date | null): Promise<void> {
  await tx.execute('UPDATE schedules SET met_since = $2 WHERE id = $1', [id, metSince]);
}

/** Counts deliveries that failed one after the other; answers how many. */
export async function countFailedDelivery(tx: Transaction, id: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'UPDATE schedules SET failed_deliveries = failed_deliveries + 1 WHERE id = $1 RETURNING failed_deliveries AS count',
    [id],
  );
  return row?.count ?? 0;
}

export async function forgetFailedDeliveries(tx: Transaction, id: string): Promise<void> {
  await tx.execute('UPDATE schedules SET failed_deliveries = 0 WHERE id = $1 AND failed_deliveries > 0', [id]);
}

/** What deliveries are signed with, encrypted; null where there is none. */
export async function readSecret(tx: Transaction, id: string): Promise<Uint8Array | null> {
  const [row] = await tx.query<{ secret: Uint8Array | null }>('SELECT secret FROM schedules WHERE id = $1', [id]);
  return row?.secret ?? null;
}

/** Schedules of every team that are due, or soon are. */
export async function waitingSchedules(tx: Transaction): Promise<{ readonly id: string; readonly nextAt: Date }[]> {
  const rows = await tx.query<{ id: string; next_at: Date }>(
    'SELECT id, next_at FROM schedules WHERE next_at IS NOT NULL ORDER BY next_at',
  );
  return rows.map(({ id, next_at: nextAt }) => ({ id, nextAt }));
}

function scheduleOf(row: ScheduleRow): Schedule {
  const { only_cluster: cluster, only_namespace: namespace } = row;
  const owner: Owner = {
    actor: row.actor,
    principal: row.principal,
    roles: row.roles,
    only: cluster === null ? undefined : { cluster, ...(namespace !== null && { namespace }) },
  };
  return {
    ...{ id: row.id, team: row.team_id, name: row.name, cron: row.cron, zone: row.zone, period: row.period },
    ...{ work: row.work, formats: row.formats, targets: row.targets, condition: row.condition, owner },
    ...{ metSince: row.met_since, keepResults: row.keep_results, keepDays: row.keep_days, createdAt: row.created_at },
    ...{ nextAt: row.next_at, pausedAt: row.paused_at, pausedBecause: row.paused_because },
    failedDeliveries: row.failed_deliveries,
  };
}
