import { Cron } from 'croner';

/** When something is due: a cron expression, in the time of a zone. */
export interface CronTimes {
  /** Five fields, or `@daily` and the like. */
  readonly cron: string;
  /** A name of the IANA database. */
  readonly zone: string;
}

/** Times that are counted one by one when they are made up: a thousand take half a second. */
const MOST_COUNTED = 1_000;

/** `@daily`, or five fields; croner would also take a date, and answers for other expressions than these. */
const FORM = /^(@\w+|\S+( +\S+){4})$/;

/** What is wrong with an expression; undefined where nothing is. */
export function cronProblem(cron: string): string | undefined {
  if (!FORM.test(cron)) return 'must have five fields: minute, hour, day of the month, month, day of the week';
  try {
    // A far year: what is never due, as 30 February, is an error too.
    return new Cron(cron, { timezone: 'UTC', mode: '5-part' }).nextRun() === null ? 'it is never due' : undefined;
  } catch (error) {
    return /^CronPattern: (.*)$/s.exec((error as Error).message)?.[1] ?? 'it is no cron expression';
  }
}

/** Whether a zone is known, by its name. */
export function isZone(zone: string): boolean {
  try {
    // Offsets such as `+01:00` have no daylight saving: a zone is meant.
    return !/^[+-]/.test(zone) && new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * The first time after a moment; null where there is none. A time of the day that a change of the clocks skips is due
 * right after it, one that comes twice the first time; an expression of every hour is due in every hour that passes.
 */
export function nextAfter(times: CronTimes, after: Date): Date | null {
  return cronOf(times).nextRun(after);
}

/** The last time at or before a moment. */
export function lastUpTo(times: CronTimes, moment: Date): Date | null {
  const [last] = cronOf(times).previousRuns(1, new Date(moment.getTime() + 1_000));
  return last ?? null;
}

/**
 * Of the times from `first`, which is one of them, up to the present: the last, and how many come before it, of which
 * 1,000 are counted at most.
 */
export function dueTimes(times: CronTimes, first: Date, now: Date): { readonly last: Date; readonly before: number } {
  const cron = cronOf(times);
  let last = first;
  let before = 0;
  for (;;) {
    const next = cron.nextRun(last);
    if (next === null || next > now) return { last, before };
    if (before >= MOST_COUNTED) return { last: lastUpTo(times, now) ?? last, before };
    last = next;
    before += 1;
  }
}

function cronOf({ cron, zone }: CronTimes): Cron {
  return new Cron(cron, { timezone: zone, mode: '5-part' });
}
