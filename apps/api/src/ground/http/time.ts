import { z } from 'zod';

const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const AGO = /^([1-9][0-9]{0,5})([smhdw])$/;

const SECOND_MS = 1_000;
const DAY_MS = 86_400 * SECOND_MS;
/** The database is asked for years of four digits: every past and future time is between these. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
const UNITS = { s: SECOND_MS, m: 60 * SECOND_MS, h: 3_600 * SECOND_MS, d: DAY_MS, w: 7 * DAY_MS };

/** How times may be written, for descriptions and refusals. */
export const TIMES =
  'an RFC 3339 time such as 2026-01-31T12:00:00Z, a date such as 2026-01-31, or how long ago: 24h, 7d';

/** Whether a text is a time that goes on: what is asked for with it is another thing a moment later. */
function isRelative(text: unknown): boolean {
  return typeof text === 'string' && AGO.test(text);
}

/** Whether a list is of a stretch of time that goes on. */
export function isOfLate({ since, until }: Readonly<Record<string, unknown>>): boolean {
  return isRelative(since) || isRelative(until);
}

/**
 * A time as callers write it: a date is its midnight, UTC; a length of time is so long ago. What is before the first
 * year or behind the last one counts as its end.
 */
export function readTime(text: string, now = Date.now()): Date | undefined {
  const [, count, unit] = AGO.exec(text) ?? [];
  if (count !== undefined) return within(now - Number(count) * UNITS[unit as keyof typeof UNITS]);
  if (!RFC_3339.test(text) && !DATE.test(text)) return undefined;
  const time = within(Date.parse(text));
  // A day that its month does not have is not the next one.
  const isDay = !Number.isNaN(Date.parse(text)) && isInMonth(text);
  return isDay ? time : undefined;
}

/** The same for sums of whole days: so long ago is from that day's midnight on. */
export function readDay(text: string, now = Date.now()): Date | undefined {
  const time = readTime(text, now);
  return time !== undefined && isRelative(text) ? new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS) : time;
}

/** The schemas of a time and of a day in a query or a body. */
export const time = timeBy(readTime);
export const day = timeBy(readDay);

function timeBy(read: (text: string) => Date | undefined) {
  return z.string().transform((text, context) => {
    const found = read(text);
    if (found !== undefined) return found;
    context.addIssue({ code: 'custom', message: `must be ${TIMES}` });
    return z.NEVER;
  });
}

function within(ms: number): Date {
  return new Date(Math.min(Math.max(ms, FIRST_MS), LAST_MS));
}

function isInMonth(text: string): boolean {
  const [year = 0, month = 0, date = 0] = text.slice(0, 10).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date)).getUTCDate() === date;
}
