import {
  type Combination,
  type Evidence,
  type Overrides,
  type ScoreColumn,
  type VerdictColumn,
  StatusTable,
} from '../../evidence/index.js';
import { type AttemptScope, guard, PluginFailure } from '../../attempt/index.js';
import { SchedulingClasses } from '../../pods/index.js';
import { rankRows } from '../../tie-break/index.js';
import {
  activeFilters,
  prepareScores,
  runPreFilter,
  type ActiveFilter,
  type PreFilterOutcome,
} from '../asking/index.js';
import type { Evaluation, Executor, Filtered, Scored } from '../executor.js';
import { asFiltered, listenersAmong, nominatedPodsOn, tryNode, type Rehearsal } from '../trial/index.js';
import { factor } from './factor.js';
import { scoreColumn } from './score-column.js';

const NO_SCORES: readonly ScoreColumn[] = Object.freeze([]);

/**
 * Evaluates everything for every pod: every filter alone on every node, every score on every node that it is
 * asked about. The reference for every other executor. Plugins run one after the other, each over all rows, so
 * that one loop calls one function.
 */
export class DenseExecutor implements Executor {
  readonly statuses = new StatusTable();
  readonly classes = new SchedulingClasses();

  filter(evaluation: Evaluation): Filtered {
    const { profile, snapshot } = evaluation;
    const { nodeCount } = snapshot;
    const scope = this.#scope(evaluation);
    const preFilter = runPreFilter(profile.points.preFilter, scope);
    const filters = activeFilters(profile.points.filter, preFilter.answers, scope);
    const columns = filters.map((filter) => verdictsOf(filter, nodeCount));
    const rehearsal = {
      evaluation,
      filters,
      listeners: listenersAmong(preFilter.answers.values()),
      statusOf: (id: number) => this.statuses.get(id),
    };
    const nominated = this.#countNominatedPods(rehearsal);
    const overrides = this.#overrides(evaluation, preFilter, nominated);
    const first = Uint32Array.from(
      { length: nodeCount },
      (_, row) => overrideAt(overrides, row) || firstOf(columns, row),
    );
    const combinations = combine(first, columns, this.statuses);
    this.#throwErrors(evaluation, first, columns);
    return {
      preFilter: preFilter.record,
      evidence: {
        nodeCount,
        filterPlugins: profile.points.filter.map(({ plugin }) => plugin.name),
        statuses: this.statuses.statuses,
        verdicts: columns.map((column, index) => factored(column, filters[index])),
        overrides,
        combinations,
        scores: NO_SCORES,
        lineage: null,
      },
      feasibleCount: combinations.reduce(
        (sum, combination) => (combination.first === 0 ? sum + combination.rows : sum),
        0,
      ),
      feasible: () => rowsOf(nodeCount).filter((row) => first[row] === 0),
      // kube-scheduler asks the filters of the nominated node before it looks at PreFilter's node names.
      nominatedRow: nominatedRow(evaluation, preFilter, (row) => (nominated.get(row) ?? 0) || firstOf(columns, row)),
      tryNode: (row, work) => tryNode(rehearsal, row, work),
      rehearse: (_, work) => (row) => tryNode(rehearsal, row, work),
    };
  }

  score(evaluation: Evaluation, { evidence, feasible }: Filtered): Scored {
    const rows = { all: rowsOf(evidence.nodeCount), feasible: feasible() };
    const { active, skipped } = prepareScores(evaluation.profile, this.#scope(evaluation), rows.feasible);
    const scored = active.map((score) => scoreColumn(score, rows));
    const totals = new Float64Array(evidence.nodeCount);
    for (const {
      column: { weight },
      normalized,
    } of scored) {
      for (const row of rows.feasible) totals[row] = (totals[row] ?? 0) + (normalized[row] ?? 0) * weight;
    }
    const complete: Evidence = { ...evidence, scores: scored.map(({ column }) => column) };
    return {
      evidence: complete,
      ranking: rankRows(evaluation.snapshot, rows.feasible, (row) => totals[row] ?? 0),
      skipped,
    };
  }

  #scope({ pod, snapshot }: Evaluation): AttemptScope {
    return { pod, snapshot, statuses: this.statuses };
  }

  /**
   * Two passes on nodes with nominated pods: with them, and, if that succeeds, without; the second
   * is in the columns already.
   */
  #countNominatedPods(rehearsal: Rehearsal): ReadonlyMap<number, number> {
    const { evaluation } = rehearsal;
    const { snapshot } = evaluation;
    const failing = new Map<number, number>();
    for (const name of snapshot.nominations.nodes()) {
      const row = snapshot.rowOf(name);
      if (row === undefined) continue;
      const status = tryNode(rehearsal, row, (node) => node.failureWith(nominatedPodsOn(row, evaluation)));
      if (status !== 0) failing.set(row, status);
    }
    return failing;
  }

  /** A pod that PreFilter rejects has that status on every node; outside a node list, nodes have one without plugin. */
  #overrides(
    { snapshot }: Evaluation,
    { record, restricting }: PreFilterOutcome,
    nominated: ReadonlyMap<number, number>,
  ): Overrides {
    const { plugin, code, reasons } = record.status;
    if (code === 'Unschedulable' || code === 'UnschedulableAndUnresolvable') {
      return { fill: this.statuses.intern(plugin, code, reasons), rows: new Map() };
    }
    if (record.nodeNames === null) return { fill: 0, rows: nominated };
    const inside = record.nodeNames.flatMap((name) => snapshot.rowOf(name) ?? []);
    const reason = `node(s) didn't satisfy plugin(s) [${restricting.join(' ')}]`;
    const fill = this.statuses.intern(null, 'UnschedulableAndUnresolvable', [reason]);
    return { fill, rows: new Map(inside.map((row) => [row, nominated.get(row) ?? 0])) };
  }

  /**
   * As kube-scheduler v1.34 RunFilterPlugins: a Filter that errs ends the attempt. Where a Policy checks all
   * predicates, also behind one that fails.
   */
  #throwErrors(evaluation: Evaluation, first: Uint32Array, columns: readonly Uint32Array[]): void {
    const errs = (id: number): boolean => id !== 0 && this.statuses.get(id).code === 'Error';
    const checksAll = evaluation.profile.policy?.alwaysCheckAllPredicates === true;
    first.forEach((id, row) => {
      const all = checksAll && id === firstOf(columns, row) ? columns.map((values) => values[row] ?? 0) : [id];
      const error = all.find(errs);
      if (error !== undefined)
        throw new PluginFailure(asFiltered(this.statuses.get(error), evaluation).reasons.join(', '));
    });
  }
}

function verdictsOf({ bound, prepared }: ActiveFilter, nodeCount: number): Uint32Array {
  const values = new Uint32Array(nodeCount);
  guard(bound.plugin.name, () => {
    for (let row = 0; row < nodeCount; row += 1) values[row] = prepared.filter(row);
  });
  return values;
}

function factored(values: Uint32Array, filter: ActiveFilter | undefined): VerdictColumn {
  const plugin = filter?.bound.plugin.name ?? '';
  const domains = filter?.prepared.domains ?? null;
  return { plugin, domains, values: domains === null ? values : factor(plugin, domains, values), changed: null };
}

function overrideAt({ fill, rows }: Overrides, row: number): number {
  return rows.get(row) ?? fill;
}

function firstOf(columns: readonly Uint32Array[], row: number): number {
  for (const values of columns) if (values[row] !== 0) return values[row] ?? 0;
  return 0;
}

function nominatedRow(
  { pod, snapshot }: Evaluation,
  { record }: PreFilterOutcome,
  firstAt: (row: number) => number,
): number {
  const name = pod.pod.status?.nominatedNodeName ?? '';
  const row = name === '' ? undefined : snapshot.rowOf(name);
  return row !== undefined && record.status.code === 'Success' && firstAt(row) === 0 ? row : -1;
}

function combine(first: Uint32Array, columns: readonly Uint32Array[], statuses: StatusTable): Combination[] {
  const combinations = new Map<string, { first: number; failures: readonly number[]; rows: number }>();
  let last = { first: -1, list: -1, key: '' };
  first.forEach((status, row) => {
    let list = 0;
    for (const values of columns) if (values[row] !== 0) list = statuses.append(list, values[row] ?? 0);
    if (last.first !== status || last.list !== list) last = { first: status, list, key: `${status} ${list}` };
    const known = combinations.get(last.key);
    if (known === undefined)
      combinations.set(last.key, { first: status, failures: statuses.lists[list] ?? [], rows: 1 });
    else known.rows += 1;
  });
  return [...combinations.values()];
}

function rowsOf(nodeCount: number): Uint32Array {
  return Uint32Array.from({ length: nodeCount }, (_, row) => row);
}
