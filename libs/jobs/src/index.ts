export { enqueue, enqueueForTeam, type NewJob, type NewTeamJob } from './enqueue.js';
export { JobRunner, type JobContext, type JobRunnerOptions, type Tasks } from './job-runner.js';
export { jobDepth, type JobDepth } from './job-depth.js';
export { RecurringJobs, type RecurringWork } from './recurring-jobs.js';
export { migrateJobs } from './migrate-jobs.js';
