/** Stretches of time that sums are made of. Weeks begin on Monday; days are UTC. */
const PERIODS = { day: 'day', week: "date_trunc('week', day)::date", month: "date_trunc('month', day)::date" } as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A stretch of time that sums are made of. */
export type Period = keyof typeof PERIODS;

/**
 * What sums are asked by, as SQL. A period stays a date until the groups are made: its text would be made for each row.
 */
export function groupColumn(name: string): string {
  return isPeriod(name) ? PERIODS[name] : `"${name}" COLLATE "C"`;
}

/** The periods that a day is in, as they are answered: `2026-01-31`. */
export function periodOf(day: string): Readonly<Record<Period, string>> {
  const date = new Date(`${day}T00:00:00Z`);
  const monday = new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY_MS);
  return { day, week: monday.toISOString().slice(0, 10), month: `${day.slice(0, 7)}-01` };
}

/** Whether a name is that of a stretch of time. */
export function isPeriod(name: string): name is Period {
  return Object.hasOwn(PERIODS, name);
}

/** The columns of groups as text. */
export function groupTexts(groupBy: readonly string[]): string[] {
  return groupBy.map((name, index) => (isPeriod(name) ? `to_char(g${index}, 'YYYY-MM-DD') AS g${index}` : `g${index}`));
}

/** A group as it is answered: what it was asked to be grouped by, by name; a period is the day that it begins with. */
export type Group<By extends string> = Readonly<Partial<Record<By, string | null>>>;

/** The columns g0, g1, ... of a row, by the names that they were asked by. */
export function groupOf<By extends string>(row: Readonly<Record<string, unknown>>, groupBy: readonly By[]): Group<By> {
  return Object.fromEntries(groupBy.map((name, index) => [name, row[`g${index}`]])) as Group<By>;
}

/** `g0, g1, ...` */
export function groupNames(groupBy: readonly string[]): string[] {
  return groupBy.map((_, index) => `g${index}`);
}

/** The conditions that a stretch of days puts on the column `day`; `parameter` gives what stands for a value. */
export function dayConditions(
  { since, until }: { readonly since?: Date | undefined; readonly until?: Date | undefined },
  parameter: (value: unknown) => string,
): string[] {
  return [
    ...(since === undefined ? [] : [`day >= ${parameter(dayText(since))}::date`]),
    ...(until === undefined ? [] : [`day < ${parameter(dayText(until))}::date`]),
  ];
}

/** The day of a time, as PostgreSQL reads it. */
function dayText(at: Date): string {
  return at.toISOString().slice(0, 10);
}
