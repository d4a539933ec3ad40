/** Environment variable: `all` in `npm run test:long`, whose counts are whole. */
export const CASES = 'CASES';

/** Environment variable: the seed of generated cases, of the day unless it is given. */
export const CASES_SEED = 'CASES_SEED';

const SHARE = 5;

/**
 * How many generated cases a spec tries: the given count in `npm run test:long`, which runs every spec that asks here,
 * and a fifth of it in `npm test`. The seed is another one each day and is printed at the end of the run:
 * `CASES_SEED=20261126 npm test` repeats that of a day.
 */
export function cases(all: number): number {
  return process.env[CASES] === 'all' ? all : Math.ceil(all / SHARE);
}

/** The cases of a list that a spec tries: all of them in `npm run test:long`, in `npm test` another fifth each day. */
export function someCases<T>(all: readonly T[]): readonly T[] {
  const some = all.filter((_, index) => isSomeCase(index));
  return some.length > 0 ? some : all;
}

/** The same of cases that are numbered: whether a spec tries this one. */
export function isSomeCase(index: number): boolean {
  return process.env[CASES] === 'all' || index % SHARE === seedOfCases() % SHARE;
}

/** The seed of this run, which its set-up has chosen. */
export function seedOfCases(): number {
  const given = process.env[CASES_SEED] ?? '';
  return /^\d{1,9}$/.test(given) ? Number(given) : Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''));
}
