import type { Transaction } from '#database';
import { enqueue, enqueueForTeam } from '#jobs';
import type { Schedule } from './schedule.js';

/** The tasks of jobs, by what they do. */
export const TASKS = { due: 'schedule-due', work: 'schedule-work', deliver: 'schedule-deliver' } as const;

/** Deliveries may wait long for who receives them, and no work waits for that. */
export function deliveryQueue({ team }: Pick<Schedule, 'team'>): string {
  return `delivery:${team}`;
}

/** One job at a time waits for the next time of a schedule. */
export async function enqueueDue(tx: Transaction, { id, nextAt }: Pick<Schedule, 'id' | 'nextAt'>): Promise<void> {
  if (nextAt === null) return;
  await enqueue(tx, { task: TASKS.due, payload: { schedule: id }, runAt: nextAt, key: `due:${id}` });
}

/** The work of a team is done one after the other: another team's does not wait for all of it. */
export async function enqueueWork(tx: Transaction, { team }: Pick<Schedule, 'team'>, result: string): Promise<void> {
  await enqueueForTeam(tx, { task: TASKS.work, payload: { result }, queue: `work:${team}`, team });
}
