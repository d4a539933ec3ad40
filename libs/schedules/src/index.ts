export { contentIn, fileName, type DeliveryPlaces, type WebhookSettings } from './delivery/index.js';
export type { RowDifference } from './diff-rows.js';
export { ResultService, type ReadResult } from './result.service.js';
export {
  FORMATS,
  RESULT_STATES,
  WORK_KINDS,
  type Delivery,
  type Format,
  type NewSchedule,
  type Result,
  type Schedule,
  type Work,
  type WorkContext,
  type WorkKind,
  type Worked,
  type Works,
} from './schedule.js';
export { ScheduleJobs, type ScheduleJobsOptions } from './schedule-jobs.js';
export { ScheduleService, type CreatedSchedule, type ShownSchedule } from './schedule.service.js';
export { PERIODS } from './times/index.js';
