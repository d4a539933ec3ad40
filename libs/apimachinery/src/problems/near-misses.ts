import { distance } from 'fastest-levenshtein';

/** How much of a word may differ from the one that was meant: one letter in three. */
const LETTERS_PER_MISTAKE = 3;
const MOST_NAMED = 3;
/** Letters of a beginning that is distinguished from other words. */
const SHORTEST_HALF = 4;

/** Those of the known words that were probably meant, the nearest first, at most three; case does not count. */
export function nearMisses(word: string, known: Iterable<string>): string[] {
  const written = word.toLowerCase();
  const near: { candidate: string; apart: number }[] = [];
  for (const candidate of known) {
    if (isHalfOrTurned(written, candidate.toLowerCase())) {
      near.push({ candidate, apart: 1 });
      continue;
    }
    const allowed = Math.max(1, Math.floor(Math.max(candidate.length, word.length) / LETTERS_PER_MISTAKE));
    // Words of very different lengths are not compared letter by letter: that takes time in proportion to both.
    if (Math.abs(candidate.length - word.length) > allowed) continue;
    const apart = distance(written, candidate.toLowerCase());
    // Of a word of one letter nothing is left with another one.
    if (apart <= allowed && apart < Math.max(candidate.length, word.length)) near.push({ candidate, apart });
  }
  const nearest = Math.min(...near.map(({ apart }) => apart));
  return near
    .filter(({ apart }) => apart <= nearest + 1)
    .sort((a, b) => a.apart - b.apart)
    .slice(0, MOST_NAMED)
    .map(({ candidate }) => candidate);
}

/** A word that was not written to its end, or with two of its letters in each other's place. */
function isHalfOrTurned(written: string, known: string): boolean {
  if (written === known) return false;
  if (written.length >= SHORTEST_HALF && known.startsWith(written)) return true;
  if (written.length !== known.length) return false;
  const at = Array.from(known).findIndex((letter, index) => letter !== written[index]);
  return known.slice(0, at) + known.charAt(at + 1) + known.charAt(at) + known.slice(at + 2) === written;
}

/** What follows a refusal of a word that is not known: `, did you mean labelSelector?`; empty without a near one. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const near = nearMisses(word, known);
  return near.length === 0 ? '' : `, did you mean ${near.join(' or ')}?`;
}
