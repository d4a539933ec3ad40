import { evidenceAt, type Evidence, type Ranking } from '#scheduler';

/** What the rows of an attempt are chosen by. */
export interface RankedAttempt {
  readonly evidence: Evidence;
  /** Null when no node was feasible. */
  readonly ranking: Ranking | null;
}

/** The `count` best feasible rows, of equals the first by name; where none is feasible, the first rows by name. */
export function bestRows(
  { evidence, ranking }: RankedAttempt,
  { count, rowsByName }: { readonly count: number; readonly rowsByName: Iterable<number> },
): readonly number[] {
  if (ranking === null) return [...rowsByName].slice(0, count);
  // Where this many are equal, the others are not read.
  if (ranking.ties >= count) return Array.from({ length: count }, (_, index) => ranking.pick(index));
  const feasible = [...rowsByName].filter((row) => evidenceAt.first(evidence, row) === 0);
  const totals = new Map(feasible.map((row) => [row, evidenceAt.total(evidence, row)]));
  // Sorting is stable: equals stay in the order of their names.
  return feasible.sort((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0)).slice(0, count);
}
