import { NO_DOMAIN, type Domains, type Evidence, type Lineage, type Scale, type Status } from '#scheduler';
import { combinationsOf } from '../combinations.js';
import type { TracedAttempt } from '../trace-encoder.js';

/** An attempt written down as a person would: what evidence and traces of it must agree with. */
export interface ModelAttempt {
  readonly classKey: string;
  readonly nodeCount: number;
  readonly filterPlugins: readonly string[];
  /** By filter plugin; null where it was skipped. */
  readonly filters: readonly (ModelColumn<Status | null> | null)[];
  readonly overrides: ModelOverrides;
  readonly scores: readonly ModelScore[];
}

export interface ModelColumn<Value> {
  /**
   * Null: a value for every row. Else the domain of each row, -1 for none, numbered in the order of their first rows.
   */
  readonly domains: readonly number[] | null;
  readonly values: readonly Value[];
}

export interface ModelScore extends ModelColumn<number> {
  readonly name: string;
  readonly weight: number;
  readonly scale: ModelScale;
}

export type ModelScale =
  Exclude<Scale, { readonly kind: 'custom' }> | { readonly kind: 'custom'; readonly normalized: readonly number[] };

export interface ModelOverrides {
  readonly fill: Status | null;
  readonly rows: readonly (readonly [row: number, status: Status | null])[];
}

/** Interns statuses as an engine does. One may serve many attempts; what it hands out only grows. */
export interface Interning {
  readonly statuses: (Status | null)[];
  status(status: Status | null): number;
}

/** What an engine says beside the evidence itself: which values may have changed, and since when. */
export interface ModelHistory {
  readonly lineage: Lineage;
  /** By filter plugin, then by score plugin. */
  readonly changed: readonly (readonly number[] | null)[];
}

/** The attempt as evidence. */
export function toAttempt(
  model: ModelAttempt,
  engine: Interning = new TidyInterning(),
  history: ModelHistory | null = null,
): TracedAttempt {
  const { classKey, nodeCount, filterPlugins, filters, overrides, scores } = model;
  const changedAt = (index: number): readonly number[] | null => history?.changed[index] ?? null;
  const evidence = {
    nodeCount,
    filterPlugins,
    statuses: engine.statuses,
    verdicts: filters.flatMap((column, index) => {
      if (column === null) return [];
      const values = Uint32Array.from(column.values, (status) => engine.status(status));
      return [
        { plugin: filterPlugins[index] ?? '', domains: domainsOf(column.domains), values, changed: changedAt(index) },
      ];
    }),
    overrides: {
      fill: engine.status(overrides.fill),
      rows: new Map(overrides.rows.map(([row, status]) => [row, engine.status(status)])),
    },
    scores: scores.map(({ name, weight, domains, values, scale }, index) => ({
      plugin: name,
      weight,
      domains: domainsOf(domains),
      values: Float64Array.from(values),
      changed: changedAt(filters.length + index),
      scale: scale.kind === 'custom' ? { ...scale, normalized: Float64Array.from(scale.normalized) } : scale,
    })),
    lineage: history?.lineage ?? null,
  } satisfies Omit<Evidence, 'combinations'>;
  return { evidence: { ...evidence, combinations: combinationsOf(evidence) }, classKey };
}

/** New objects for equal domains, as an engine may make them. */
function domainsOf(domains: readonly number[] | null): Domains | null {
  if (domains === null) return null;
  const firstRows = domains.flatMap((domain, row) => (domain >= 0 && domains.indexOf(domain) === row ? [row] : []));
  return {
    of: Uint32Array.from(domains, (domain) => (domain < 0 ? NO_DOMAIN : domain)),
    firstRows: Uint32Array.from(firstRows),
  };
}

/** Finds again what it has seen. */
export class TidyInterning implements Interning {
  readonly statuses: (Status | null)[] = [null];

  status(status: Status | null): number {
    if (status === null) return 0;
    const known = this.statuses.findIndex((other) => JSON.stringify(other) === JSON.stringify(status));
    return known > 0 ? known : this.statuses.push(status) - 1;
  }
}

/** Never finds anything again, and interns what is not used. */
export class UntidyInterning implements Interning {
  readonly statuses: (Status | null)[] = [null];

  status(status: Status | null): number {
    if (status === null) return 0;
    this.statuses.push(
      { plugin: 'Unused', code: 'Error', reasons: [] },
      { plugin: status.plugin, code: status.code, reasons: [...status.reasons] },
    );
    return this.statuses.length - 1;
  }
}
