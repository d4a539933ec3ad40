/** A reason for which pods wait, by how much it is in their way. */
interface Reason {
  readonly pods: number;
  readonly obstacles: { readonly only: number; readonly sole: number; readonly any: number };
}

const SHOWN = 6;

/**
 * The reasons that matter the most: those whose end would release pods before those that others stand beside. A reason
 * that every pod meets on some node, such as a cordon, may be in the way of none.
 */
export function mattering<R extends Reason>(reasons: readonly R[]): readonly R[] {
  return [...reasons]
    .sort(
      (a, b) =>
        b.obstacles.only - a.obstacles.only ||
        b.obstacles.sole - a.obstacles.sole ||
        b.obstacles.any - a.obstacles.any ||
        b.pods - a.pods,
    )
    .slice(0, SHOWN);
}
