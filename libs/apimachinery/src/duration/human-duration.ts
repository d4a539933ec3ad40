const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/**
 * A duration in milliseconds in its short form, such as `5s`, `3m10s`, `4d12h`, `2y325d`: two units where the first
 * is small. Clocks may differ by a second. // as apimachinery v1.34 duration.HumanDuration
 */
export function humanDuration(ms: number): string {
  if (ms <= -2 * SECOND) return '<invalid>';
  if (ms < 0) return '0s';
  if (ms < 2 * MINUTE) return `${whole(ms, SECOND)}s`;
  if (ms < 10 * MINUTE) return inTwo(ms, [MINUTE, 'm'], [SECOND, 's']);
  if (ms < 3 * HOUR) return `${whole(ms, MINUTE)}m`;
  if (ms < 8 * HOUR) return inTwo(ms, [HOUR, 'h'], [MINUTE, 'm']);
  if (ms < 2 * DAY) return `${whole(ms, HOUR)}h`;
  if (ms < 8 * DAY) return inTwo(ms, [DAY, 'd'], [HOUR, 'h']);
  if (ms < 2 * YEAR) return `${whole(ms, DAY)}d`;
  if (ms < 8 * YEAR) return inTwo(ms, [YEAR, 'y'], [DAY, 'd']);
  return `${whole(ms, YEAR)}y`;
}

type Unit = readonly [ms: number, letter: string];

function inTwo(ms: number, [large, letter]: Unit, [small, smaller]: Unit): string {
  const rest = whole(ms % large, small);
  return `${whole(ms, large)}${letter}${rest === 0 ? '' : `${rest}${smaller}`}`;
}

function whole(ms: number, unit: number): number {
  return Math.floor(ms / unit);
}
