/** How numbers lie. */
export interface Spread {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Of the numbers as the whole population. */
  readonly standardDeviation: number;
}

/** The number of digits to which shares are reported. */
const DIGITS = 1e6;

/** The spread of some numbers; all zero of none. */
export function spreadOf(numbers: readonly number[]): Spread {
  if (numbers.length === 0) return { min: 0, max: 0, mean: 0, standardDeviation: 0 };
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const variance = numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / numbers.length;
  let [min, max] = [Infinity, -Infinity];
  for (const one of numbers) {
    min = Math.min(min, one);
    max = Math.max(max, one);
  }
  return { min: rounded(min), max: rounded(max), mean: rounded(mean), standardDeviation: rounded(Math.sqrt(variance)) };
}

/** Rounds to the digits that are reported. */
export function rounded(value: number): number {
  return Math.round(value * DIGITS) / DIGITS;
}
