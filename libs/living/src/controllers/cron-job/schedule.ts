import { parseDuration } from '../../clock/index.js';
import { localTime, type LocalTime } from './zone.js';

/** When something is due: the first time after another, in milliseconds since 1970; undefined where there is none. */
export type Schedule = (after: number) => number | undefined;

/** A field of a schedule: its limits, and names for its numbers. */
interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MINUTES: Bounds = { min: 0, max: 59 };
const HOURS: Bounds = { min: 0, max: 23 };
const DAYS: Bounds = { min: 1, max: 31 };
const MONTH: Bounds = { min: 1, max: 12, names: MONTHS };
const WEEKDAY: Bounds = { min: 0, max: 6, names: WEEKDAYS };

const SHORT: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);
const EVERY = '@every ';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SEARCHED_MS = 5 * 366 * 24 * HOUR_MS;

/** The values of a field; `isAny`: it leaves the choice to others. */
interface Field {
  readonly values: ReadonlySet<number>;
  readonly isAny: boolean;
}

interface Fields {
  readonly minute: Field;
  readonly hour: Field;
  readonly day: Field;
  readonly month: Field;
  readonly weekday: Field;
}

/** Reads a schedule of a zone; undefined where it cannot be read. // as robfig/cron v3 ParseStandard */
export function readSchedule(text: string, zone = ''): Schedule | undefined {
  const [, own = zone, spec = ''] = /^(?:(?:CRON_)?TZ=(\S*)\s+)?(.*)$/.exec(text.trim()) ?? [];
  if (localTime(0, own) === undefined) return undefined;
  if (spec.startsWith(EVERY)) return everySoLong(parseDuration(spec.slice(EVERY.length)));
  const parts = (SHORT.get(spec) ?? spec).split(/\s+/);
  if (parts.length !== 5) return undefined;
  const [minute, hour, day, month, weekday] = [MINUTES, HOURS, DAYS, MONTH, WEEKDAY].map((bounds, index) =>
    readField(parts[index] ?? '', bounds),
  );
  if (!minute || !hour || !day || !month || !weekday) return undefined;
  return (after) => firstAfter(after, own, { minute, hour, day, month, weekday });
}

/** In whole seconds, at least one. */
function everySoLong(ms: number | undefined): Schedule | undefined {
  if (ms === undefined) return undefined;
  const delay = Math.max(1, Math.floor(ms / 1_000)) * 1_000;
  return (after) => Math.floor(after / 1_000) * 1_000 + delay;
}

function readField(text: string, bounds: Bounds): Field | undefined {
  const ranges = text.split(',').filter((part) => part !== '');
  const read = ranges.map((range) => readRange(range, bounds));
  if (read.includes(undefined)) return undefined;
  const found = read as Field[];
  return { values: new Set(found.flatMap(({ values }) => [...values])), isAny: found.some(({ isAny }) => isAny) };
}

/** `*`, `3`, `1-5`, each with `/step`; with a step a single number goes up to the largest. */
function readRange(text: string, bounds: Bounds): Field | undefined {
  const [limits = '', stepText = '1'] = text.split('/');
  const isStar = /^[*?]/.test(limits);
  const [low = '', high] = limits.split('-');
  const start = isStar ? bounds.min : numberOf(low, bounds);
  const single = text.includes('/') ? bounds.max : start;
  const end = isStar ? bounds.max : high === undefined ? single : numberOf(high, bounds);
  const step = numberOf(stepText, { min: 1, max: Infinity });
  if (start === undefined || end === undefined || step === undefined || step === 0) return undefined;
  const values = new Set<number>();
  for (let value = start; value <= end; value += step) values.add(value);
  return { values, isAny: isStar && step === 1 };
}

function numberOf(text: string, { names, min }: Bounds): number | undefined {
  const named = names?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= 0) return named + min;
  return /^\+?\d+$/.test(text) ? Number(text) : undefined;
}

/**
 * The first minute after a time that the fields agree on, looked for in five years. Real time passes: of an hour that
 * clocks skip there is none, and one that they show twice is there twice. // as SpecSchedule.Next
 */
function firstAfter(after: number, zone: string, fields: Fields): number | undefined {
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
function isDay({ month, day, weekday }: LocalTime, fields: Fields): boolean {
  if (!fields.month.values.has(month)) return false;
  const [byDate, byWeekday] = [fields.day.values.has(day), fields.weekday.values.has(weekday)];
  return fields.day.isAny || fields.weekday.isAny ? byDate && byWeekday : byDate || byWeekday;
}
