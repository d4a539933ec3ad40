export { SchedulesModule } from './schedules.module.js';
export { ProofWorks, ScheduledWorks } from './works/index.js';
export { resultRows } from './schedule.schema.js';
export { sendResult } from './send-result.js';
