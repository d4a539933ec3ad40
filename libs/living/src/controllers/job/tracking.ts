import type { Pod } from '#kubernetes';
import type { ControllerContext } from '../../engine/index.js';
import { isGoing, uidOf } from '../../state/index.js';
import type { Failures } from './back-off.js';
import { judgeFailure } from './failure-policy.js';
import type { Findings } from './findings.js';
import { hasIndex, printIndexes, totalOf } from './indexes.js';
import {
  indexOf,
  isFailed,
  isIndexed,
  isTracked,
  trueCondition,
  validIndexOf,
  withCondition,
  withoutTracking,
  type Job,
  type JobStatus,
  type Verdict,
} from './job.js';

/** So many pods are counted in one look at the most. // as MaxUncountedPods */
const MOST_UNCOUNTED = 500;

type Draft = { -readonly [Field in keyof JobStatus]: JobStatus[Field] };

/** What a look has come to. */
export interface Outcome {
  readonly job: Job;
  readonly findings: Findings;
  readonly verdict: Verdict | undefined;
  /** The status as far as it does not count what has ended. */
  readonly status: JobStatus;
  /** Whether that is another one than before. */
  readonly isChanged: boolean;
  readonly remember: (failures: Failures) => void;
}

/**
 * Counts the pods of a job that have ended: the status names them, they lose the finalizer that holds them, and only
 * then the counters of the status have them, so that each is counted once. // as trackJobStatusAndRemoveFinalizers
 */
export class Tracking {
  readonly #context: ControllerContext;
  readonly #outcome: Outcome;
  readonly #status: Draft;
  readonly #succeeded: string[];
  readonly #failed: string[];
  #verdict: Verdict | undefined;
  #job: Job;
  #isChanged: boolean;

  constructor(context: ControllerContext, outcome: Outcome) {
    this.#context = context;
    this.#outcome = outcome;
    this.#job = outcome.job;
    this.#verdict = outcome.verdict;
    this.#status = { ...outcome.status };
    const { succeeded = [], failed = [] } = outcome.status.uncountedTerminatedPods ?? {};
    this.#succeeded = [...succeeded];
    this.#failed = [...failed];
    this.#isChanged = outcome.isChanged;
  }

  run(): void {
    const { pods, failures } = this.#outcome.findings;
    this.#count(new Set(pods.filter(isTracked).map(uidOf)));
    const ended = this.#endedPods();
    this.#countIndexes();
    this.#announce();
    if (this.#isChanged) {
      this.#write();
      this.#outcome.remember(failures);
    }
    const { state } = this.#context;
    for (const { metadata } of ended.pods) {
      const pod = state.byUid(metadata.uid ?? '') as Pod | undefined;
      if (pod !== undefined) this.#context.update(withoutTracking(pod));
    }
    const gone = new Set(ended.pods);
    this.#count(new Set(pods.filter((pod) => isTracked(pod) && !gone.has(pod)).map(uidOf)));
    const isFinished = ended.areAll && this.#finish();
    if (this.#isChanged) this.#write();
    if (isFinished) this.#sayFinished();
  }

  /** Counts what was named and has lost its finalizer. // as cleanUncountedPodsWithoutFinalizers */
  #count(held: ReadonlySet<string>): void {
    for (const [field, uids] of [
      ['succeeded', this.#succeeded],
      ['failed', this.#failed],
    ] as const) {
      const left = uids.filter((uid) => held.has(uid));
      if (left.length === uids.length) continue;
      this.#status[field] = (this.#status[field] ?? 0) + uids.length - left.length;
      uids.splice(0, uids.length, ...left);
      this.#isChanged = true;
    }
  }

  /** The pods that may lose their finalizer; they are named. `areAll`: as far as one look goes. */
  #endedPods(): { readonly pods: readonly Pod[]; readonly areAll: boolean } {
    const ended: Pod[] = [];
    let indexes = 0;
    for (const pod of this.#outcome.findings.pods) {
      if (!isTracked(pod) || !this.#isCountable(pod)) continue;
      ended.push(pod);
      if (pod.status?.phase === 'Succeeded' && !this.#failed.includes(uidOf(pod))) indexes += this.#nameSucceeded(pod);
      else if (isFailed(pod, this.#job) || this.#failsAll) this.#nameFailed(pod);
      if (indexes + this.#succeeded.length + this.#failed.length >= MOST_UNCOUNTED)
        return { pods: ended, areAll: false };
    }
    return { pods: ended, areAll: true };
  }

  /** // as canRemoveFinalizer */
  #isCountable(pod: Pod): boolean {
    if (isGoing(this.#job) || this.#verdict !== undefined || pod.status?.phase === 'Succeeded') return true;
    if (!isFailed(pod, this.#job)) return false;
    return this.#outcome.findings.indexes?.delayed.get(indexOf(pod) ?? -1) !== pod;
  }

  /** Of a job that fails, every pod that has not ended has failed. */
  get #failsAll(): boolean {
    return this.#verdict !== undefined && this.#verdict.type !== 'SuccessCriteriaMet';
  }

  /** Indexes need no names: they are counted once anyway. Answers how many were new. */
  #nameSucceeded(pod: Pod): number {
    if (!isIndexed(this.#job)) {
      if (this.#succeeded.includes(uidOf(pod))) return 0;
      this.#succeeded.push(uidOf(pod));
      this.#isChanged = true;
      return 0;
    }
    const index = validIndexOf(pod, this.#job);
    if (index === undefined || hasIndex(this.#outcome.findings.indexes?.before ?? [], index)) return 0;
    this.#isChanged = true;
    return 1;
  }

  #nameFailed(pod: Pod): void {
    if (this.#failed.includes(uidOf(pod))) return;
    if (isIndexed(this.#job) && validIndexOf(pod, this.#job) === undefined) return;
    if (!judgeFailure(this.#job.spec.podFailurePolicy, pod).counts) return;
    this.#failed.push(uidOf(pod));
    this.#isChanged = true;
  }

  #countIndexes(): void {
    const { indexes } = this.#outcome.findings;
    if (indexes === undefined) return;
    const { completedIndexes = '', failedIndexes } = this.#status;
    const completed = printIndexes(indexes.succeeded);
    const failed = indexes.failed && printIndexes(indexes.failed);
    if (completed !== completedIndexes || failed !== failedIndexes) this.#isChanged = true;
    this.#status.succeeded = totalOf(indexes.succeeded);
    this.#status.completedIndexes = completed;
    if (failed === undefined) delete this.#status.failedIndexes;
    else this.#status.failedIndexes = failed;
  }

  /** Says how the job is going to end before its pods lose their finalizers. */
  #announce(): void {
    const verdict = this.#verdict;
    if (verdict === undefined || verdict.type === 'Failed' || verdict.type === 'Complete') return;
    if (trueCondition(this.#status, verdict.type) === undefined) {
      this.#say(verdict);
      this.#isChanged = true;
    }
    this.#verdict = { ...verdict, type: verdict.type === 'FailureTarget' ? 'Failed' : 'Complete' };
  }

  /** Whether the job has ended: no pod is uncounted, and none still terminates. // as enactJobFinished */
  #finish(): boolean {
    const verdict = this.#verdict;
    if (verdict === undefined || this.#succeeded.length + this.#failed.length > 0) return false;
    if ((this.#status.terminating ?? 0) > 0) return false;
    this.#say(verdict);
    if (verdict.type === 'Complete') this.#status.completionTime = this.#context.time;
    this.#isChanged = true;
    return true;
  }

  #say({ type, reason, message }: Verdict): void {
    const said = { type, status: 'True', reason, message } as const;
    this.#status.conditions = withCondition(this.#status.conditions ?? [], said, this.#context.time);
  }

  #sayFinished(): void {
    const verdict = this.#verdict;
    if (verdict === undefined) return;
    const { reason, message } = verdict;
    const about = this.#job;
    if (verdict.type !== 'Complete') return this.#context.record({ about, type: 'Warning', reason, message });
    const { completions = Infinity } = about.spec;
    if ((this.#status.succeeded ?? 0) > completions)
      this.#context.record({
        ...{ about, type: 'Warning', reason: 'TooManySucceededPods' },
        message: 'Too many succeeded pods running after completion count reached',
      });
    this.#context.record({ about, type: 'Normal', reason: 'Completed', message: 'Job completed' });
  }

  #write(): void {
    const uncounted = {
      ...(this.#succeeded.length > 0 && { succeeded: [...this.#succeeded] }),
      ...(this.#failed.length > 0 && { failed: [...this.#failed] }),
    };
    const { active = 0, succeeded = 0, failed = 0, completedIndexes = '', ...status } = this.#status;
    this.#job = this.#context.updateStatus({
      ...this.#job,
      status: {
        ...status,
        ...(active > 0 && { active }),
        ...(succeeded > 0 && { succeeded }),
        ...(failed > 0 && { failed }),
        ...(completedIndexes !== '' && { completedIndexes }),
        uncountedTerminatedPods: uncounted,
      },
    });
    this.#isChanged = false;
  }
}
