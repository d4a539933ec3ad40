import type { Evidence, Status } from '#scheduler';
import type { TracedAttempt } from '../trace-encoder.js';

/** An attempt written down row by row, as a person would: what evidence and traces of it must agree with. */
export interface ModelAttempt {
  readonly classKey: string;
  readonly filterPlugins: readonly string[];
  readonly scorePlugins: readonly { readonly name: string; readonly weight: number }[];
  readonly rows: readonly ModelRow[];
}

export interface ModelRow {
  /** Null when feasible. */
  readonly status: Status | null;
  readonly failures: readonly Status[];
  /** One per score plugin; what stands on rows that are not feasible means nothing. */
  readonly scores: readonly { readonly raw: number; readonly normalized: number }[];
}

/** Interns statuses as the engine does. One may serve many attempts; what it hands out only grows. */
export interface Interning {
  readonly statuses: (Status | null)[];
  readonly lists: number[][];
  status(status: Status): number;
  list(statuses: readonly Status[]): number;
}

/** The attempt as evidence. `totals` are right on every row. */
export function toAttempt(model: ModelAttempt, engine: Interning = new TidyInterning()): TracedAttempt {
  const first = Uint32Array.from(model.rows, ({ status }) => (status === null ? 0 : engine.status(status)));
  const failures = Uint32Array.from(model.rows, (row) => (row.failures.length === 0 ? 0 : engine.list(row.failures)));
  const scores = model.scorePlugins.map(({ name, weight }, index) => ({
    plugin: name,
    weight,
    raw: Float64Array.from(model.rows, (row) => row.scores[index]?.raw ?? 0),
    normalized: Float64Array.from(model.rows, (row) => row.scores[index]?.normalized ?? 0),
  }));
  const totals = Float64Array.from(model.rows, (_, row) => scores.reduce((total, { normalized, weight }) => total + (normalized[row] ?? 0) * weight, 0));
  const evidence: Evidence = { nodeCount: model.rows.length, filterPlugins: model.filterPlugins, statuses: engine.statuses, failureLists: engine.lists, first, failures, scores, totals };
  return { evidence, classKey: model.classKey };
}

/** Finds again what it has seen. */
export class TidyInterning implements Interning {
  readonly statuses: (Status | null)[] = [null];
  readonly lists: number[][] = [[]];

  status(status: Status): number {
    const known = this.statuses.findIndex((other) => JSON.stringify(other) === JSON.stringify(status));
    return known > 0 ? known : this.statuses.push(status) - 1;
  }

  list(statuses: readonly Status[]): number {
    const ids = statuses.map((status) => this.status(status));
    const known = this.lists.findIndex((list) => list.join() === ids.join());
    return known > 0 ? known : this.lists.push(ids) - 1;
  }
}

/** Never finds anything again, and interns what nobody uses. */
export class UntidyInterning implements Interning {
  readonly statuses: (Status | null)[] = [null];
  readonly lists: number[][] = [[]];

  status(status: Status): number {
    this.statuses.push({ plugin: 'Unused', code: 'Error', reasons: [] }, { plugin: status.plugin, code: status.code, reasons: [...status.reasons] });
    return this.statuses.length - 1;
  }

  list(statuses: readonly Status[]): number {
    this.lists.push([], statuses.map((status) => this.status(status)));
    return this.lists.length - 1;
  }
}
