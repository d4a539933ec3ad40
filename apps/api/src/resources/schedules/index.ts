export { SchedulesModule } from './schedules.module.js';
export { ProofWorks, ScheduledWorks } from './works/index.js';
