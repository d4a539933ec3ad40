const MASK = (1n << 64n) - 1n;
const GOLDEN = 0x9e3779b97f4a7c15n;
const RANGE = 1n << 64n;

/**
 * A number in 0..below-1, drawn by a seed and a position: SplitMix64 (Steele, Lea, Flood 2014) at that position of the
 * seed's sequence. Values of the incomplete last stretch are drawn again, so that all numbers are equally likely.
 */
export function randomBelow(below: number, seed: bigint, position: number): number {
  const count = BigInt(below);
  const limit = RANGE - (RANGE % count);
  let state = mix((seed + GOLDEN * BigInt(position + 1)) & MASK);
  while (state >= limit) state = mix((state + GOLDEN) & MASK);
  return Number(state % count);
}

function mix(value: bigint): bigint {
  let mixed = ((value ^ (value >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return mixed ^ (mixed >> 31n);
}
