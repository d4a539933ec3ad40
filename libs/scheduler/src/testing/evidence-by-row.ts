import { type Evidence, type Status, failuresAt, firstAt, normalizedAt, rawAt, totalAt } from '../evidence/index.js';

/** One score plugin, by row; null where the node is not feasible. */
export interface ScoreByRow {
  readonly plugin: string;
  readonly weight: number;
  readonly raw: readonly (number | null)[];
  readonly normalized: readonly (number | null)[];
}

/** What evidence says, by row, in any form: in words instead of ids, and scores on feasible rows only. */
export interface EvidenceByRow {
  /** kube-scheduler's own answer; null where the node is feasible. */
  readonly first: readonly (Status | null)[];
  /** Every failing filter, in plugin order. */
  readonly failures: readonly (readonly Status[])[];
  /** Rows that are feasible, ascending. */
  readonly feasible: readonly number[];
  readonly scores: readonly ScoreByRow[];
  readonly totals: readonly (number | null)[];
}

export function evidenceByRow(evidence: Evidence): EvidenceByRow {
  const rows = Array.from({ length: evidence.nodeCount }, (_, row) => row);
  const first = rows.map((row) => firstAt(evidence, row));
  const scored = (valueAt: (row: number) => number): (number | null)[] =>
    rows.map((row) => (first[row] === 0 ? valueAt(row) : null));
  return {
    first: first.map((id) => (id === 0 ? null : statusOf(evidence, id))),
    failures: rows.map((row) => failuresAt(evidence, row).map((id) => statusOf(evidence, id))),
    feasible: rows.filter((row) => first[row] === 0),
    scores: evidence.scores.map((column) => ({
      plugin: column.plugin,
      weight: column.weight,
      raw: scored((row) => rawAt(column, row)),
      normalized: scored((row) => normalizedAt(column, row)),
    })),
    totals: scored((row) => totalAt(evidence, row)),
  };
}

/** The same about combinations, counted from what is said by row; in an order of their own. */
export function combinationsByRow({ first, failures }: EvidenceByRow): readonly string[] {
  return inOrder(first.map((status, row) => ({ first: status, failures: failures[row] ?? [], rows: 1 })));
}

/** What evidence says of combinations, in words and in the same order. */
export function combinationsSaid(evidence: Evidence): readonly string[] {
  return inOrder(
    evidence.combinations.map(({ first, failures, rows }) => ({
      first: first === 0 ? null : statusOf(evidence, first),
      failures: failures.map((id) => statusOf(evidence, id)),
      rows,
    })),
  );
}

interface CombinationInWords {
  readonly first: Status | null;
  readonly failures: readonly Status[];
  readonly rows: number;
}

function inOrder(combinations: readonly CombinationInWords[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { first, failures, rows } of combinations) {
    const key = JSON.stringify([first, failures]);
    counts.set(key, (counts.get(key) ?? 0) + rows);
  }
  return [...counts].map(([key, rows]) => `${rows} x ${key}`).sort();
}

function statusOf({ statuses }: Evidence, id: number): Status {
  const status = statuses[id];
  if (status === null || status === undefined) throw new RangeError(`the evidence has no status ${id}`);
  return status;
}
