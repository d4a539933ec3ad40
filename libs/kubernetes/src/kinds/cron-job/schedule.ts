/** A field of a schedule: its limits, and names for numbers. */
interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const FIELDS: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: MONTHS },
  { min: 0, max: 6, names: WEEKDAYS },
];
const DESCRIPTORS: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);
const EVERY = '@every ';
const DURATION = /^[+-]?(\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))*$/;

/** The values of a field of a schedule; `isAny`: it leaves the choice to others. */
export interface CronField {
  readonly values: ReadonlySet<number>;
  readonly isAny: boolean;
}

/** When something is due: by the fields of a time, or again and again after a duration as Go writes it. */
export type CronSchedule = {
  /** The zone that the schedule names itself. */
  readonly zone: string | undefined;
} & ({ readonly every: string } | { readonly fields: CronFields });

export type CronFields = Readonly<Record<'minute' | 'hour' | 'day' | 'month' | 'weekday', CronField>>;

interface Problem {
  readonly problem: string;
}

/** Reads a schedule, or says what is wrong with it in upstream's words. // as robfig/cron v3 ParseStandard */
export function parseSchedule(schedule: string): CronSchedule | Problem {
  const zoned = /^(TZ|CRON_TZ)=(\S*)\s*(.*)$/.exec(schedule);
  const zone = zoned?.[2];
  if (zone !== undefined && !isTimeZone(zone))
    return { problem: `provided bad location ${zone}: unknown time zone ${zone}` };
  const spec = (zoned === null ? schedule : (zoned[3] ?? '')).trim();
  if (spec.startsWith(EVERY)) return everyDuration(spec, zone);
  const expanded = spec.startsWith('@') ? DESCRIPTORS.get(spec) : spec;
  if (expanded === undefined) return { problem: `unrecognized descriptor: ${spec}` };
  const given = expanded === '' ? [] : expanded.split(/\s+/);
  if (given.length !== FIELDS.length)
    return { problem: `expected exactly ${FIELDS.length} fields, found ${given.length}: [${given.join(' ')}]` };
  const fields = FIELDS.map((bounds, index) => parseField(given[index] ?? '', bounds));
  const [minute, hour, day, month, weekday] = fields;
  const problem = fields.find((field): field is Problem => 'problem' in field);
  if (problem !== undefined) return problem;
  return { zone, fields: { minute, hour, day, month, weekday } as CronFields };
}

/** Whether the IANA has a time zone of the name, in that case. */
export function isTimeZone(name: string): boolean {
  if (name === '' || name === 'UTC') return true;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return /^[A-Z]/.test(name) && (timeZone === name || timeZone.toLowerCase() !== name.toLowerCase());
  } catch {
    return false;
  }
}

function everyDuration(spec: string, zone: string | undefined): CronSchedule | Problem {
  const every = spec.slice(EVERY.length);
  if (DURATION.test(every) || every === '0') return { zone, every };
  return { problem: `failed to parse duration ${spec}: time: invalid duration ${JSON.stringify(every)}` };
}

function parseField(text: string, bounds: Bounds): CronField | Problem {
  const ranges = text.split(',').filter((part) => part !== '');
  const read = ranges.map((range) => parseRange(range, bounds));
  const problem = read.find((range) => typeof range === 'string');
  if (problem !== undefined) return { problem };
  const all = read as readonly Range[];
  return { values: new Set(all.flatMap(valuesOf)), isAny: all.some(({ isAny }) => isAny) };
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly step: number;
  readonly isAny: boolean;
}

/** `*`, `3`, `1-5`, each with `/step`; a single number with a step goes up to the largest. */
function parseRange(text: string, bounds: Bounds): Range | string {
  const steps = text.split('/');
  const limits = limitsOf((steps[0] ?? '').split('-'), text, bounds);
  if (typeof limits === 'string') return limits;
  if (steps.length > 2) return `too many slashes: ${text}`;
  const step = steps.length === 2 ? plainNumber(steps[1] ?? '') : 1;
  if (typeof step === 'string') return step;
  const { start, isSingle, isStar } = limits;
  const range = { start, end: steps.length === 2 && isSingle ? bounds.max : limits.end, step };
  return limitProblem(range, bounds, text) ?? { ...range, isAny: isStar && step === 1 };
}

function valuesOf({ start, end, step }: Range): number[] {
  return Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => start + index * step);
}

interface Limits {
  readonly start: number;
  readonly end: number;
  readonly isSingle: boolean;
  readonly isStar: boolean;
}

/** The limits of a range, or what is wrong with them. */
function limitsOf(limits: readonly string[], text: string, bounds: Bounds): Limits | string {
  const isStar = limits[0] === '*' || limits[0] === '?';
  const start = isStar ? bounds.min : numberOf(limits[0] ?? '', bounds);
  if (typeof start === 'string') return start;
  if (!isStar && limits.length > 2) return `too many hyphens: ${text}`;
  const isSingle = limits.length === 1;
  if (isStar) return { start, end: bounds.max, isSingle, isStar };
  const end = isSingle ? start : numberOf(limits[1] ?? '', bounds);
  return typeof end === 'string' ? end : { start, end, isSingle, isStar };
}

function limitProblem(
  { start, end, step }: { readonly start: number; readonly end: number; readonly step: number },
  bounds: Bounds,
  text: string,
): string | undefined {
  if (start < bounds.min) return `beginning of range (${start}) below minimum (${bounds.min}): ${text}`;
  if (end > bounds.max) return `end of range (${end}) above maximum (${bounds.max}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  return step === 0 ? `step of range should be a positive number: ${text}` : undefined;
}

function numberOf(text: string, { names, min }: Bounds): number | string {
  const named = names?.indexOf(text.toLowerCase()) ?? -1;
  return named >= 0 ? named + min : plainNumber(text);
}

function plainNumber(text: string): number | string {
  if (!/^[+-]?\d+$/.test(text))
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  const number = Number(text);
  if (!Number.isSafeInteger(number))
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: value out of range`;
  return number < 0 ? `negative number (${number}) not allowed: ${text}` : number;
}
