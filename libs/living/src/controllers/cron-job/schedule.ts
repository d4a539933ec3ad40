import { parseSchedule, type CronFields } from '#kubernetes';
import { parseDuration } from '../../clock/index.js';
import { localTime, type LocalTime } from './zone.js';

/** When something is due: the first time after another, in milliseconds since 1970; undefined where there is none. */
export type Schedule = (after: number) => number | undefined;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SEARCHED_MS = 5 * 366 * 24 * HOUR_MS;

/** Reads a schedule of a zone; undefined where it cannot be read. */
export function readSchedule(text: string, zone = ''): Schedule | undefined {
  const read = parseSchedule(text.trim());
  if ('problem' in read) return undefined;
  const own = read.zone ?? zone;
  if (localTime(0, own) === undefined) return undefined;
  return 'every' in read ? everySoLong(parseDuration(read.every)) : (after) => firstAfter(after, own, read.fields);
}

/** In whole seconds, at least one. */
function everySoLong(ms: number | undefined): Schedule | undefined {
  if (ms === undefined) return undefined;
  const delay = Math.max(1, Math.floor(ms / 1_000)) * 1_000;
  return (after) => Math.floor(after / 1_000) * 1_000 + delay;
}

/**
 * The first minute after a time that the fields agree on, looked for in five years. Real time passes: of an hour that
 * clocks skip there is none, and one that they show twice is there twice. // as SpecSchedule.Next
 */
function firstAfter(after: number, zone: string, fields: CronFields): number | undefined {
  let at = Math.floor(after / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  for (const end = at + SEARCHED_MS; at < end;) {
    const local = localTime(at, zone);
    if (local === undefined) return undefined;
    const { hour, minute } = local;
    const toNextHour = HOUR_MS - minute * MINUTE_MS;
    // Up to its last hours a day is passed at once: it may have an hour more or less.
    if (!isDay(local, fields)) at += toNextHour + Math.max(0, 21 - hour) * HOUR_MS;
    else if (!fields.hour.values.has(hour)) at += toNextHour;
    else if (!fields.minute.values.has(minute)) at += MINUTE_MS;
    else return at;
  }
  return undefined;
}

/** Of days of the month and of the week one is enough, where both are said. */
function isDay({ month, day, weekday }: LocalTime, fields: CronFields): boolean {
  if (!fields.month.values.has(month)) return false;
  const [byDate, byWeekday] = [fields.day.values.has(day), fields.weekday.values.has(weekday)];
  return fields.day.isAny || fields.weekday.isAny ? byDate && byWeekday : byDate || byWeekday;
}
