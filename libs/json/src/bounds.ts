/**
 * What one value may become, however short the text is that it is made of: deeper, and a recursive walk runs out of
 * stack; larger, and a request of some megabytes takes hundreds of them, or seconds. An object of Kubernetes is twenty
 * levels and some thousand values.
 */
export const DEEPEST_VALUE = 100;
/** Room for what a request may put around a value: lists, operations of a patch, variables. */
export const DEEPEST_TEXT = 2 * DEEPEST_VALUE;
export const MOST_VALUES = 100_000;
/** Longest single object in characters of JSON, on its way in and after each patch. */
export const LONGEST_OBJECT = 16 * 2 ** 20;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_LIST = 0x5d;
const OPENING_OBJECT = 0x7b;
const CLOSING_OBJECT = 0x7d;

/** What a text of JSON holds. */
export interface JsonShape {
  /** Levels of lists and objects inside each other. */
  readonly depth: number;
  /** Values of any kind, lists and objects among them. Where a list or an object is empty, one too many. */
  readonly values: number;
  /** Keys of objects: of one that stands twice, both. */
  readonly keys: number;
}

/** Counts without parsing, piece by piece: of a text that is no JSON it says something, and never too little. */
export class JsonShapeCounter implements JsonShape {
  depth = 0;
  values = 1;
  keys = 0;
  #level = 0;
  #inString = false;
  #isEscaped = false;

  add(text: string): void {
    for (let index = 0; index < text.length; index += 1) {
      if (this.#inString) {
        index = this.#afterString(text, index);
        continue;
      }
      switch (text.charCodeAt(index)) {
        case QUOTE:
          this.#inString = true;
          break;
        case COMMA:
          this.values += 1;
          break;
        case COLON:
          this.keys += 1;
          break;
        case OPENING_LIST:
        case OPENING_OBJECT:
          this.values += 1;
          this.#level += 1;
          if (this.#level > this.depth) this.depth = this.#level;
          break;
        case CLOSING_LIST:
        case CLOSING_OBJECT:
          this.#level -= 1;
          break;
      }
    }
  }

  /** The closing quote of the string that goes on at `start`; the last character where the piece has none. */
  #afterString(text: string, start: number): number {
    const end = endOfString(text, this.#isEscaped ? start : start - 1);
    this.#inString = end >= text.length;
    this.#isEscaped = end > text.length;
    return end;
  }
}

export function shapeOfJson(text: string): JsonShape {
  const shape = new JsonShapeCounter();
  shape.add(text);
  return shape;
}

/** Why a value of this shape is not read; undefined when it is. */
export function shapeProblem({ depth, values }: Pick<JsonShape, 'depth' | 'values'>): string | undefined {
  if (depth > DEEPEST_TEXT) return `nests deeper than ${DEEPEST_TEXT} levels`;
  return values > MOST_VALUES ? `holds more than ${MOST_VALUES} values` : undefined;
}

/** How long a value is as JSON, about: escapes are not counted. Infinite where it nests deeper than is read here. */
export function lengthOfJson(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  if (depth >= DEEPEST_TEXT) return Infinity;
  let length = 2;
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) length += lengthOfJson(item, depth + 1) + 1;
    return length;
  }
  for (const [key, item] of Object.entries(value)) length += key.length + 4 + lengthOfJson(item, depth + 1);
  return length;
}

/**
 * The closing quote of the string that opens at `start`; the end of the text where there is none, and one more where
 * that has the first half of an escape.
 */
export function endOfString(text: string, start: number): number {
  let index = start + 1;
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index += 1;
    else if (code === QUOTE) return index;
  }
  return index;
}
