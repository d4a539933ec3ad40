/** Seconds from each failed attempt to the next one; after the last there is none. */
const AGAIN_AFTER = [5, 30, 120, 600, 1_800, 7_200, 21_600];

/** When a delivery is tried again after so many attempts; null where it is given up. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const seconds = AGAIN_AFTER[attempts - 1];
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1_000);
}
