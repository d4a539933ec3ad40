import { randomBytes } from 'node:crypto';
import { findCluster } from '#cluster';
import type { Caller, Database, Role, Transaction } from '#database';
import { jobDepth, type JobDepth } from '#jobs';
import { ok, read, refuse, write, type Outcome } from '#requests';
import { Sealer } from '#writes';
import { readTarget } from './delivery/index.js';
import { scheduleProblems, type ScheduleRules } from './schedule-problems.js';
import type { NewSchedule, Result, Schedule } from './schedule.js';
import {
  countSchedules,
  deleteSchedule,
  findSchedule,
  hasUnfinished,
  insertResult,
  insertSchedule,
  lastResults,
  listSchedules,
  lockSchedule,
  pauseSchedule,
  resumeSchedule,
} from './store/index.js';
import { enqueueDue, enqueueWork } from './tasks.js';
import { nextAfter } from './times/index.js';

/** A schedule with its last result, where it has one. */
export interface ShownSchedule extends Schedule {
  readonly lastResult: Result | null;
}

/** A schedule that was created, with what its deliveries are signed with; null where none is sent to a URL. */
export interface CreatedSchedule extends ShownSchedule {
  readonly secret: string | null;
}

/** One page of a list; null where it ends. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** The most schedules of a team. */
const MOST_SCHEDULES = 500;
const SECRET_BYTES = 32;

/** Schedules of the callers' teams: created, shown, paused, and run by hand. */
export class ScheduleService {
  constructor(
    private readonly database: Database,
    private readonly rules: ScheduleRules,
  ) {}

  /** The caller must hold the role that the work takes, now as at each of its times. */
  async create(caller: Caller, asked: NewSchedule): Promise<Outcome<CreatedSchedule>> {
    const problems = scheduleProblems(asked, this.rules);
    if (problems.length > 0) return refuse({ kind: 'InvalidRequest', problems });
    const id = await this.database.newId();
    return write(this.database, caller, async (tx) => {
      const { cluster } = asked.work;
      if (cluster !== undefined && (await findCluster(tx, cluster, 'inSight')) === undefined)
        return refuse({ kind: 'ClusterNotFound', cluster });
      if ((await countSchedules(tx)) >= MOST_SCHEDULES) return refuse({ kind: 'InvalidRequest', problems: [TOO_MANY] });
      const schedule = scheduleOf(tx, { id, asked });
      const isSent = asked.targets.some(isWebhook);
      const secret = isSent ? `whsec_${randomBytes(SECRET_BYTES).toString('base64')}` : null;
      const sealed = secret === null ? null : Sealer.of(this.database).sealText(placeOfSecret(id), secret);
      if (!(await insertSchedule(tx, schedule, sealed))) return refuse({ kind: 'ScheduleNameTaken', name: asked.name });
      await enqueueDue(tx, schedule);
      return ok({ ...schedule, lastResult: null, secret });
    });
  }

  /** How many jobs of all teams are due and not taken, and since when. */
  waitingJobs(caller: Caller): Promise<JobDepth> {
    return this.database.transaction(caller, jobDepth);
  }

  get(caller: Caller, idOrName: string): Promise<Outcome<ShownSchedule>> {
    return read(this.database, caller, async (tx) => {
      const found = await findSchedule(tx, idOrName);
      return found === undefined ? notFound(idOrName) : ok(await withLast(tx, found));
    });
  }

  /** By name. */
  list(
    caller: Caller,
    { after, pageSize }: { readonly after?: string; readonly pageSize: number },
  ): Promise<Page<ShownSchedule>> {
    return read(this.database, caller, async (tx) => {
      const found = await listSchedules(tx, { after, limit: pageSize + 1 });
      const items = found.slice(0, pageSize);
      const last = await lastResults(
        tx,
        items.map(({ id }) => id),
      );
      return {
        items: items.map((schedule) => ({ ...schedule, lastResult: last.get(schedule.id) ?? null })),
        next: found.length > pageSize ? (items.at(-1)?.name ?? null) : null,
      };
    });
  }

  /** Its results go with it. */
  delete(caller: Caller, idOrName: string): Promise<Outcome<ShownSchedule>> {
    return this.#change(caller, idOrName, async (tx, { id }) => {
      await deleteSchedule(tx, id);
      return ok(undefined);
    });
  }

  pause(caller: Caller, idOrName: string): Promise<Outcome<ShownSchedule>> {
    return this.#change(caller, idOrName, async (tx, { id }) => {
      await pauseSchedule(tx, id, null);
      return ok(undefined);
    });
  }

  /** It is due at its next time; those that passed meanwhile are not made up. */
  resume(caller: Caller, idOrName: string): Promise<Outcome<ShownSchedule>> {
    return this.#change(caller, idOrName, async (tx, { id, cron, zone, pausedAt }) => {
      if (pausedAt === null) return ok(undefined);
      const nextAt = nextAfter({ cron, zone }, tx.now);
      await resumeSchedule(tx, id, nextAt);
      await enqueueDue(tx, { id, nextAt });
      return ok(undefined);
    });
  }

  /** Makes a result of the present, beside those of its times; answers it with the schedule. */
  async run(caller: Caller, idOrName: string): Promise<Outcome<ShownSchedule & { readonly result: string }>> {
    const id = await this.database.newId();
    const changed = await this.#change(caller, idOrName, async (tx, schedule) => {
      if (await hasUnfinished(tx, schedule.id)) return refuse({ kind: 'ScheduleUnderWay', schedule: schedule.name });
      await insertResult(tx, schedule, { id, dueAt: tx.now, missed: 0, byHand: true });
      await enqueueWork(tx, schedule, id);
      return ok(undefined);
    });
    return changed.refused ? changed : ok({ ...changed.value, result: id });
  }

  #change(
    caller: Caller,
    idOrName: string,
    change: (tx: Transaction, schedule: Schedule) => Promise<Outcome<void>>,
  ): Promise<Outcome<ShownSchedule>> {
    return write(this.database, caller, async (tx) => {
      const found = await findSchedule(tx, idOrName);
      const locked = found && (await lockSchedule(tx, found.id));
      if (locked === undefined) return notFound(idOrName);
      const changed = await change(tx, locked);
      if (changed.refused) return changed;
      return ok(await withLast(tx, (await findSchedule(tx, locked.id)) ?? locked));
    });
  }
}

const TOO_MANY = {
  field: 'name',
  reason: 'FieldValueForbidden',
  message: `Forbidden: the team has ${MOST_SCHEDULES} schedules, the most that there may be`,
} as const;

async function withLast(tx: Transaction, schedule: Schedule): Promise<ShownSchedule> {
  return { ...schedule, lastResult: (await lastResults(tx, [schedule.id])).get(schedule.id) ?? null };
}

function notFound(schedule: string): Outcome<never> {
  return refuse({ kind: 'ScheduleNotFound', schedule });
}

/** Where the secret of a schedule is encrypted for. */
export function placeOfSecret(schedule: string): string {
  return `schedule ${schedule}`;
}

function isWebhook(target: string): boolean {
  const read = readTarget(target);
  return typeof read !== 'string' && read.kind === 'webhook';
}

function scheduleOf(
  { caller, now }: Transaction,
  { id, asked }: { readonly id: string; readonly asked: NewSchedule },
): Schedule {
  const { actor, principal, roles, only, team } = caller;
  return {
    ...asked,
    // What is listed twice is delivered once.
    targets: [...new Set(asked.targets)],
    formats: [...new Set(asked.formats)],
    id,
    team,
    period: asked.period ?? null,
    condition: asked.condition ?? null,
    metSince: null,
    owner: { actor, principal, roles: roles as readonly Role[], only },
    createdAt: now,
    nextAt: nextAfter(asked, now),
    pausedAt: null,
    pausedBecause: null,
    failedDeliveries: 0,
  };
}
