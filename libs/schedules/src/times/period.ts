import { lastUpTo, nextAfter } from './cron.js';

/** When each period ends, in the time of the zone. */
const ENDS = {
  'last-hour': '0 * * * *',
  'last-day': '0 0 * * *',
  'last-week': '0 0 * * 1',
  'last-month': '0 0 1 * *',
  'last-quarter': '0 0 1 1,4,7,10 *',
  'last-year': '0 0 1 1 *',
} as const;

/** The last whole one before a time; weeks begin on Monday. */
export type PeriodName = keyof typeof ENDS;
export const PERIODS = Object.keys(ENDS) as readonly PeriodName[];

/** From a time, inclusive, to another, exclusive. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The last whole period of a name that ends at or before a time. */
export function periodBefore(name: PeriodName, time: Date, zone: string): Period {
  const times = { cron: ENDS[name], zone };
  const to = lastUpTo(times, time);
  if (to === null) throw new Error(`no ${name} ends before ${time.toISOString()}`);
  const from = lastUpTo(times, new Date(to.getTime() - 1_000));
  if (from === null || nextAfter(times, from)?.getTime() !== to.getTime())
    throw new Error(`the ${name} before ${time.toISOString()} has no beginning`);
  return { from, to };
}
