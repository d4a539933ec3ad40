const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** The longest duration that is taken: a hundred years, in milliseconds. */
export const LONGEST_MS = 100 * 366 * 24 * 3_600_000;

/**
 * A duration as Go writes it (`1h2m3.5s`, `300ms`, `0`) in milliseconds, rounded; undefined where it is none, is
 * negative, or is longer than a hundred years.
 */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  if (!/^(?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, amount, unit = ''] of text.matchAll(/([\d.]+)(ns|us|µs|ms|s|m|h)/g))
    sum += Number(amount) * (UNIT_MS.get(unit) ?? 0);
  return sum <= LONGEST_MS ? Math.round(sum) : undefined;
}

/** metav1.Time: whole seconds. `at` is milliseconds since 1970. */
export function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** metav1.MicroTime. */
export function microTimeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 23)}000Z`;
}
