/** Exit codes, for pipelines. */
export const EXIT = {
  /** Success, or the answer is yes. */
  ok: 0,
  /** The answer is no: history does not hold, `--fail-on` matches, manifests are invalid. */
  no: 1,
  /** The command line is invalid, or a file that it names cannot be read. */
  usage: 2,
  /** There is no answer: the service does not respond, or refuses. */
  unknown: 3,
} as const;

/** The command line is invalid. */
export class UsageError extends Error {}
