/** A moment as clocks of a zone show it. */
export interface LocalTime {
  readonly month: number;
  readonly day: number;
  /** From 0, a Sunday. */
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  /** How many minutes the zone is ahead of UTC. */
  readonly offset: number;
}

const MINUTE_MS = 60_000;
const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** The time of a zone; undefined where there is no such zone. `at` is milliseconds since 1970, as everywhere here. */
export function localTime(at: number, zone: string): LocalTime | undefined {
  const offset = offsetOf(at, zone);
  if (offset === undefined) return undefined;
  const shown = new Date(at + offset * MINUTE_MS);
  return {
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    weekday: shown.getUTCDay(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    offset,
  };
}

/** A moment in a zone, as time.RFC3339 writes it. */
export function writtenIn(at: number, zone: string): string {
  const offset = offsetOf(at, zone) ?? 0;
  const shown = new Date(at + offset * MINUTE_MS).toISOString().slice(0, 19);
  if (offset === 0) return `${shown}Z`;
  const two = (amount: number): string => String(amount).padStart(2, '0');
  const ahead = Math.abs(offset);
  return `${shown}${offset < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}

function offsetOf(at: number, zone: string): number | undefined {
  if (zone === '' || zone === 'UTC') return 0;
  const format = formatOf(zone);
  if (format === undefined) return undefined;
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return Math.round((shown - at) / MINUTE_MS);
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(timeZone)) formats.set(timeZone, newFormat(timeZone));
  return formats.get(timeZone);
}

function newFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const digits = '2-digit';
  try {
    return new Intl.DateTimeFormat('en', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: digits, day: digits },
      ...{ hour: digits, minute: digits, second: digits },
    });
  } catch {
    return undefined;
  }
}
