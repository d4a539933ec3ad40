import { internalView } from '../../internals/index.js';
import type { Condition } from '../../metadata/index.js';
import { checkNotNegative, sameValue, type JudgedField } from '#apimachinery';
import type { JobSpec } from './job-spec.js';
import { readIndexes, readInterval } from './success-policy.js';

/** batch/v1 JobStatus. */
export interface JobStatus {
  active?: number;
  succeeded?: number;
  failed?: number;
  ready?: number;
  terminating?: number;
  startTime?: string;
  completionTime?: string;
  conditions?: Condition[];
  completedIndexes?: string;
  failedIndexes?: string;
  uncountedTerminatedPods?: { succeeded?: string[]; failed?: string[] };
}

/** What of the job its status is judged by, and the status that it had. */
interface JobOfStatus {
  readonly spec: JobSpec;
  readonly before: JobStatus;
}

/**
 * What is reported of a job. Most rules are for what changes: what was there may stay.
 * // as API server v1.34 ValidateJobStatusUpdate, getStatusValidationOptions
 */
export function checkJobStatus(status: JobStatus, job: JobOfStatus, at: JudgedField): void {
  for (const field of ['active', 'succeeded', 'failed', 'ready', 'terminating'] as const)
    checkNotNegative(status[field], at.child(field));
  checkUncounted(status.uncountedTerminatedPods ?? {}, at.child('uncountedTerminatedPods'));
  const changed = changesOf(status, job.before);
  checkCompletion(status, changed, at);
  checkAnnounced(status, changed, at.child('conditions'));
  checkFinished(status, { spec: job.spec, changed }, at);
  checkIndexes(status, { spec: job.spec, changed }, at);
  if (changed('finished', 'terminating') && isFinished(status) && (status.terminating ?? 0) > 0)
    at.child('terminating').invalid(status.terminating, 'terminating>0 is invalid for finished job');
  if (changed('ready', 'active') && status.ready !== undefined && status.ready > (status.active ?? 0))
    at.child('ready').invalid(status.ready, 'cannot set more ready pods than active');
  checkSuccess(status, job.spec, at.child('conditions'));
  checkTransitions(status, job, at);
}

const TERMINAL = ['Failed', 'Complete', 'FailureTarget', 'SuccessCriteriaMet'] as const;
const FIELDS = [
  ...(['active', 'ready', 'terminating', 'startTime', 'completionTime'] as const),
  ...(['completedIndexes', 'failedIndexes', 'uncountedTerminatedPods'] as const),
];

type Aspect = (typeof TERMINAL)[number] | (typeof FIELDS)[number] | 'finished';
type Changed = (...aspects: readonly Aspect[]) => boolean;

interface JobOfChange {
  readonly spec: JobSpec;
  readonly changed: Changed;
}

function changesOf(status: JobStatus, before: JobStatus): Changed {
  const changed = new Set<Aspect>();
  for (const type of TERMINAL) if (isTrue(status, type) !== isTrue(before, type)) changed.add(type);
  for (const field of FIELDS) if (!sameValue(status[field], before[field])) changed.add(field);
  if (isFinished(status) !== isFinished(before)) changed.add('finished');
  return (...aspects) => aspects.some((aspect) => changed.has(aspect));
}

/** Each pod once. */
function checkUncounted(pods: NonNullable<JobStatus['uncountedTerminatedPods']>, at: JudgedField): void {
  const seen = new Set<string>();
  for (const field of ['succeeded', 'failed'] as const)
    pods[field]?.forEach((uid, index) => {
      const path = at.child(field).index(index);
      if (uid === '') path.invalid(uid, 'must not be empty');
      else if (seen.has(uid)) path.duplicate(uid);
      seen.add(uid);
    });
}

/** Of two ends there is one, at its time. */
function checkCompletion(status: JobStatus, changed: Changed, at: JudgedField): void {
  const { completionTime, startTime } = status;
  const isComplete = isTrue(status, 'Complete');
  for (const [other, reported] of [
    ['Failed', 'Failed=true'],
    ['FailureTarget', 'FailureTarget=true'],
  ] as const)
    if (changed('Complete', other) && isComplete && isTrue(status, other))
      at.child('conditions').invalidAsWhole(`cannot set Complete=True and ${reported} conditions`);
  const path = at.child('completionTime');
  if (changed('Complete', 'completionTime')) {
    if (completionTime !== undefined && !isComplete)
      path.invalid(completionTime, 'cannot set completionTime when there is no Complete=True condition');
    if (completionTime === undefined && isComplete) path.required('completionTime is required for Complete jobs');
  }
  if (!changed('startTime', 'completionTime') || completionTime === undefined || startTime === undefined) return;
  if (Date.parse(completionTime) < Date.parse(startTime))
    path.invalid(completionTime, 'must be equal to or after `startTime`');
}

/** Each end is announced. */
function checkAnnounced(status: JobStatus, changed: Changed, at: JudgedField): void {
  if (changed('Failed', 'failedIndexes') && isTrue(status, 'Failed') && !isTrue(status, 'FailureTarget'))
    at.invalidAsWhole('cannot set Failed=True condition without the FailureTarget=true condition');
  if (!changed('Complete', 'SuccessCriteriaMet')) return;
  if (isTrue(status, 'Complete') && !isTrue(status, 'SuccessCriteriaMet'))
    at.invalidAsWhole('cannot set Complete=True condition without the SuccessCriteriaMet=true condition');
}

function checkFinished(status: JobStatus, { spec, changed }: JobOfChange, at: JudgedField): void {
  if (!isFinished(status)) return;
  if (changed('finished', 'active') && (status.active ?? 0) > 0)
    at.child('active').invalid(status.active, 'active>0 is invalid for finished job');
  const neverStarts = spec.suspend === true && spec.completions === 0;
  if (changed('finished', 'startTime') && !neverStarts && status.startTime === undefined)
    at.child('startTime').required('startTime is required for finished job');
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  if (changed('finished', 'uncountedTerminatedPods') && succeeded.length + failed.length > 0)
    at.child('uncountedTerminatedPods').invalid(
      internalView(status.uncountedTerminatedPods ?? {}, 'UncountedTerminatedPods'),
      'must be empty for finished job',
    );
}

function checkIndexes(status: JobStatus, { spec, changed }: JobOfChange, at: JudgedField): void {
  const { completedIndexes = '', failedIndexes } = status;
  const { completions, backoffLimitPerIndex: perIndex } = spec;
  const [completed, failed] = [at.child('completedIndexes'), at.child('failedIndexes')];
  if (completions !== undefined && changed('completedIndexes')) {
    const read = readIndexes(completedIndexes, completions);
    if (typeof read === 'string') completed.invalid(completedIndexes, `error parsing completedIndexes: ${read}`);
  }
  if (completions !== undefined && changed('failedIndexes') && perIndex !== undefined && failedIndexes !== undefined) {
    const read = readIndexes(failedIndexes, completions);
    if (typeof read === 'string') failed.invalid(failedIndexes, `error parsing failedIndexes: ${read}`);
  }
  if (changed('completedIndexes') && completedIndexes !== '' && spec.completionMode !== 'Indexed')
    completed.invalid(completedIndexes, 'cannot set non-empty completedIndexes when non-indexed completion mode');
  if (changed('failedIndexes') && perIndex === undefined && failedIndexes !== undefined)
    failed.invalid(failedIndexes, 'cannot set non-null failedIndexes when backoffLimitPerIndex is null');
  if (!changed('failedIndexes', 'completedIndexes') || completions === undefined || failedIndexes === undefined) return;
  const both = firstCommonIndex([completedIndexes, failedIndexes], completions);
  if (both !== undefined) failed.invalid(failedIndexes, `failedIndexes and completedIndexes overlap at index: ${both}`);
}

/** Intervals that cannot be read have nothing in common. // as validateFailedIndexesNotOverlapCompleted */
function firstCommonIndex([one, other]: readonly [string, string], completions: number): number | undefined {
  const intervals = (text: string): (readonly [number, number])[] =>
    text.split(',').flatMap((interval) => {
      const read = readInterval(interval, completions);
      return typeof read === 'string' ? [] : [read];
    });
  const common = intervals(one).flatMap(([from, to]) =>
    intervals(other).flatMap(([start, end]) => {
      const first = Math.max(from, start);
      return first <= Math.min(to, end) ? [first] : [];
    }),
  );
  return common.length === 0 ? undefined : Math.min(...common);
}

/** What suffices is no failure. */
function checkSuccess(status: JobStatus, { successPolicy }: JobSpec, at: JudgedField): void {
  const suffices = isTrue(status, 'SuccessCriteriaMet');
  if (suffices && isTrue(status, 'Failed'))
    at.invalidAsWhole('cannot set SuccessCriteriaMet=True and Failed=true conditions');
  if (suffices && isTrue(status, 'FailureTarget'))
    at.invalidAsWhole('cannot set SuccessCriteriaMet=True and FailureTarget=true conditions');
  if (successPolicy !== undefined && !suffices && isTrue(status, 'Complete'))
    at.invalidAsWhole('cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True');
}

/** What does not go back. */
function checkTransitions(status: JobStatus, { spec, before }: JobOfStatus, at: JudgedField): void {
  const conditions = at.child('conditions');
  for (const type of ['Failed', 'Complete', 'FailureTarget'] as const)
    if (isTrue(before, type) && !isTrue(status, type))
      conditions.invalidAsWhole(`cannot disable the terminal ${type}=True condition`);
  const scales = spec.completionMode === 'Indexed' && spec.completions === spec.parallelism;
  for (const field of scales ? (['failed'] as const) : (['failed', 'succeeded'] as const))
    if ((status[field] ?? 0) < (before[field] ?? 0))
      at.child(field).invalid(status[field] ?? 0, `cannot decrease the ${field} counter`);
  checkTimesKept(status, { spec, before }, at);
  const sufficed = isTrue(before, 'SuccessCriteriaMet');
  if (sufficed && !isTrue(status, 'SuccessCriteriaMet'))
    conditions.invalidAsWhole('cannot disable the SuccessCriteriaMet=True condition');
  if (isTrue(before, 'Complete') && !sufficed && isTrue(status, 'SuccessCriteriaMet'))
    conditions.invalidAsWhole('cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions');
}

function checkTimesKept(status: JobStatus, { spec, before }: JobOfStatus, at: JudgedField): void {
  const { completionTime, startTime } = status;
  if (completionTime !== undefined && before.completionTime !== undefined && completionTime !== before.completionTime)
    at.child('completionTime').invalid(completionTime, 'field is immutable');
  const resumes = isTrue(before, 'Suspended') && status.conditions?.some(isResumed) === true;
  if (before.startTime !== undefined && startTime !== before.startTime && !resumes && spec.suspend !== true)
    at.child('startTime').required('startTime cannot be removed for unsuspended job');
}

function isResumed({ type, status }: Condition): boolean {
  return type === 'Suspended' && status === 'False';
}

function isFinished(status: JobStatus): boolean {
  return isTrue(status, 'Complete') || isTrue(status, 'Failed');
}

function isTrue({ conditions = [] }: JobStatus, type: string): boolean {
  return conditions.some((one) => one.type === type && one.status === 'True');
}
