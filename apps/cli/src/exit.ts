/** Exit codes, for pipelines: one table for all commands. */
export const EXIT = {
  /** Success; it was judged, and is good. */
  ok: 0,
  /** It was judged, and is bad: a condition of `--fail-on` matches, history does not hold, states differ. */
  no: 1,
  /** The command line is invalid, or a file that it names cannot be read. */
  usage: 2,
  /** The service refuses it, or the input is invalid. */
  refused: 3,
  /** Something of it cannot be judged, or the service gives no answer. */
  notJudged: 4,
} as const;

/** What was asked came to nothing: it was cancelled, or its process ended. */
export class NoAnswer extends Error {}

/** The command line is invalid. */
export class UsageError extends Error {
  inWords(): Promise<string> {
    return Promise.resolve(this.message);
  }
}
