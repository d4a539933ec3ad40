/** An attachment of this controller, as it keeps it; times in milliseconds since 1970. */
export interface Made {
  /** How its node calls the volume. */
  readonly volume: string;
  readonly isReported: boolean;
  /** When it began to wait for the driver. */
  readonly since: number;
  /** How often the driver did not attach the volume. */
  readonly failures: number;
  /** Since when no pod wants the volume. */
  readonly detachSince?: number;
}

/** So long the driver has to attach a volume. // as csiTimeout */
const TIMEOUT_MS = 120_000;
/** How long it is until an attachment is looked at, ever longer. // as waitForVolumeAttachDetachStatusWithLister */
const FIRST_LOOK_MS = 500;
const LONGER = 1.05;
const LONGEST_LOOK_MS = 7_000;
/** How long it is until a failed one is tried again. // as exponentialbackoff */
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 122_000;

/** So long a volume that a node says is in use may be so. // as ReconcilerMaxWaitForUnmountDuration */
export const UNMOUNT_MS = 360_000;
/** How often volumes are looked at that may be detached. // as ReconcilerLoopPeriod */
export const LOOP_MS = 100;

export function timeoutOf({ since }: Made): number {
  return since + TIMEOUT_MS;
}

/** When an attachment is looked at next. */
export function nextLook({ since }: Made, now: number): number {
  let [at, step] = [since + FIRST_LOOK_MS, FIRST_LOOK_MS];
  while (at < now) {
    step = Math.min(LONGEST_LOOK_MS, step * LONGER);
    at += step;
  }
  return Math.min(Math.ceil(at), Math.max(now, since + TIMEOUT_MS));
}

/** An attachment that has failed now, with its next try. */
export function failedAt(made: Made, now: number): Made {
  const retry = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** made.failures);
  return { ...made, since: now + retry, failures: made.failures + 1 };
}
