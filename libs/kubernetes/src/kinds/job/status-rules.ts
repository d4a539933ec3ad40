import type { Condition } from '../../metadata/index.js';
import type { JudgedField } from '../../problems/index.js';
import { checkNotNegative } from '../../validation/index.js';

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
  uncountedTerminatedPods?: { succeeded?: string[]; failed?: string[] };
}

interface StatusBefore {
  readonly status: JobStatus;
  readonly isSuspended: boolean;
}

/** // as API server v1.34 ValidateJobStatusUpdate, with the options of a status that changes */
export function checkJobStatus(
  status: JobStatus,
  { status: before, isSuspended }: StatusBefore,
  at: JudgedField,
): void {
  for (const field of ['active', 'succeeded', 'failed', 'ready', 'terminating'] as const)
    checkNotNegative(status[field], at.child(field));
  checkConditions(status, at);
  checkTimes(status, at);
  checkFinished(status, at);
  for (const type of ['Failed', 'Complete', 'FailureTarget', 'SuccessCriteriaMet'])
    if (isTrue(before, type) && !isTrue(status, type))
      at.child('conditions').invalidAsWhole(`cannot disable the terminal ${type}=True condition`);
  for (const field of ['failed', 'succeeded'] as const)
    if ((status[field] ?? 0) < (before[field] ?? 0))
      at.child(field).invalid(status[field] ?? 0, `cannot decrease the ${field} counter`);
  if (status.ready !== undefined && status.ready > (status.active ?? 0))
    at.child('ready').invalid(status.ready, 'cannot set more ready pods than active');
  if (isSuspended || before.startTime === undefined) return;
  if (status.startTime === undefined) at.child('startTime').required('startTime cannot be removed for unsuspended job');
  else if (status.startTime !== before.startTime)
    at.child('startTime').required('startTime cannot be modified for unsuspended job');
}

/** Of two ends there is one, and each is announced. */
function checkConditions(status: JobStatus, at: JudgedField): void {
  const path = at.child('conditions');
  const exclusive = [
    ['Complete=True', 'Failed=true', isTrue(status, 'Complete') && isTrue(status, 'Failed')],
    ['Complete=True', 'FailureTarget=true', isTrue(status, 'Complete') && isTrue(status, 'FailureTarget')],
  ] as const;
  for (const [one, other, are] of exclusive) if (are) path.invalidAsWhole(`cannot set ${one} and ${other} conditions`);
}

function checkTimes({ completionTime, startTime, ...status }: JobStatus, at: JudgedField): void {
  const path = at.child('completionTime');
  const isComplete = isTrue(status, 'Complete');
  if (completionTime !== undefined && !isComplete)
    path.invalid(completionTime, 'cannot set completionTime when there is no Complete=True condition');
  if (completionTime === undefined && isComplete) path.required('completionTime is required for Complete jobs');
  if (completionTime !== undefined && startTime !== undefined && Date.parse(completionTime) < Date.parse(startTime))
    path.invalid(completionTime, 'completionTime cannot be set before startTime');
}

function checkFinished(status: JobStatus, at: JudgedField): void {
  const conditions = at.child('conditions');
  if (isTrue(status, 'Failed') && !isTrue(status, 'FailureTarget'))
    conditions.invalidAsWhole('cannot set Failed=True condition without the FailureTarget=true condition');
  if (isTrue(status, 'Complete') && !isTrue(status, 'SuccessCriteriaMet'))
    conditions.invalidAsWhole('cannot set Complete=True condition without the SuccessCriteriaMet=true condition');
  if (!isTrue(status, 'Complete') && !isTrue(status, 'Failed')) return;
  if ((status.active ?? 0) > 0) at.child('active').invalid(status.active, 'active>0 is invalid for finished job');
  if (status.startTime === undefined) at.child('startTime').required('startTime is required for finished job');
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  if (succeeded.length + failed.length > 0)
    at.child('uncountedTerminatedPods').invalid(
      status.uncountedTerminatedPods,
      'uncountedTerminatedPods needs to be empty for finished job',
    );
}

function isTrue({ conditions = [] }: JobStatus, type: string): boolean {
  return conditions.some((one) => one.type === type && one.status === 'True');
}
