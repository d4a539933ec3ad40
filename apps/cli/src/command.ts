/** Where a command writes, and what it reads beside files. */
export interface Terminal {
  readonly input: AsyncIterable<Uint8Array>;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** Exit codes: it holds, it does not hold, it could not be found out. */
export const EXIT = { holds: 0, broken: 1, unknown: 2 } as const;

/** One command of `berth`: a file in a folder of its own, and a line in `commands.ts`. */
export interface Command {
  readonly name: string;
  /** What follows `berth `, a line a form. */
  readonly usage: readonly string[];
  /** What it does, in a sentence. */
  readonly summary: string;
  /** Answers the exit code. @throws UsageError */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>;
}

/** The command line is not one that the command takes. */
export class UsageError extends Error {}
