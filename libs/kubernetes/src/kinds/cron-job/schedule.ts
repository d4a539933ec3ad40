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
const DESCRIPTORS: readonly string[] = [
  ...['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'],
];
const DURATION = /^[+-]?(\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))*$/;

/** What is wrong with a schedule, in the words of upstream's parser. // as robfig/cron v3 ParseStandard */
export function scheduleProblem(schedule: string): string | undefined {
  const zoned = /^(TZ|CRON_TZ)=(\S*)\s*(.*)$/.exec(schedule);
  const zone = zoned?.[2];
  if (zone !== undefined && !isTimeZone(zone)) return `provided bad location ${zone}: unknown time zone ${zone}`;
  const spec = (zoned === null ? schedule : (zoned[3] ?? '')).trim();
  if (spec.startsWith('@')) return descriptorProblem(spec);
  const fields = spec === '' ? [] : spec.split(/\s+/);
  if (fields.length !== FIELDS.length)
    return `expected exactly ${FIELDS.length} fields, found ${fields.length}: [${fields.join(' ')}]`;
  for (const [index, bounds] of FIELDS.entries())
    for (const range of (fields[index] ?? '').split(',').filter((part) => part !== '')) {
      const problem = rangeProblem(range, bounds);
      if (problem !== undefined) return problem;
    }
  return undefined;
}

/** Whether the IANA has a time zone of the name. */
export function isTimeZone(name: string): boolean {
  if (name === '' || name === 'UTC') return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

function descriptorProblem(text: string): string | undefined {
  if (DESCRIPTORS.includes(text)) return undefined;
  const duration = text.startsWith('@every ') ? text.slice('@every '.length) : undefined;
  if (duration === undefined) return `unrecognized descriptor: ${text}`;
  return DURATION.test(duration) || duration === '0'
    ? undefined
    : `failed to parse duration ${text}: time: invalid duration ${JSON.stringify(duration)}`;
}

/** `*`, `3`, `1-5`, each with `/step`. */
function rangeProblem(text: string, bounds: Bounds): string | undefined {
  const steps = text.split('/');
  const limits = limitsOf((steps[0] ?? '').split('-'), text, bounds);
  if (typeof limits === 'string') return limits;
  if (steps.length > 2) return `too many slashes: ${text}`;
  const step = steps.length === 2 ? plainNumber(steps[1] ?? '') : 1;
  if (typeof step === 'string') return step;
  const end = steps.length === 2 && limits.isSingle ? bounds.max : limits.end;
  return limitProblem({ start: limits.start, end, step }, bounds, text);
}

interface Limits {
  readonly start: number;
  readonly end: number;
  readonly isSingle: boolean;
}

/** The limits of a range, or what is wrong with them. */
function limitsOf(limits: readonly string[], text: string, bounds: Bounds): Limits | string {
  const isStar = limits[0] === '*' || limits[0] === '?';
  const start = isStar ? bounds.min : numberOf(limits[0] ?? '', bounds);
  if (typeof start === 'string') return start;
  if (!isStar && limits.length > 2) return `too many hyphens: ${text}`;
  const isSingle = limits.length === 1;
  if (isStar) return { start, end: bounds.max, isSingle };
  const end = isSingle ? start : numberOf(limits[1] ?? '', bounds);
  return typeof end === 'string' ? end : { start, end, isSingle };
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
  return number < 0 ? `negative number (${number}) not allowed: ${text}` : number;
}
