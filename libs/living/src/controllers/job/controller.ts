import { equalJson } from '#json';
import type { KubernetesObject, Pod } from '#kubernetes';
import type { Cause, Change, Controller, ControllerContext } from '../../engine/index.js';
import { controllerOf, isGoing, keyOf, matcherOf, ofKey, uidOf } from '../../state/index.js';
import { FreePods } from '../owned-pods/index.js';
import { NO_FAILURES, type Failures } from './back-off.js';
import { findingsOf, type Findings } from './findings.js';
import {
  endOf,
  isManagedElsewhere,
  isSuspended,
  isTracked,
  withCondition,
  withoutTracking,
  type Job,
  type JobStatus,
  type Verdict,
} from './job.js';
import { PodKeeper, type KeptPods } from './pod-keeper.js';
import { claimedPods } from './pods-of-job.js';
import { Tracking } from './tracking.js';
import { COMPLETED, deadlineOf, verdictOf } from './verdict.js';

/** What happens to pods is looked at together, so long after the first of it. // as syncJobBatchPeriod */
const BATCH_MS = 1_000;
/** So long after a refusal a job tries again, at first and at the most. // as DefaultJobApiBackOff, MaxJobApiBackOff */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** What the key of a pod begins with that may have lost its job. */
const POD = 'pod ';

/** What a look does to the pods of a job, and what it finds out by that. */
interface Deed {
  readonly kept: KeptPods;
  readonly verdict: Verdict | undefined;
  readonly status: JobStatus;
}

/**
 * Runs Jobs: makes their pods, counts those that end, and says how a job ended. Reads Jobs and pods. Timers: a second
 * after something happened to a pod or a status, the end of the time that is waited after failures and refusals, and
 * the deadline of a job. // as kubernetes v1.34 pkg/controller/job
 */
export class JobController implements Controller {
  readonly #context: ControllerContext;
  readonly #free: FreePods;
  readonly #keeper: PodKeeper;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#free = new FreePods(context.state);
    this.#keeper = new PodKeeper(context);
  }

  noticed(change: Change): Iterable<string> {
    this.#free.noticed(change);
    if (change.object.kind === 'Job') return this.#ofJob(change);
    return change.object.kind === 'Pod' ? this.#ofPod(change) : [];
  }

  sync(key: string): void {
    if (key.startsWith(POD)) return this.#setFree(key.slice(POD.length));
    this.#explain(key);
    const job = this.#jobAt(key);
    if (job === undefined || endOf(job) !== undefined) return this.#forget(key);
    if (!isManagedElsewhere(job)) this.#look(key, job);
  }

  *#ofJob({ op, object, before, position }: Change): Iterable<string> {
    const job = object as Job;
    const hasEnded = op === 'delete' || endOf(job) !== undefined;
    if (hasEnded) {
      yield keyOf(job);
      const left = this.#context.state.dependants(uidOf(job)).filter((one) => one.kind === 'Pod' && isTracked(one));
      yield* left.map(podKey);
    } else if (before?.metadata.generation !== job.metadata.generation) yield keyOf(job);
    else this.#batch(job, position);
  }

  *#ofPod({ op, object, before, position }: Change): Iterable<string> {
    const job = this.#ownerOf(object);
    const other = before === null ? undefined : this.#ownerOf(before);
    if (other !== undefined && other !== job) this.#batch(other, position);
    const isLoose = op !== 'delete' && isTracked(object);
    if (controllerOf(object) !== undefined) {
      if (job !== undefined && endOf(job) === undefined) this.#batch(job, position);
      else if (isLoose && isGoing(object)) yield podKey(object);
      return;
    }
    if (isLoose) yield podKey(object);
    const mayBeAdopted = op !== 'delete' && !isGoing(object);
    if (mayBeAdopted && (before === null || changesOwners(before, object)))
      for (const match of this.#matching(object)) this.#batch(match, position);
  }

  /** A job is looked at a little later, with what else happens until then. */
  #batch(job: Job, position: number): void {
    if (endOf(job) !== undefined || isManagedElsewhere(job)) return;
    const [key, { memory, now }] = [keyOf(job), this.#context];
    if (!memory.has(`why ${key}`)) memory.set(`why ${key}`, { kind: 'change', position } satisfies Cause);
    this.#context.wakeBy(key, now + BATCH_MS);
  }

  /** A look that was put off follows from what it was put off for. */
  #explain(key: string): void {
    const { memory, cause } = this.#context;
    const why = memory.get(`why ${key}`) as Cause | undefined;
    memory.delete(`why ${key}`);
    if (cause.kind === 'timer' && why !== undefined) this.#context.because(why);
  }

  #forget(key: string): void {
    for (const what of ['back-off', 'refusals']) this.#context.memory.delete(`${what} ${key}`);
  }

  /** // as syncJob */
  #look(key: string, found: Job): void {
    const { memory, now, time } = this.#context;
    const pods = claimedPods(this.#context, found, this.#free);
    const isFirst = found.status?.startTime === undefined && !isSuspended(found);
    const job = isFirst ? { ...found, status: { ...found.status, startTime: time } } : found;
    const before = (memory.get(`back-off ${key}`) as Failures | undefined) ?? NO_FAILURES;
    const findings = findingsOf(job, pods, before);
    const { kept, verdict, status } = this.#act(job, findings);
    new Tracking(this.#context, {
      ...{ job: found, findings, verdict, status },
      isChanged: !equalJson(countedStatus(found.status ?? {}), countedStatus(status)),
      remember: (failures) => {
        if (failures.count > 0) memory.set(`back-off ${key}`, failures);
        else memory.delete(`back-off ${key}`);
      },
    }).run();
    const late = verdict === undefined ? deadlineOf({ ...job, status }) : undefined;
    if (late !== undefined) this.#context.wakeBy(key, late);
    if (kept.resumesAt !== undefined) this.#context.wakeBy(key, Math.max(kept.resumesAt, now + BATCH_MS));
    if (kept.isRefused === true) this.#retry(key);
    else memory.delete(`refusals ${key}`);
  }

  #act(job: Job, findings: Findings): Deed {
    const given = verdictOf(job, findings, this.#context.now);
    if (given !== undefined) return deedOf(job, this.#keeper.end(job, findings), given);
    const { active, ready, terminating, succeeded } = findings;
    const kept = isGoing(job) ? { active: active.length, ready, terminating } : this.#keeper.keep(job, findings);
    // Without a number of completions the first success is enough, when the other pods have ended.
    if (succeeded >= (job.spec.completions ?? 1) && kept.active === 0) return deedOf(job, kept, COMPLETED);
    const deed = deedOf(job, kept, undefined);
    return isGoing(job) ? deed : { ...deed, status: this.#withSuspension(job, deed.status) };
  }

  /** Says that a job is suspended, or goes on: it starts anew then. */
  #withSuspension(job: Job, status: JobStatus): JobStatus {
    const { time } = this.#context;
    const before = status.conditions ?? [];
    const said = isSuspended(job)
      ? ({ status: 'True', reason: 'JobSuspended', message: 'Job suspended' } as const)
      : ({ status: 'False', reason: 'JobResumed', message: 'Job resumed' } as const);
    const conditions = withCondition(before, { type: 'Suspended', ...said }, time);
    if (conditions === before) return status;
    const reason = isSuspended(job) ? 'Suspended' : 'Resumed';
    this.#context.record({ about: job, type: 'Normal', reason, message: said.message });
    return { ...status, conditions, ...(!isSuspended(job) && { startTime: time }) };
  }

  #retry(key: string): void {
    const { memory, now } = this.#context;
    const refusals = Number(memory.get(`refusals ${key}`) ?? 0);
    memory.set(`refusals ${key}`, refusals + 1);
    this.#context.wakeBy(key, now + Math.min(FIRST_RETRY_MS * 2 ** refusals, LONGEST_RETRY_MS));
  }

  /** A pod whose job is gone or has ended is held no longer. // as syncOrphanPod */
  #setFree(key: string): void {
    const pod = this.#context.state.get('Pod', ...ofKey(key)) as Pod | undefined;
    if (pod === undefined || !isTracked(pod)) return;
    const owner = controllerOf(pod);
    if (owner !== undefined && owner.kind !== 'Job') return;
    const job = this.#ownerOf(pod);
    if (job !== undefined && (isManagedElsewhere(job) || endOf(job) === undefined)) return;
    this.#context.update(withoutTracking(pod));
  }

  #jobAt(key: string): Job | undefined {
    return this.#context.state.get('Job', ...ofKey(key)) as Job | undefined;
  }

  #ownerOf(pod: KubernetesObject): Job | undefined {
    const owner = controllerOf(pod);
    const job = owner?.kind === 'Job' ? this.#context.state.byUid(owner.uid ?? '') : undefined;
    return job?.kind === 'Job' ? (job as Job) : undefined;
  }

  #matching({ metadata: { namespace = '', labels } }: KubernetesObject): Job[] {
    const jobs = [...this.#context.state.list('Job', namespace)] as Job[];
    return jobs.filter(({ spec }) => matcherOf(spec.selector)(labels));
  }
}

/** A status with the pods as they are kept. */
function deedOf(job: Job, kept: KeptPods, verdict: Verdict | undefined): Deed {
  const { active, ready, terminating } = kept;
  return { kept, verdict, status: { ...job.status, active, ready, terminating } };
}

/** A status without what says nothing. */
function countedStatus({ active = 0, ...status }: JobStatus): JobStatus {
  return active === 0 ? status : { ...status, active };
}

function podKey(pod: KubernetesObject): string {
  return `${POD}${keyOf(pod)}`;
}

function changesOwners(before: KubernetesObject, after: KubernetesObject): boolean {
  const [one, other] = [before.metadata, after.metadata];
  return !equalJson(one.labels, other.labels) || !equalJson(one.ownerReferences, other.ownerReferences);
}
