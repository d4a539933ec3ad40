const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** A key that an object has twice, and where the second one stands in the text, from 0. */
export interface DuplicateKey {
  readonly key: string;
  readonly position: number;
}

/**
 * The first key that an object of a JSON text has twice, of which `JSON.parse` keeps the last without a word. `value`
 * is what the text parses to: where it has as many keys as the text has colons outside of strings, none is missing.
 */
export function findDuplicateKey(text: string, value: unknown, colons = countColons(text)): DuplicateKey | undefined {
  return colons === countKeys(value) ? undefined : locateDuplicateKey(text);
}

/** Colons outside of strings: one a key. */
function countColons(text: string): number {
  let colons = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === COLON) colons += 1;
  }
  return colons;
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

/** The closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index += 1;
    else if (code === QUOTE) return index;
  }
  return text.length;
}
