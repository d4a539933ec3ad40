import type { LedgerVerifier } from '../export/index.js';

/** Mutants of an export, and those that a verifier took for whole. */
export interface Flipped {
  readonly flips: number;
  /** `<byte>.<bit>` */
  readonly missed: readonly string[];
}

/**
 * Flips bits of an export, one at a time, and verifies each mutant to its end. Up to the line with the flip a mutant
 * is the export itself, so it is verified from there on, by a verifier that has read what is before: what comes of it
 * is what comes of the whole.
 */
export function flipBits(
  lines: readonly Uint8Array[],
  verifier: LedgerVerifier,
  bitsOf: (byte: number) => readonly number[],
): Flipped {
  const { stackTraceLimit } = Error;
  // No test reads where the problems of a million mutants were found, and it took as long as finding them.
  Error.stackTraceLimit = 0;
  try {
    return flipEach(lines, verifier, bitsOf);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function flipEach(
  lines: readonly Uint8Array[],
  verifier: LedgerVerifier,
  bitsOf: (byte: number) => readonly number[],
): Flipped {
  const missed: string[] = [];
  let [flips, offset] = [0, 0];
  lines.forEach((line, index) => {
    const mutant = Uint8Array.from(line);
    const fromHere = [mutant, ...lines.slice(index + 1)];
    for (let at = 0; at < line.length; at++) {
      for (const bit of bitsOf(offset + at)) {
        flips++;
        flip(mutant, at, bit);
        if (holds(verifier.fork(), fromHere)) missed.push(`${offset + at}.${bit}`);
        flip(mutant, at, bit);
      }
    }
    offset += line.length;
    verifier.push(line);
  });
  return { flips, missed };
}

/** Whether a verifier, from where it stands, finds nothing in these bytes. */
export function holds(verifier: LedgerVerifier, bytes: readonly Uint8Array[]): boolean {
  return bytes.every((piece) => verifier.push(piece) === null) && verifier.end().holds;
}

/** In place; the same again undoes it. */
export function flip(bytes: Uint8Array, at: number, bit: number): void {
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
}
