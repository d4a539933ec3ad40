import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { hashOf } from './hash.js';

/** Numbers of similar seeds are similar at first. */
const SKIPPED = 16;

/** Random numbers between 0 and 1, neither of which they are, that follow from a text: always the same ones. */
export function uniformsOf(text: string): () => number {
  const generator = xoroshiro128plus(hashOf(text));
  for (let skipped = 0; skipped < SKIPPED; skipped += 1) generator.next();
  return () => ((generator.next() >>> 0) + 0.5) / 2 ** 32;
}
