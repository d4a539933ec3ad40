/** How long history is retained in the database: so many days, or months as the calendar of UTC has them. */
export interface RetentionTime {
  readonly count: number;
  readonly unit: 'days' | 'months';
}

/** The time before which history need not be retained. The day of a shorter month is its last one. */
export function keptSince({ count, unit }: RetentionTime, now: Date): Date {
  const since = new Date(now);
  if (unit === 'days') {
    since.setUTCDate(since.getUTCDate() - count);
    return since;
  }
  const day = since.getUTCDate();
  since.setUTCDate(1);
  since.setUTCMonth(since.getUTCMonth() - count);
  since.setUTCDate(Math.min(day, lastDay(since)));
  return since;
}

function lastDay(month: Date): number {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
}
