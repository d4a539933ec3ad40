import { isPlain, maxDepth } from './find-inexact.js';

/** Ends the walk: a value has no canonical text. */
class Inexactness extends Error {}

/**
 * The canonical form of a JSON value (RFC 8785: members sorted by UTF-16 code units, no white space, ECMAScript
 * numbers) as text; undefined for exactly what `findInexact` finds something in. One walk does both: `findInexact` and
 * then the package `canonicalize`, which the spec compares it with, took twice as long.
 */
export function canonicalText(value: unknown): string | undefined {
  try {
    return textOf(value, 0);
  } catch (error) {
    if (error instanceof Inexactness) return undefined;
    throw error;
  }
}

function quoted(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (text.includes('\0') || /\p{Surrogate}/u.test(text)) throw new Inexactness();
  return JSON.stringify(text);
}

/** Printable ASCII that JSON escapes nothing of: nearly every text of a cluster. */
const PLAIN = /^[ !#-[\]-~]*$/;

function textOf(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'number':
      return numberText(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (depth >= maxDepth) throw new Inexactness();
      return Array.isArray(value) ? listText(value, depth) : membersText(value, depth);
    default:
      throw new Inexactness();
  }
}

function numberText(value: number): string {
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) throw new Inexactness();
  // As JSON.stringify: -0 is 0.
  return String(value);
}

function listText(items: readonly unknown[], depth: number): string {
  let text = '[';
  for (let index = 0; index < items.length; index++) text += (index === 0 ? '' : ',') + textOf(items[index], depth + 1);
  return `${text}]`;
}

function membersText(members: object, depth: number): string {
  if (!isPlain(members)) throw new Inexactness();
  let text = '';
  for (const key of sortedKeys(members)) {
    text +=
      `${text === '' ? '{' : ','}${quoted(key)}:` +
      `${textOf((members as Readonly<Record<string, unknown>>)[key], depth + 1)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

/** Sorting what is sorted takes longer than seeing that it is: the ledger's own envelopes are written in order. */
function sortedKeys(members: object): string[] {
  const keys = Object.keys(members);
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index - 1] as string) > (keys[index] as string)) return keys.sort();
  }
  return keys;
}
