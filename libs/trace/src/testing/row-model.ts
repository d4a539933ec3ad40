import type { Status } from '#scheduler';
import { normalizedScore } from '../../../scheduler/src/testing/index.js';
import type { ModelAttempt, ModelColumn, ModelScore } from './model.js';

/** What is said of one node. */
export interface ModelRow {
  /** kube-scheduler's own answer; null when feasible. */
  readonly status: Status | null;
  /** At most one of each filter plugin. */
  readonly failures: readonly Status[];
  /** One per score plugin; 0 on rows that are not feasible. */
  readonly scores: readonly { readonly raw: number; readonly normalized: number }[];
}

/** An attempt written down row by row. */
export interface RowAttempt {
  readonly classKey: string;
  readonly filterPlugins: readonly string[];
  readonly scorePlugins: readonly { readonly name: string; readonly weight: number }[];
  readonly rows: readonly ModelRow[];
}

/** The same by columns: all of them by row, every scale custom. */
export function fromRows({ classKey, filterPlugins, scorePlugins, rows }: RowAttempt): ModelAttempt {
  const own = ({ status, failures }: ModelRow): Status | null => (status === failures[0] ? null : status);
  return {
    classKey,
    filterPlugins,
    nodeCount: rows.length,
    filters: filterPlugins.map((plugin) => ({
      domains: null,
      values: rows.map(({ failures }) => failures.find((status) => status.plugin === plugin) ?? null),
    })),
    overrides: {
      fill: null,
      rows: rows.flatMap((row, index) => (own(row) === null ? [] : [[index, own(row)] as const])),
    },
    scores: scorePlugins.map(({ name, weight }, score) => ({
      name,
      weight,
      domains: null,
      values: rows.map(({ scores }) => scores[score]?.raw ?? 0),
      scale: { kind: 'custom', normalized: rows.map(({ scores }) => scores[score]?.normalized ?? 0) },
    })),
  };
}

/** What the columns of an attempt say of each row. */
export function toRows(model: ModelAttempt): ModelRow[] {
  return Array.from({ length: model.nodeCount }, (_, row) => {
    const failures = model.filters.flatMap((column) => (column === null ? [] : (valueAt(column, row) ?? [])));
    const override = model.overrides.rows.find(([other]) => other === row);
    const status = (override === undefined ? model.overrides.fill : override[1]) ?? failures[0] ?? null;
    return {
      status,
      failures,
      scores: model.scores.map((score) =>
        status === null
          ? { raw: valueAt(score, row) ?? 0, normalized: normalizedOf(score, row) }
          : { raw: 0, normalized: 0 },
      ),
    };
  });
}

function normalizedOf(score: ModelScore, row: number): number {
  if (score.domains?.[row] === -1) return 0;
  return score.scale.kind === 'custom'
    ? (score.scale.normalized[row] ?? 0)
    : normalizedScore(score.scale, valueAt(score, row) ?? 0) + 0;
}

function valueAt<Value>({ domains, values }: ModelColumn<Value>, row: number): Value | undefined {
  return values[domains === null ? row : (domains[row] ?? -1)];
}
