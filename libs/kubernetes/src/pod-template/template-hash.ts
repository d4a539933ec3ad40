/** Letters of generated names: no vowels and no look-alikes, as k8s.io/apimachinery util/rand. */
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * The `pod-template-hash` of a template: letters for the digits of a hash, as rand.SafeEncodeString makes them.
 * Upstream hashes the template as Go prints its structures; here it is hashed as JSON.
 */
export function templateHash(template: unknown, collisionCount = 0): string {
  const salt = collisionCount === 0 ? '' : String(collisionCount);
  return [...String(fnv1a(`${JSON.stringify(template)}${salt}`))]
    .map((digit) => LETTERS[digit.charCodeAt(0) % LETTERS.length])
    .join('');
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
