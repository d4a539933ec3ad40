import { shortDigest } from './short-digest.js';
import type { CountedSubject } from './subjects.js';

/**
 * Distinct pods cannot be summed up: one may be tried on two days. So it is kept who was tried: eight bytes an attempt,
 * of which sums are made of any days and groups. Of two among a million pods these are the same once in 37 million
 * times.
 */
const BYTES = 8;

/** What stands for a pod, as hexadecimal digits. */
export function podEntry(uid: string): string {
  return shortDigest(uid).toString('hex', 0, BYTES);
}

/** Whose pods are kept: those of a plugin, a reason or a resource are those of its rejections. */
export function hasPods(subject: CountedSubject): boolean {
  return subject === 'decision' || subject === 'rejection';
}

/** How many entries these are, and how many of them are different. */
export function countEntries(bodies: readonly Uint8Array[]): { readonly entries: number; readonly distinct: number } {
  const all = Buffer.concat(bodies);
  // Copied, for a buffer's bytes begin anywhere.
  const entries = new BigUint64Array(new Uint8Array(all).buffer, 0, Math.floor(all.length / BYTES)).sort();
  const halves = new Uint32Array(entries.buffer, 0, entries.length * 2);
  let distinct = 0;
  for (let at = 0; at < halves.length; at += 2)
    if (at === 0 || halves[at] !== halves[at - 2] || halves[at + 1] !== halves[at - 1]) distinct++;
  return { entries: entries.length, distinct };
}
