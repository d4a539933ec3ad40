import { randomBelow } from './random.js';

/**
 * Which of the best nodes is taken. kube-scheduler picks one at random; here the rule is explicit and recorded: the
 * smallest name in byte order, or one drawn by a seed. A draw depends on the seed and the attempt's number alone, so
 * that any decision can be repeated by itself.
 */
export type TieBreak =
  { readonly rule: 'first' } | { readonly rule: 'seeded'; /** 0 .. 2^64-1 */ readonly seed: bigint };

/** Which of so many equals, from 0 by name in byte order. `ordinal` is the attempt's number within its run, from 0. */
export function chooseTie(ties: number, tieBreak: TieBreak, ordinal: number): number {
  return tieBreak.rule === 'first' || ties < 2 ? 0 : randomBelow(ties, tieBreak.seed, ordinal);
}
