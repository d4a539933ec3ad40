/** Stretches of time that sums are made of. Weeks begin on Monday; days are UTC. */
const PERIODS = { day: 'day', week: "date_trunc('week', day)::date", month: "date_trunc('month', day)::date" } as const;

export type Period = keyof typeof PERIODS;

/** What a sum is asked for, as SQL that gives text. */
export function groupColumn(name: string): string {
  return isPeriod(name) ? `to_char(${PERIODS[name]}, 'YYYY-MM-DD')` : `"${name}"`;
}

function isPeriod(name: string): name is Period {
  return name in PERIODS;
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
