import { createHash } from 'node:crypto';

/** JSON in the one form that is hashed: RFC 8785. Written anew here, so that it shares no mistake with the product. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    // The order of UTF-16 code units, which is that of JavaScript's comparison.
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}

export function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** The Merkle Tree Hash of RFC 9162, as it is defined there. */
export function treeHash(entries: readonly (string | Uint8Array)[]): Buffer {
  const [only] = entries;
  if (only === undefined) return sha256();
  if (entries.length === 1) return sha256(Buffer.of(0), only);
  let half = 1;
  while (half * 2 < entries.length) half *= 2;
  return sha256(Buffer.of(1), treeHash(entries.slice(0, half)), treeHash(entries.slice(half)));
}
