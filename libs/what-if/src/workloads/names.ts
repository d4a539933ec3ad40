/** Letters of generated names: no vowels and no look-alikes, as k8s.io/apimachinery util/rand. */
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/** What a controller would draw, made of a text instead: the same question has the same names. */
export function suffixOf(text: string): string {
  let hash = fnv1a(text);
  let letters = '';
  for (let index = 0; index < 5; index += 1) {
    letters += LETTERS[hash % LETTERS.length];
    hash = Math.floor(hash / LETTERS.length);
  }
  return letters;
}

/** FNV-1a over UTF-16 code units, 32 bits. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash;
}
