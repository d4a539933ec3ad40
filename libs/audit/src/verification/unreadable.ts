import { InexactValueError } from '#ledger';

/**
 * Runs what reads a row as Berth writes it. A row that was edited may hold a value of another kind, which its reader stumbles over: then in words,
 * why; undefined when the row was read.
 */
export function unreadable(read: () => void): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError || error instanceof InexactValueError) return `cannot be read: ${error.message}`;
    throw error;
  }
}
