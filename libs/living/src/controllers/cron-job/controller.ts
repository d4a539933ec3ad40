import { equalJson } from '#json';
import type { KubernetesObject } from '#kubernetes';
import { timeOf } from '../../clock/index.js';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { controllerOf, controllerReference, isGoing, keyOf, ofKey, uidOf } from '../../state/index.js';
import { endOf, type Job } from '../job/index.js';
import type { CronJob, CronJobStatus, JobReference } from './cron-job.js';
import { dueOf, isMany, nextLookAt } from './missed.js';
import { readSchedule, type Schedule } from './schedule.js';
import { localTime, writtenIn } from './zone.js';

const MINUTE_MS = 60_000;
const SCHEDULED_AT = 'batch.kubernetes.io/cronjob-scheduled-timestamp';

/**
 * Makes a Job at each time of a schedule, and deletes those that ended beyond the history. Reads CronJobs and their
 * Jobs. Timers: the next time of the schedule. // as kubernetes v1.34 pkg/controller/cronjob
 */
export class CronJobController implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  *noticed({ op, object, before }: Change): Iterable<string> {
    if (object.kind === 'CronJob' && op !== 'delete') {
      if (before === null || !this.#isRescheduled(object as CronJob, before as CronJob)) yield keyOf(object);
    } else if (object.kind === 'Job') {
      const owners = (before === null ? [object] : [before, object]).flatMap((one) => this.#ownerOf(one));
      yield* new Set(owners.map(keyOf));
    }
  }

  sync(key: string): void {
    const cronJob = this.#context.state.get('CronJob', ...ofKey(key)) as CronJob | undefined;
    if (cronJob === undefined) return this.#context.succeeded(key);
    const look = new Look(this.#context, cronJob);
    const answer = look.run();
    if (!equalJson({ ...cronJob.status }, { ...look.status }))
      this.#context.updateStatus({ ...cronJob, status: look.status });
    if (answer === 'failed') return this.#context.retry(key);
    this.#context.succeeded(key);
    if (answer !== undefined) this.#context.wakeBy(key, answer);
  }

  /** Under another schedule it is looked at when that is due. */
  #isRescheduled(cronJob: CronJob, { spec: before }: CronJob): boolean {
    const { schedule, timeZone } = cronJob.spec;
    if (schedule === before.schedule && timeZone === before.timeZone) return false;
    const read = readSchedule(schedule ?? '', timeZone);
    const at = read && nextLookAt(cronJob, read, this.#context.now);
    if (at !== undefined) this.#context.wakeBy(keyOf(cronJob), at);
    return at !== undefined;
  }

  #ownerOf(job: KubernetesObject): CronJob[] {
    const owner = this.#context.state.byUid(controllerOf(job)?.uid ?? '');
    return owner?.kind === 'CronJob' ? [owner as CronJob] : [];
  }
}

/** When a cron job is looked at again, if it is; or that something failed. */
type Answer = number | 'failed' | undefined;

/** One look at a cron job. */
class Look {
  readonly #context: ControllerContext;
  readonly #cronJob: CronJob;
  readonly #jobs: readonly Job[];
  status: CronJobStatus;

  constructor(context: ControllerContext, cronJob: CronJob) {
    this.#context = context;
    this.#cronJob = cronJob;
    const uid = uidOf(cronJob);
    this.#jobs = context.state
      .dependants(uid)
      .filter((one) => one.kind === 'Job' && controllerOf(one)?.uid === uid) as Job[];
    this.status = cronJob.status ?? {};
  }

  run(): Answer {
    this.#clean();
    for (const job of this.#jobs) this.#see(job);
    for (const one of this.#active)
      if (this.#context.state.byUid(one.uid) === undefined && !this.#jobs.some((job) => uidOf(job) === one.uid)) {
        this.#say('Normal', 'MissingJob', `Active job went missing: ${one.name}`);
        this.#drop(one.uid);
      }
    const { schedule: text = '', timeZone = '', suspend } = this.#cronJob.spec;
    if (isGoing(this.#cronJob)) return undefined;
    if (localTime(this.#context.now, timeZone) === undefined) {
      this.#say('Warning', 'UnknownTimeZone', `invalid timeZone: "${timeZone}": unknown time zone ${timeZone}`);
      return undefined;
    }
    if (suspend === true) return undefined;
    const schedule = readSchedule(text, timeZone);
    if (schedule !== undefined) return this.#keepTo(schedule);
    this.#say('Warning', 'UnparseableSchedule', `unparseable schedule: "${text}"`);
    return undefined;
  }

  get #active(): readonly JobReference[] {
    return this.status.active ?? [];
  }

  /** // as syncCronJob */
  #keepTo(schedule: Schedule): Answer {
    const { now } = this.#context;
    const { spec } = this.#cronJob;
    const due = dueOf(this.#present, schedule, { now, withDeadline: true });
    if (due === 'never') {
      const why = 'time difference between two schedules is less than 1 second';
      this.#say('Warning', 'InvalidSchedule', `invalid schedule: ${spec.schedule ?? ''} : ${why}`);
      return undefined;
    }
    const next = (): Answer => nextLookAt(this.#present, schedule, now);
    const { at, missed } = due;
    if (at === undefined) return next();
    if (isMany(missed)) {
      const advice = 'Set or decrease .spec.startingDeadlineSeconds or check clock skew';
      this.#say('Warning', 'TooManyMissedTimes', `too many missed start times. ${advice}`);
    }
    if (at + (spec.startingDeadlineSeconds ?? Infinity) * 1_000 < now) {
      const when = new Date(at).toUTCString().replace('GMT', '+0000');
      this.#say('Warning', 'MissSchedule', `Missed scheduled time to start a job: ${when}`);
      return next();
    }
    const name = `${this.#cronJob.metadata.name}-${Math.floor(at / MINUTE_MS)}`;
    if (this.#active.some((one) => one.name === name) || this.status.lastScheduleTime === timeOf(at)) return next();
    if (spec.concurrencyPolicy === 'Forbid' && this.#active.length > 0) {
      const why = 'prior execution is running and concurrency policy is Forbid';
      this.#say('Normal', 'JobAlreadyActive', `Not starting job because ${why}`);
      return next();
    }
    if (spec.concurrencyPolicy === 'Replace')
      for (const { uid } of this.#active) {
        const job = this.#context.state.byUid(uid);
        if (job !== undefined) this.#delete(job);
      }
    const made = this.#create(name, at);
    return made === 'made' ? next() : made;
  }

  /** The cron job with its status as it is by now. */
  get #present(): CronJob {
    return { ...this.#cronJob, status: this.status };
  }

  #create(name: string, at: number): 'made' | 'failed' | undefined {
    const { jobTemplate = {}, timeZone = '' } = this.#cronJob.spec;
    const { labels, annotations } = jobTemplate.metadata ?? {};
    const { namespace = '' } = this.#cronJob.metadata;
    const written = this.#context.create({
      ...{ apiVersion: 'batch/v1', kind: 'Job' },
      metadata: {
        ...{ name, namespace },
        ...(labels && { labels }),
        annotations: { ...annotations, [SCHEDULED_AT]: writtenIn(at, timeZone) },
        ownerReferences: [controllerReference(this.#cronJob)],
      },
      spec: jobTemplate.spec ?? {},
    });
    if ('refused' in written) {
      // The namespace goes, and the cron job with it.
      if (written.reason === 'NamespaceTerminating') return undefined;
      if (written.reason === 'AlreadyExists') return this.#found(name, at);
      this.#say('Warning', 'FailedCreate', `Error creating job: ${written.refused}`);
      return 'failed';
    }
    this.#say('Normal', 'SuccessfulCreate', `Created job ${name}`);
    this.#started(written.object, at);
    return 'made';
  }

  /** A job of the name is there: its own one counts as made now, another's is left to that one. */
  #found(name: string, at: number): 'made' | undefined {
    const job = this.#jobs.find(({ metadata }) => metadata.name === name);
    if (job === undefined || this.#active.some(({ uid }) => uid === uidOf(job))) return undefined;
    this.#started(job, at);
    return 'made';
  }

  #started({ apiVersion, kind, metadata }: KubernetesObject, at: number): void {
    const { namespace = '', name, uid = '', resourceVersion = '' } = metadata;
    const reference = { apiVersion, kind, namespace, name, uid, resourceVersion };
    this.status = { ...this.status, active: [...this.#active, reference], lastScheduleTime: timeOf(at) };
  }

  /** A job that has ended is active no more, and the last success is remembered. */
  #see(job: Job): void {
    const isActive = this.#active.some(({ uid }) => uid === uidOf(job));
    const end = endOf(job);
    if (end === undefined) {
      if (isActive) return;
      const message = `Saw a job that the controller did not create or forgot: ${job.metadata.name}`;
      return this.#say('Warning', 'UnexpectedJob', message);
    }
    if (isActive) {
      this.#drop(uidOf(job));
      this.#say('Normal', 'SawCompletedJob', `Saw completed job: ${job.metadata.name}, condition: ${end.type}`);
    }
    const { completionTime } = job.status ?? {};
    if (end.type !== 'Complete' || completionTime === undefined) return;
    const { lastSuccessfulTime } = this.status;
    if (lastSuccessfulTime === undefined || Date.parse(completionTime) > Date.parse(lastSuccessfulTime))
      this.status = { ...this.status, lastSuccessfulTime: completionTime };
  }

  /** The oldest jobs that ended go, beyond so many that did well and so many that failed. // as cleanupFinishedJobs */
  #clean(): void {
    const { successfulJobsHistoryLimit, failedJobsHistoryLimit } = this.#cronJob.spec;
    for (const [type, limit = Infinity] of [
      ['Complete', successfulJobsHistoryLimit],
      ['Failed', failedJobsHistoryLimit],
    ] as const) {
      const ended = this.#jobs.filter((job) => endOf(job)?.type === type).sort(byStart);
      for (const job of ended.slice(0, Math.max(0, ended.length - limit))) this.#delete(job);
    }
  }

  #delete(job: KubernetesObject): void {
    this.#context.delete(job, { propagationPolicy: 'Background' });
    this.#drop(uidOf(job));
    this.#say('Normal', 'SuccessfulDelete', `Deleted job ${job.metadata.name}`);
  }

  #drop(gone: string): void {
    const { active = [], ...status } = this.status;
    const left = active.filter(({ uid }) => uid !== gone);
    this.status = { ...status, ...(left.length > 0 && { active: left }) };
  }

  #say(type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.#context.record({ about: this.#cronJob, type, reason, message });
  }
}

/** Those that have not started come last. */
function byStart(a: Job, b: Job): number {
  const [one, other] = [a, b].map(({ status }) => Date.parse(status?.startTime ?? '') || Infinity);
  if (one !== other) return (one ?? 0) < (other ?? 0) ? -1 : 1;
  return a.metadata.name < b.metadata.name ? -1 : 1;
}
