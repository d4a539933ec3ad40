import { JobRunner, RecurringJobs } from '#jobs';
import { ScheduleJobs } from '#schedules';
import type { INestApplicationContext } from '@nestjs/common';

/** Begins to do jobs. Times that passed while no process did jobs are due at once. */
export async function startJobs(app: INestApplicationContext): Promise<void> {
  await app.get(ScheduleJobs).recover();
  await app.get(RecurringJobs).begin();
  await app.get(JobRunner).start();
}
