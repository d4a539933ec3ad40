import { Unauthenticated, type Authenticator, type Principal, type SignedLinks } from '#access';
import { isConnectionLost, type Caller, type Database, type Role, type Transaction } from '#database';
import { enqueue, type JobContext, type Tasks } from '#jobs';
import { read, refusalBehind, refuse, type Outcome } from '#requests';
import { Sealer } from '#writes';
import { ConditionError, isMet } from './condition/index.js';
import {
  contentIn,
  DeliveryFailed,
  fileName,
  nextAttempt,
  readTarget,
  sendWebhook,
  writeFileTo,
  type DeliveryPlaces,
  type Target,
  type WebhookSettings,
} from './delivery/index.js';
import type { Result, ResultFailure, Schedule, Worked, Works } from './schedule.js';
import { seenClusters } from './seen-clusters.js';
import { placeOfSecret } from './schedule.service.js';
import { webhookBody } from './webhook-body.js';
import {
  anyResult,
  beginResult,
  countFailedDelivery,
  endResult,
  forgetFailedDeliveries,
  hasUnfinished,
  insertDeliveries,
  insertResult,
  lockSchedule,
  noteAttempt,
  pauseSchedule,
  readChunks,
  readSecret,
  removeOldResults,
  setMetSince,
  setNext,
  waitingDelivery,
  waitingSchedules,
  type BegunResult,
  type DueDelivery,
  type ResultEnd,
} from './store/index.js';
import { deliveryQueue, enqueueDue, enqueueWork, TASKS } from './tasks.js';
import { dueTimes, nextAfter, periodBefore } from './times/index.js';

/** What the jobs of schedules need beside the database. */
export interface ScheduleJobsOptions {
  readonly works: Works;
  readonly authenticator: Pick<Authenticator, 'current'>;
  /** The service itself, which finds schedules of every team. */
  readonly system: Caller;
  /** Files of a team are below the folder of its name there. */
  readonly places: DeliveryPlaces;
  readonly webhooks: WebhookSettings;
  /** For files that a message does not carry. */
  readonly links: Pick<SignedLinks, 'urlOf'>;
  /** Called with each fault of work. */
  readonly onFailure: (error: unknown, result: string) => void;
  /** For tests: the present, instead of the database's. */
  readonly now?: () => Date;
}

/** A schedule is paused after so many deliveries that failed one after the other. */
const MOST_FAILED = 3;

/** What happens by itself: schedules become due, their work is done, and what it comes to is delivered. */
export class ScheduleJobs {
  /** What takes as long as a receiver does, at most. */
  readonly quick: Tasks;
  /** What takes long. */
  readonly long: Tasks;

  constructor(
    private readonly database: Database,
    private readonly options: ScheduleJobsOptions,
  ) {
    this.quick = {
      [TASKS.due]: ({ schedule = '' }) => this.#due(schedule),
      [TASKS.deliver]: ({ delivery = '' }) => this.#deliver(delivery),
    };
    this.long = { [TASKS.work]: ({ result = '' }, context) => this.#work(result, context) };
  }

  /** Sees that a job waits for each schedule. For the start: times that passed meanwhile are due at once. */
  async recover(): Promise<void> {
    await this.database.transaction(this.options.system, async (tx) => {
      for (const schedule of await waitingSchedules(tx)) await enqueueDue(tx, schedule);
    });
  }

  /** Its lock and its next time make each time due once, over any number of workers. */
  async #due(id: string): Promise<void> {
    const result = await this.database.newId();
    await this.database.transaction(this.options.system, async (tx) => {
      const schedule = await lockSchedule(tx, id);
      if (schedule?.nextAt == null) return;
      const now = this.#now(tx);
      if (schedule.nextAt > now) return enqueueDue(tx, schedule);
      // Its end looks again: times that pass while a result is made are made up once, like all that are missed.
      if (await hasUnfinished(tx, id)) return;
      const { last, before } = dueTimes(schedule, schedule.nextAt, now);
      await insertResult(tx, schedule, { id: result, dueAt: last, missed: before, byHand: false });
      await enqueueWork(tx, schedule, result);
      const nextAt = nextAfter(schedule, now);
      await setNext(tx, id, nextAt);
      await enqueueDue(tx, { id, nextAt });
    });
  }

  async #work(id: string, { isLast }: JobContext): Promise<void> {
    const begun = await this.database.transaction(this.options.system, async (tx) => {
      const result = await beginResult(tx, id);
      const schedule = result && (await lockSchedule(tx, result.scheduleId));
      return schedule && { result, schedule };
    });
    if (begun?.result === undefined) return;
    const { result, schedule } = begun;
    let end: ResultEnd;
    try {
      end = await this.#endOf(schedule, id, result);
    } catch (error) {
      const refusal = refusalBehind(error);
      // What may pass is tried again.
      if (refusal === undefined && isConnectionLost(error) && !isLast) throw error;
      if (refusal === undefined) this.options.onFailure(error, id);
      end = { failure: refusal === undefined ? faultOf(error) : { refusal } };
    }
    await this.#conclude(schedule, { id, attempt: result.attempt, end });
  }

  async #endOf(schedule: Schedule, id: string, { dueAt }: BegunResult): Promise<ResultEnd> {
    const caller = await this.#ownerOf(schedule, id);
    if (caller.refused) return { failure: { refusal: caller.refusal } };
    const { work, zone, condition } = schedule;
    const period = schedule.period === null ? null : periodBefore(schedule.period, dueAt, zone);
    const worked = await this.options.works.does(caller.value, work, { result: id, dueAt, period });
    if (worked.refused) return { failure: { refusal: worked.refusal } };
    const conditionMet = condition === null ? null : await conditionOf(condition, worked.value);
    if (typeof conditionMet === 'string')
      return { failure: { refusal: { kind: 'ScheduleConditionFailed', problem: conditionMet } } };
    const { clusters } = worked.value;
    const visibility = await read(this.database, caller.value, (tx) => seenClusters(tx, clusters));
    return { worked: worked.value, visibility, conditionMet };
  }

  /** As whom it runs: with what its owner holds now, and nothing that they did not hold when they created it. */
  async #ownerOf({ name, owner, team }: Schedule, result: string): Promise<Outcome<Caller>> {
    let principal: Principal;
    try {
      principal = await this.options.authenticator.current(owner.principal, team);
    } catch (error) {
      if (!(error instanceof Unauthenticated)) throw error;
      return refuse({ kind: 'ScheduleOwnerRefused', owner: owner.actor, reason: error.detail });
    }
    const roles = principal.roles.filter((role) => owner.roles.includes(role as Role));
    if (roles.length === 0 || principal.team !== team)
      return refuse({ kind: 'ScheduleOwnerRefused', owner: owner.actor, reason: 'they hold no role any more' });
    return {
      refused: false,
      value: {
        team,
        roles,
        ...(principal.only !== undefined && { only: principal.only }),
        actor: owner.actor,
        principal: owner.principal,
        requestId: result,
        client: `schedule ${name}`,
        reason: '',
      },
    };
  }

  async #conclude(
    { id: scheduleId }: Schedule,
    { id, attempt, end }: { readonly id: string; readonly attempt: number; readonly end: ResultEnd },
  ): Promise<void> {
    await this.database.transaction(this.options.system, async (tx) => {
      const schedule = await lockSchedule(tx, scheduleId);
      if (schedule === undefined || !(await endResult(tx, id, { attempt, end }))) return;
      if (await isToDeliver(tx, schedule, end)) {
        const { targets, team } = schedule;
        for (const delivery of await insertDeliveries(tx, { result: id, team, targets }))
          await enqueue(tx, { task: TASKS.deliver, payload: { delivery }, queue: deliveryQueue(schedule) });
      }
      await removeOldResults(tx, schedule);
      await enqueueDue(tx, schedule);
    });
  }

  async #deliver(id: string): Promise<void> {
    const { system } = this.options;
    const found = await this.database.transaction(system, async (tx) => {
      const delivery = await waitingDelivery(tx, id);
      const schedule = delivery && (await lockSchedule(tx, delivery.scheduleId));
      if (delivery === undefined || schedule === undefined) return undefined;
      const result = await anyResult(tx, delivery.resultId);
      const sealed = await readSecret(tx, schedule.id);
      return result && { delivery, schedule, result, sealed, chunks: await readChunks(tx, result.id), at: tx.now };
    });
    if (found === undefined) return;
    try {
      await this.#send(found);
      await this.database.transaction(system, async (tx) => {
        await noteAttempt(tx, id, { state: 'delivered', problem: null, nextAt: null });
        await forgetFailedDeliveries(tx, found.schedule.id);
      });
    } catch (error) {
      if (!(error instanceof DeliveryFailed)) throw error;
      await this.#failed(found, error.message);
    }
  }

  async #send({ delivery, schedule, result, sealed, chunks, at }: Found): Promise<void> {
    const target = readTarget(delivery.target) as Target;
    const content = { columns: result.columns ?? {}, head: result.head ?? {}, rows: { chunks } };
    if (target.kind !== 'webhook') {
      for (const format of schedule.formats) {
        const name = fileName(schedule.name, result.dueAt, format);
        const file = { team: delivery.team, name, content: contentIn(format, content) };
        await writeFileTo(this.options.places, target, file);
      }
      return;
    }
    const place = placeOfSecret(schedule.id);
    const secret = sealed === null ? undefined : Sealer.of(this.database).revealText(place, sealed);
    if (secret === undefined)
      throw new DeliveryFailed('the secret of the schedule cannot be read with this BERTH_SECRETS_KEY_FILE');
    const body = await webhookBody(schedule, result, { content, links: this.options.links });
    await sendWebhook(target.url, { id: `msg_${delivery.id}`, at, body, secret }, this.options.webhooks);
  }

  /** It is tried again, later each time; given up, it counts against the schedule. */
  async #failed({ delivery, schedule }: Found, problem: string): Promise<void> {
    await this.database.transaction(this.options.system, async (tx) => {
      const locked = await lockSchedule(tx, schedule.id);
      if (locked === undefined) return;
      const nextAt = nextAttempt(delivery.attempts + 1, tx.now);
      await noteAttempt(tx, delivery.id, { state: nextAt === null ? 'failed' : 'waiting', problem, nextAt });
      if (nextAt !== null) {
        const job = { task: TASKS.deliver, payload: { delivery: delivery.id }, queue: deliveryQueue(schedule) };
        return enqueue(tx, { ...job, runAt: nextAt });
      }
      const failed = await countFailedDelivery(tx, locked.id);
      if (failed >= MOST_FAILED)
        await pauseSchedule(tx, locked.id, `${failed} deliveries failed one after the other, the last one: ${problem}`);
    });
  }

  /** The present, as schedules have it. */
  #now(tx: Transaction): Date {
    return this.options.now?.() ?? tx.now;
  }
}

interface Found {
  readonly delivery: DueDelivery;
  readonly schedule: Schedule;
  readonly result: Result;
  readonly sealed: Uint8Array | null;
  readonly chunks: readonly Uint8Array[];
  readonly at: Date;
}

/** Each result without a condition; with one, the first that meets it, until one does not. */
async function isToDeliver(tx: Transaction, { id, metSince }: Schedule, end: ResultEnd): Promise<boolean> {
  if (!('worked' in end)) return false;
  if (end.conditionMet === null) return true;
  if (end.conditionMet === (metSince !== null)) return false;
  await setMetSince(tx, id, end.conditionMet ? tx.now : null);
  return end.conditionMet;
}

async function conditionOf(condition: string, { rows }: Worked): Promise<boolean | string> {
  try {
    return await isMet(condition, rows);
  } catch (error) {
    if (error instanceof ConditionError) return error.message;
    throw error;
  }
}

function faultOf(error: unknown): ResultFailure {
  return { fault: isConnectionLost(error) ? 'outage' : 'internal' };
}
