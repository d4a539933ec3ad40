import type { KubernetesObject, ObjectMeta } from '../../metadata/index.js';
import { completeTemplate } from '../../pod-template/index.js';
import { checkNotNegative, requireChoice, type JudgedField } from '#apimachinery';
import { defineKind, type Arrival } from '../kind-definition.js';
import { cronJobColumns } from './columns.js';
import { checkJobSpec, type JobSpec } from '../job/job-spec.js';
import { isTimeZone, parseSchedule } from './schedule.js';

/** batch/v1 CronJob. */
export interface CronJob extends KubernetesObject {
  kind: 'CronJob';
  spec: CronJobSpec;
  status?: object;
}

interface CronJobSpec {
  schedule?: string;
  timeZone?: string;
  startingDeadlineSeconds?: number;
  concurrencyPolicy?: string;
  suspend?: boolean;
  jobTemplate?: { metadata?: Partial<ObjectMeta>; spec?: JobSpec };
  successfulJobsHistoryLimit?: number;
  failedJobsHistoryLimit?: number;
}

/** All about the kind CronJob. */
export const cronJobKind = defineKind<CronJob>({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  plural: 'cronjobs',
  columns: cronJobColumns,
  shortNames: ['cj'],
  categories: ['all'],
  namespaced: true,
  statusSubresource: true,
  countsGeneration: true,
  hasSpec: true,
  complete,
  template: ({ spec }) => spec.jobTemplate?.spec?.template,
  prepare: (cronJob, { isNew }: Arrival) => {
    if (isNew) cronJob.status = {};
  },
  check,
});

/** // as API server v1.34 SetDefaults_CronJob */
function complete(cronJob: CronJob): void {
  const { spec } = cronJob;
  spec.concurrencyPolicy ||= 'Allow';
  spec.suspend ??= false;
  spec.successfulJobsHistoryLimit ??= 3;
  spec.failedJobsHistoryLimit ??= 1;
  const template = (spec.jobTemplate ??= {});
  template.metadata ??= {};
  const job = (template.spec ??= {});
  job.template = completeTemplate(job.template ?? {});
  cronJob.status ??= {};
}

/** The controller appends eleven characters to the name of a job. */
const LONGEST_NAME = 52;

/** // as API server v1.34 ValidateCronJobCreate */
function check(cronJob: CronJob, root: JudgedField, { old }: Arrival): void {
  const { metadata, spec } = cronJob;
  const at = root.child('spec');
  checkSchedule(spec, (old as CronJob | undefined)?.spec.schedule, at.child('schedule'));
  checkNotNegative(spec.startingDeadlineSeconds, at.child('startingDeadlineSeconds'));
  if ((old as CronJob | undefined)?.spec.timeZone !== spec.timeZone) checkTimeZone(spec.timeZone, at.child('timeZone'));
  requireChoice(spec.concurrencyPolicy, ['Allow', 'Forbid', 'Replace'], at.child('concurrencyPolicy'));
  checkJobTemplate(spec.jobTemplate?.spec ?? {}, at.child('jobTemplate').child('spec'));
  checkNotNegative(spec.successfulJobsHistoryLimit, at.child('successfulJobsHistoryLimit'));
  checkNotNegative(spec.failedJobsHistoryLimit, at.child('failedJobsHistoryLimit'));
  const { name = '' } = metadata;
  if (old === undefined && name.length > LONGEST_NAME)
    root.child('metadata').child('name').invalid(name, `must be no more than ${LONGEST_NAME} characters`);
}

/** A zone in the schedule itself may stay where there was one. // as API server v1.34 validateScheduleFormat */
function checkSchedule({ schedule = '', timeZone }: CronJobSpec, before = '', at: JudgedField): void {
  if (schedule === '') {
    at.required();
    return;
  }
  const read = parseSchedule(schedule);
  if ('problem' in read) at.invalid(schedule, read.problem);
  if (!schedule.includes('TZ')) return;
  if (!before.includes('TZ')) at.invalid(schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead');
  else if (timeZone !== undefined) at.invalid(schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule');
}

/** // as API server v1.34 validateTimeZone */
function checkTimeZone(zone: string | undefined, at: JudgedField): void {
  if (zone === undefined) return;
  if (zone === '') {
    at.invalid(zone, 'timeZone must be nil or non-empty string');
    return;
  }
  if (zone.toLowerCase() === 'local')
    at.invalid(zone, 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones');
  if (zone !== 'Local' && !isTimeZone(zone)) at.invalid(zone, `unknown time zone ${zone}`);
}

/** Its jobs find their pods by their uids. // as API server v1.34 ValidateJobTemplateSpec */
function checkJobTemplate(spec: JobSpec, at: JudgedField): void {
  checkJobSpec(spec, at);
  if (spec.selector !== undefined) at.child('selector').invalid(spec.selector, '`selector` will be auto-generated');
  if (spec.manualSelector === true) at.child('manualSelector').notSupported(true, ['nil', 'false']);
}
