import { endOfString, ownField } from '#json';
import { OpenCollection } from './open-collection.js';

/** A key that an object has twice: where the object is that has it, and where in the text it stands again, from 0. */
export interface DuplicateKey {
  readonly key: string;
  /** As the API server writes it: `metadata.labels.app`. */
  readonly path: string;
  readonly position: number;
}

/** As many as the API server collects of one object. // as sigs.k8s.io/json savedStrictErrors */
const MOST_DUPLICATES = 100;

/**
 * The keys that objects of a JSON text have twice, of which `JSON.parse` keeps the last without a word; the first
 * hundred. `value` is what the text parses to, and `keys` how many keys the text has: where the value has as many, none
 * is missing.
 */
export function findDuplicateKeys(text: string, value: unknown, keys: number): readonly DuplicateKey[] {
  return keys === countKeys(value) ? [] : locateDuplicateKeys(text);
}

/** Of all objects in a value. Without recursion: what is nested deeply is no reason to fail. */
function countKeys(value: unknown): number {
  if (!isNested(value)) return 0;
  let keys = 0;
  const open: object[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) {
      for (const item of next as unknown[]) if (isNested(item)) open.push(item);
    } else {
      for (const key in next) {
        keys += 1;
        const inner = ownField(next as Record<string, unknown>, key);
        if (isNested(inner)) open.push(inner);
      }
    }
  }
  return keys;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Goes through the text with every object and list that is open. */
function locateDuplicateKeys(text: string): DuplicateKey[] {
  const open: OpenCollection[] = [];
  const found: DuplicateKey[] = [];
  let expectsKey = false;
  for (let index = 0; index < text.length && found.length < MOST_DUPLICATES; index += 1) {
    const character = text.charAt(index);
    if (character === '{' || character === '[') open.push(new OpenCollection(character === '{'));
    else if (character === '}' || character === ']') open.pop();
    const inside = open.at(-1);
    if (character === ',') inside?.nextItem();
    if (character === '"') {
      const end = endOfString(text, index);
      if (expectsKey && inside?.isObject === true) {
        const key = JSON.parse(text.slice(index, end + 1)) as string;
        if (!inside.enter(key)) found.push({ key, path: OpenCollection.pathOf(open), position: index });
      }
      index = end;
    }
    expectsKey = character === '{' || character === ',' || (expectsKey && character.trim() === '');
  }
  return found;
}
