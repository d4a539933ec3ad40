/** Scores as parts of the highest, 0..100, truncated. All of them zero: they stay. As helper.DefaultNormalizeScore. */
export function shareOfHighest(raw: readonly number[]): readonly number[] {
  const highest = Math.max(0, ...raw);
  return highest === 0 ? raw : raw.map((score) => Math.trunc((100 * score) / highest));
}

/** The same for a score that is the better the lower it is. All of them zero: all are the best. */
export function reverseShareOfHighest(raw: readonly number[]): readonly number[] {
  return shareOfHighest(raw).map((score) => 100 - score);
}
