import type { Evidence, ScoreColumn, VerdictColumn } from './evidence.js';
import { normalizedScore } from './normalized-score.js';
import { NO_DOMAIN } from '../snapshot/index.js';

/** What one filter, run alone, says of a row: 0 when it passes, else the id of a status. */
export function verdictAt({ domains, values }: VerdictColumn, row: number): number {
  return values[domains === null ? row : (domains.of[row] ?? NO_DOMAIN)] ?? 0;
}

/** kube-scheduler's own answer for a row: 0 when it is feasible, else the id of a status. */
export function firstAt({ verdicts, overrides }: Evidence, row: number): number {
  const override = overrides.rows.get(row) ?? overrides.fill;
  if (override !== 0) return override;
  for (const column of verdicts) {
    const verdict = verdictAt(column, row);
    if (verdict !== 0) return verdict;
  }
  return 0;
}

/** Every filter that fails at a row, as ids of statuses in plugin order. */
export function failuresAt({ verdicts }: Evidence, row: number): readonly number[] {
  return verdicts.map((column) => verdictAt(column, row)).filter((verdict) => verdict !== 0);
}

/** The score of a row before NormalizeScore; says nothing where the row is not feasible. */
export function rawAt({ domains, values }: ScoreColumn, row: number): number {
  return values[domains === null ? row : (domains.of[row] ?? NO_DOMAIN)] ?? 0;
}

/** The same after NormalizeScore, 0..100. */
export function normalizedAt(column: ScoreColumn, row: number): number {
  const { domains, scale } = column;
  if (domains !== null && domains.of[row] === NO_DOMAIN) return 0;
  return scale.kind === 'custom' ? (scale.normalized[row] ?? 0) : normalizedScore(scale, rawAt(column, row));
}

/** The sum of normalised score x weight; says nothing where the row is not feasible. */
export function totalAt({ scores }: Evidence, row: number): number {
  let total = 0;
  for (const column of scores) total += normalizedAt(column, row) * column.weight;
  return total;
}

/** The same for readers of an attempt: `evidenceAt.first(evidence, row)`. */
export const evidenceAt = {
  first: firstAt,
  failures: failuresAt,
  verdict: verdictAt,
  raw: rawAt,
  normalized: normalizedAt,
  total: totalAt,
} as const;
