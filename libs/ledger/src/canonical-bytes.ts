import { canonicalText } from './canonical-text.js';
import { findInexact, type Inexact } from './find-inexact.js';

// The WHATWG encoder is in every runtime, but declared only by libraries (DOM, node) that would let in clocks and I/O too.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
const utf8 = new TextEncoder();

/** Thrown by `canonicalBytes`: a value reached it that `findInexact` would have refused. A bug of the caller, never of a user. */
export class InexactValueError extends Error {
  constructor(readonly places: readonly Inexact[]) {
    super(`not representable exactly: ${places.map(({ pointer, message }) => `${pointer === '' ? '/' : pointer} ${message}`).join('; ')}`);
    this.name = 'InexactValueError';
  }
}

/**
 * The one byte form of a JSON value: RFC 8785 (members sorted by UTF-16 code units, no white space, ECMAScript numbers) as UTF-8.
 * Values that compare equal as JSON have equal bytes. Input from outside is checked with `findInexact` first, to name the fields.
 * @throws InexactValueError when the value would not come back as it went in.
 */
export function canonicalBytes(value: unknown): Uint8Array {
  const text = canonicalText(value);
  if (text === undefined) throw new InexactValueError(findInexact(value));
  return utf8.encode(text);
}
