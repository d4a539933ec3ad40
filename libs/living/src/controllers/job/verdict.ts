import type { Pod } from '#kubernetes';
import type { Findings } from './findings.js';
import { judgeFailure } from './failure-policy.js';
import { totalOf } from './indexes.js';
import { isFailed, isSuspended, trueCondition, type Job, type Verdict } from './job.js';
import { metRule } from './success-policy.js';

export const COMPLETED: Verdict = {
  type: 'SuccessCriteriaMet',
  reason: 'CompletionsReached',
  message: 'Reached expected number of succeeded pods',
};

/** Why a job is to end; undefined where it goes on. // as kubernetes v1.34 syncJob */
export function verdictOf(job: Job, findings: Findings, now: number): Verdict | undefined {
  return announced(job) ?? failureOf(job, findings, now) ?? verdictOfIndexes(job, findings);
}

/** What an earlier look has said. */
function announced({ status = {} }: Job): Verdict | undefined {
  const met = trueCondition(status, 'SuccessCriteriaMet');
  if (met !== undefined) return { type: 'SuccessCriteriaMet', reason: met.reason ?? '', message: met.message ?? '' };
  const failed = trueCondition(status, 'FailureTarget');
  return failed && { type: 'Failed', reason: failed.reason ?? '', message: failed.message ?? '' };
}

function failureOf(job: Job, { pods, failed }: Findings, now: number): Verdict | undefined {
  const failsJob = pods
    .filter((pod) => isFailed(pod, job))
    .map((pod) => judgeFailure(job.spec.podFailurePolicy, pod).failsJob)
    .find((message) => message !== undefined);
  if (failsJob !== undefined) return failure('PodFailurePolicy', failsJob);
  if (failed > limitOf(job) || restartsTooOften(job, pods))
    return failure('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
  const late = deadlineOf(job);
  if (late !== undefined && late <= now)
    return failure('DeadlineExceeded', 'Job was active longer than specified deadline');
  return undefined;
}

function verdictOfIndexes({ spec }: Job, { indexes }: Findings): Verdict | undefined {
  if (indexes === undefined) return undefined;
  const { completions = 0, maxFailedIndexes = Infinity, successPolicy } = spec;
  const failed = totalOf(indexes.failed ?? []);
  if (failed > maxFailedIndexes)
    return failure('MaxFailedIndexesExceeded', 'Job has exceeded the specified maximal number of failed indexes');
  if (failed > 0 && failed + totalOf(indexes.succeeded) >= completions)
    return failure('FailedIndexes', 'Job has failed indexes');
  const message = metRule(successPolicy, indexes.succeeded, completions);
  return message === undefined ? undefined : { type: 'SuccessCriteriaMet', reason: 'SuccessPolicy', message };
}

function failure(reason: string, message: string): Verdict {
  return { type: 'FailureTarget', reason, message };
}

/** When a job that runs is late, in milliseconds since 1970; undefined where it never is. */
export function deadlineOf(job: Job): number | undefined {
  const { activeDeadlineSeconds } = job.spec;
  const { startTime } = job.status ?? {};
  if (activeDeadlineSeconds === undefined || startTime === undefined || isSuspended(job)) return undefined;
  return Date.parse(startTime) + activeDeadlineSeconds * 1_000;
}

function limitOf({ spec: { backoffLimit = 6 } }: Job): number {
  return backoffLimit;
}

/** Containers that start again in their pods count too. // as pastBackoffLimitOnFailure */
function restartsTooOften(job: Job, pods: readonly Pod[]): boolean {
  const { restartPolicy } = (job.spec.template?.spec ?? {}) as { readonly restartPolicy?: string };
  if (restartPolicy !== 'OnFailure') return false;
  const live = pods.filter(({ status }) => status?.phase === 'Running' || status?.phase === 'Pending');
  const restarts = live.reduce((sum, pod) => sum + restartsOf(pod), 0);
  return restarts >= Math.max(limitOf(job), 1);
}

function restartsOf({ status }: Pod): number {
  const { containerStatuses = [], initContainerStatuses = [] } = (status ?? {}) as {
    readonly containerStatuses?: readonly { readonly restartCount?: number }[];
    readonly initContainerStatuses?: readonly { readonly restartCount?: number }[];
  };
  return [...containerStatuses, ...initContainerStatuses].reduce((sum, { restartCount = 0 }) => sum + restartCount, 0);
}
