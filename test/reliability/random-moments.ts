import { randomInt } from 'node:crypto';

/** `BERTH_TEST_SEED` repeats the moments of an earlier run. */
export const seed = Number(process.env['BERTH_TEST_SEED'] ?? randomInt(2 ** 31));

/** A number from 0 up to 1 at random, another one each round. */
export function shareOf(round: number): number {
  return (Math.imul(seed + round * 7919, 2654435761) >>> 0) / 2 ** 32;
}
