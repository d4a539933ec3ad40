const DAY_MS = 86_400_000;

/** Periods by which a story is cut, as the address names them, and how many days before today each begins and ends. */
const DAYS = { today: [0, undefined], yesterday: [1, 0], week: [6, undefined] } as const;

/** The names of the periods in a choice; the empty one is all of the time. */
export const PERIODS: Readonly<Record<string, string>> = {
  '': 'all of the time',
  today: 'today',
  yesterday: 'yesterday',
  week: 'the last 7 days',
};

/** When a period begins and ends; null where it is open. Days are those of UTC, as the times on the page. */
export function boundsOf(
  period: string,
  now: number,
): { readonly since: string | null; readonly until: string | null } {
  if (!isPeriod(period)) return { since: null, until: null };
  const [since, until] = DAYS[period];
  const startOf = (days: number): string => new Date((Math.floor(now / DAY_MS) - days) * DAY_MS).toISOString();
  return { since: startOf(since), until: until === undefined ? null : startOf(until) };
}

function isPeriod(text: string): text is keyof typeof DAYS {
  return Object.hasOwn(DAYS, text);
}
