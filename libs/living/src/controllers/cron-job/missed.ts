import type { CronJob } from './cron-job.js';
import type { Schedule } from './schedule.js';

/** So many missed times are said. */
const MANY = 100;
/** How long after its time a job is made: clocks may differ. // as nextScheduleDelta */
const DELTA_MS = 100;

/** What is due of a schedule. */
export type Due =
  | { readonly from: number; readonly at: number | undefined; readonly missed: number }
  /** There are no two times that differ. */
  | 'never';

/** The last time that is due and was not acted upon. // as kubernetes v1.34 mostRecentScheduleTime */
export function dueOf(
  { metadata, spec, status = {} }: CronJob,
  schedule: Schedule,
  { now, withDeadline }: { readonly now: number; readonly withDeadline: boolean },
): Due {
  const { startingDeadlineSeconds = Infinity } = spec;
  const since = Date.parse(status.lastScheduleTime ?? metadata.creationTimestamp ?? '');
  const from = withDeadline ? Math.max(since, now - startingDeadlineSeconds * 1_000) : since;
  const first = schedule(from);
  if (first === undefined) return 'never';
  if (now < first) return { from, at: undefined, missed: 0 };
  const second = schedule(first);
  if (second === undefined) return 'never';
  if (now < second) return { from, at: first, missed: 0 };
  // How many were missed is estimated by the first two, as upstream does, so that few are looked at.
  const interval = second - first;
  const missed = Math.floor((now - first) / interval) + 1;
  let at: number | undefined;
  for (let next = schedule(first + (missed - 2) * interval); next !== undefined && next <= now; next = schedule(next))
    at = next;
  return { from, at, missed };
}

/** When a cron job is looked at next, in milliseconds since 1970. // as nextScheduleTimeDuration */
export function nextLookAt(cronJob: CronJob, schedule: Schedule, now: number): number | undefined {
  const due = dueOf(cronJob, schedule, { now, withDeadline: false });
  const from = due === 'never' ? now : (due.at ?? (due.missed === 0 ? due.from : now));
  const next = schedule(from);
  return next === undefined ? undefined : next + DELTA_MS;
}

export function isMany(missed: number): boolean {
  return missed > MANY;
}
