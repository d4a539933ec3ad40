import { distance } from 'fastest-levenshtein';

/** How much of a word may differ from the one that was meant: one letter in three. */
const LETTERS_PER_MISTAKE = 3;
const MOST_NAMED = 3;

/** Those of the known words that were probably meant, the nearest first, at most three; case does not count. */
export function nearMisses(word: string, known: Iterable<string>): string[] {
  const written = word.toLowerCase();
  const near: { candidate: string; apart: number }[] = [];
  for (const candidate of known) {
    const allowed = Math.max(1, Math.floor(Math.max(candidate.length, word.length) / LETTERS_PER_MISTAKE));
    // Words of very different lengths are not compared letter by letter: that takes time in proportion to both.
    if (Math.abs(candidate.length - word.length) > allowed) continue;
    const apart = distance(written, candidate.toLowerCase());
    if (apart <= allowed) near.push({ candidate, apart });
  }
  const nearest = Math.min(...near.map(({ apart }) => apart));
  return near
    .filter(({ apart }) => apart <= nearest + 1)
    .sort((a, b) => a.apart - b.apart)
    .slice(0, MOST_NAMED)
    .map(({ candidate }) => candidate);
}

/** What follows a refusal of a word that is not known: `, did you mean labelSelector?`; empty without a near one. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const near = nearMisses(word, known);
  return near.length === 0 ? '' : `, did you mean ${near.join(' or ')}?`;
}
