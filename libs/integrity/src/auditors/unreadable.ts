import { InexactValueError } from '#ledger';

/** What readers of numbers, of JSON and of canonical JSON throw. */
const READERS = [TypeError, RangeError, SyntaxError, InexactValueError] as const;

/**
 * Runs what reads a row as Berth writes it. A row that was edited may hold a value of another kind, which its reader
 * stumbles over: then in words, why; undefined when the row was read.
 */
export function unreadable(read: () => void): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (READERS.some((kind) => error instanceof kind)) return `cannot be read: ${(error as Error).message}`;
    throw error;
  }
}
