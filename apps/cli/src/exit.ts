/** Exit codes, for pipelines. */
export const EXIT = {
  /** It is done, or it holds. */
  ok: 0,
  /** The answer is no: it does not hold, `--fail-on` is met, manifests are not valid. */
  no: 1,
  /** The command line, or a file that it names, is not one that the command takes. */
  usage: 2,
  /** It could not be found out: nobody answers, or the service refuses. */
  unknown: 3,
} as const;

/** The command line is not one that the command takes. */
export class UsageError extends Error {}
