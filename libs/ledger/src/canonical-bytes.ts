import { canonicalText } from './canonical-text.js';
import { findInexact, type Inexact } from './find-inexact.js';

// The WHATWG encoder is in every runtime, but declared only by libraries (DOM, node) that would
// let in clocks and I/O too.
declare const TextEncoder: new () => {
  encode(text: string): Uint8Array;
  encodeInto(text: string, into: Uint8Array): { readonly written: number };
};
const utf8 = new TextEncoder();

/** A text in UTF-8. */
export function utf8Bytes(text: string): Uint8Array {
  return utf8.encode(text);
}

/**
 * Thrown by `canonicalBytes`: a value reached it that `findInexact` would have refused. A bug of
 * the caller, never of a user.
 */
export class InexactValueError extends Error {
  constructor(readonly places: readonly Inexact[]) {
    super(
      'not representable exactly: ' +
        `${places.map(({ pointer, message }) => `${pointer === '' ? '/' : pointer} ${message}`).join('; ')}`,
    );
    this.name = 'InexactValueError';
  }
}

/**
 * The one byte form of a JSON value: RFC 8785 (members sorted by UTF-16 code units, no white space, ECMAScript
 * numbers) as UTF-8. Values that compare equal as JSON have equal bytes. Input from outside is checked with
 * `findInexact` first, to name the fields.
 * @throws InexactValueError when the value would not come back as it went in.
 */
export function canonicalBytes(value: unknown): Uint8Array {
  return utf8.encode(exactText(value));
}

let passing = new Uint8Array(4096);

/**
 * The same bytes in an array that the next call writes over, for who hashes them at once: a part of 10,000 decisions
 * has 20,000 leaves, and an array of its own for each took as long as its hash.
 * @throws InexactValueError as above
 */
export function passingBytes(value: unknown): Uint8Array {
  const text = exactText(value);
  // A UTF-16 code unit is three bytes at most.
  if (text.length * 3 > passing.length) passing = new Uint8Array(text.length * 6);
  return passing.subarray(0, utf8.encodeInto(text, passing).written);
}

/** The canonical bytes as text. @throws InexactValueError as above */
export function exactText(value: unknown): string {
  const text = canonicalText(value);
  if (text === undefined) throw new InexactValueError(findInexact(value));
  return text;
}
