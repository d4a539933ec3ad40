import { checkDomainPrefixedPath, checkNotNegative, type JudgedField, type LabelSelector } from '#apimachinery';
import { checkAnyTemplate, type PodTemplate } from '../../pod-template/index.js';
import { checkFailurePolicy, type PodFailurePolicy } from './failure-policy.js';
import { checkSuccessPolicy, type SuccessPolicy } from './success-policy.js';

/** batch/v1 JobSpec. */
export interface JobSpec {
  parallelism?: number;
  completions?: number;
  activeDeadlineSeconds?: number;
  backoffLimit?: number;
  ttlSecondsAfterFinished?: number;
  backoffLimitPerIndex?: number;
  maxFailedIndexes?: number;
  managedBy?: string;
  completionMode?: string;
  suspend?: boolean;
  selector?: LabelSelector;
  manualSelector?: boolean;
  podFailurePolicy?: PodFailurePolicy;
  successPolicy?: SuccessPolicy;
  podReplacementPolicy?: string;
  template?: PodTemplate;
}

const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
] as const;
const MOST_PARALLEL = 100_000;
const MANY_COMPLETIONS = 100_000;
const MOST_OF_MANY = 10_000;
const LONGEST_MANAGER = 63;

/** The spec of a Job, and of the jobs that a CronJob makes. // as API server v1.34 validateJobSpec */
export function checkJobSpec(spec: JobSpec, at: JudgedField): void {
  for (const field of COUNTS) checkNotNegative(spec[field], at.child(field));
  if (spec.maxFailedIndexes !== undefined) {
    checkNotNegative(spec.maxFailedIndexes, at.child('maxFailedIndexes'));
    if (spec.backoffLimitPerIndex === undefined)
      at.child('backoffLimitPerIndex').required('when maxFailedIndexes is specified');
  }
  if (spec.managedBy !== undefined) checkManager(spec.managedBy, at.child('managedBy'));
  checkCompletionMode(spec, at);
  if (spec.podFailurePolicy !== undefined)
    checkFailurePolicy(spec, spec.podFailurePolicy, at.child('podFailurePolicy'));
  if (spec.successPolicy !== undefined) checkSuccessPolicy(spec, spec.successPolicy, at.child('successPolicy'));
  checkReplacement(spec, at.child('podReplacementPolicy'));
  checkAnyTemplate(spec.template ?? {}, at.child('template'));
  checkRestarts(spec, at.child('template').child('spec').child('restartPolicy'));
}

function checkManager(name: string, at: JudgedField): void {
  checkDomainPrefixedPath(name, at);
  if (name.length > LONGEST_MANAGER) at.tooLong(LONGEST_MANAGER);
}

function checkCompletionMode(spec: JobSpec, at: JudgedField): void {
  const { completionMode: mode, completions, parallelism, maxFailedIndexes } = spec;
  if (mode !== undefined && mode !== 'NonIndexed' && mode !== 'Indexed')
    at.child('completionMode').notSupported(mode, ['NonIndexed', 'Indexed']);
  if (mode === 'Indexed') {
    if (completions === undefined) at.child('completions').required('when completion mode is Indexed');
    if (parallelism !== undefined && parallelism > MOST_PARALLEL)
      at.child('parallelism').invalid(
        parallelism,
        `must be less than or equal to ${MOST_PARALLEL} when completion mode is Indexed`,
      );
    if (completions !== undefined && maxFailedIndexes !== undefined && maxFailedIndexes > completions)
      at.child('maxFailedIndexes').invalid(maxFailedIndexes, 'must be less than or equal to completions');
    if (maxFailedIndexes !== undefined && maxFailedIndexes > MOST_PARALLEL)
      at.child('maxFailedIndexes').invalid(maxFailedIndexes, `must be less than or equal to ${MOST_PARALLEL}`);
    if ((completions ?? 0) > MANY_COMPLETIONS && spec.backoffLimitPerIndex !== undefined)
      checkManyCompletions(spec, at);
  } else if (mode === undefined || mode === 'NonIndexed') {
    for (const field of ['backoffLimitPerIndex', 'maxFailedIndexes'] as const)
      if (spec[field] !== undefined) at.child(field).invalid(spec[field], 'requires indexed completion mode');
  }
}

/** Of very many indexes with limits of their own, fewer may run and fail. */
function checkManyCompletions({ parallelism = 0, maxFailedIndexes }: JobSpec, at: JudgedField): void {
  const most =
    `must be less than or equal to ${MOST_OF_MANY} when completions are above ${MANY_COMPLETIONS} and used with ` +
    'backoff limit per index';
  if (maxFailedIndexes === undefined)
    at.child('maxFailedIndexes').required(`must be specified when completions is above ${MANY_COMPLETIONS}`);
  if (parallelism > MOST_OF_MANY) at.child('parallelism').invalid(parallelism, most);
  if ((maxFailedIndexes ?? 0) > MOST_OF_MANY) at.child('maxFailedIndexes').invalid(maxFailedIndexes, most);
}

/** With a policy of failures, failed pods alone are replaced. // as API server v1.34 validatePodReplacementPolicy */
function checkReplacement({ podReplacementPolicy: policy, podFailurePolicy }: JobSpec, at: JudgedField): void {
  if (policy === undefined) return;
  const supported = podFailurePolicy === undefined ? ['Failed', 'TerminatingOrFailed'] : ['Failed'];
  if (!supported.includes(policy)) at.notSupported(policy, supported);
}

/** Pods of a job end. */
function checkRestarts({ template, podFailurePolicy }: JobSpec, at: JudgedField): void {
  const { restartPolicy = '' } = template?.spec ?? {};
  if (restartPolicy === 'Always' || restartPolicy === '') at.required('valid values: "OnFailure", "Never"');
  else if (restartPolicy !== 'OnFailure' && restartPolicy !== 'Never')
    at.notSupported(restartPolicy, ['OnFailure', 'Never']);
  else if (podFailurePolicy !== undefined && restartPolicy !== 'Never')
    at.invalid(restartPolicy, 'only "Never" is supported when podFailurePolicy is specified');
}
