import { endOfString } from '../json/index.js';

/** A key that an object has twice, and where the second one stands in the text, from 0. */
export interface DuplicateKey {
  readonly key: string;
  readonly position: number;
}

/**
 * The first key that an object of a JSON text has twice, of which `JSON.parse` keeps the last without a word. `value`
 * is what the text parses to, and `keys` how many keys the text has: where the value has as many, none is missing.
 */
export function findDuplicateKey(text: string, value: unknown, keys: number): DuplicateKey | undefined {
  return keys === countKeys(value) ? undefined : locateDuplicateKey(text);
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
        const inner = (next as Record<string, unknown>)[key];
        if (isNested(inner)) open.push(inner);
      }
    }
  }
  return keys;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Goes through the text with the keys of every object that is open; lists have none. */
function locateDuplicateKey(text: string): DuplicateKey | undefined {
  const open: (Set<string> | undefined)[] = [];
  let expectsKey = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '{' || character === '[') open.push(character === '{' ? new Set() : undefined);
    else if (character === '}' || character === ']') open.pop();
    const keys = open.at(-1);
    if (character === '"') {
      const end = endOfString(text, index);
      if (expectsKey && keys !== undefined) {
        const key = JSON.parse(text.slice(index, end + 1)) as string;
        if (keys.has(key)) return { key, position: index };
        keys.add(key);
      }
      index = end;
    }
    expectsKey = character === '{' || character === ',' || (expectsKey && character.trim() === '');
  }
  return undefined;
}
