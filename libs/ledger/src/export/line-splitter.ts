import { concatBytes } from '../hash.js';

/** Longer than any object that can be stored. */
const MAX_LINE_BYTES = 256 * 2 ** 20;
const NEWLINE = 0x0a;

/** A line is longer than any that an export has. */
export class LineTooLongError extends Error {}

/** Cuts bytes that arrive in pieces into lines, and holds no more than one line of them. */
export class LineSplitter {
  #pieces: Uint8Array[] = [];
  #held = 0;

  /** Lines that are complete now, each with its newline. They may be parts of `bytes`. @throws LineTooLongError */
  *add(bytes: Uint8Array): Iterable<Uint8Array> {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      yield this.#complete(bytes.subarray(start, end + 1));
      start = end + 1;
    }
    if (start === bytes.length) return;
    this.#held += bytes.length - start;
    if (this.#held > MAX_LINE_BYTES) throw new LineTooLongError();
    // A copy: the reader of a file may read on into the same bytes.
    this.#pieces.push(bytes.slice(start));
  }

  /** Bytes of a line that is not complete. */
  get held(): number {
    return this.#held;
  }

  #complete(last: Uint8Array): Uint8Array {
    if (this.#pieces.length === 0) return last;
    const line = concatBytes(...this.#pieces, last);
    this.#pieces = [];
    this.#held = 0;
    return line;
  }
}
