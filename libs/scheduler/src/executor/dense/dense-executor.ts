import type { Evidence, ScoreColumn } from '../../evidence.js';
import type { AttemptScope } from '../../plugin-cycle.js';
import { guard, PluginFailure } from '../../plugin-failure.js';
import { StatusTable } from '../../statuses.js';
import type { Evaluation, Executor, Filtered, Scored } from '../executor.js';
import { asFiltered, tryNode, type Rehearsal } from './changed-node.js';
import { activeFilters, type ActiveFilter } from './filters.js';
import { nominatedPodsOn } from './nominated-pods.js';
import { runPreFilter, type PreFilterOutcome } from './pre-filter.js';
import { prepareScores } from './pre-score.js';
import { scoreColumn, type ScoreBuffers } from './score-column.js';

const NO_SCORES: readonly ScoreColumn[] = Object.freeze([]);

/**
 * Evaluates everything for every pod: every filter alone on every node, every score on every feasible node. The reference for
 * every other executor. Plugins run one after the other, each over all rows, so that one loop calls one function.
 */
export class DenseExecutor implements Executor {
  readonly statuses = new StatusTable();
  #first = new Uint32Array(0);
  #failures = new Uint32Array(0);
  #totals = new Float64Array(0);
  #scores: ScoreBuffers[] = [];

  filter(evaluation: Evaluation): Filtered {
    const { profile, snapshot } = evaluation;
    this.#clear(snapshot.nodeCount);
    const scope = this.#scope(evaluation);
    const preFilter = runPreFilter(profile.points.preFilter, scope);
    const filters = activeFilters(profile.points.filter, preFilter.answers, scope);
    this.#runFilters(filters, snapshot.nodeCount);
    const rehearsal = this.#rehearsal(evaluation, filters, preFilter);
    this.#countNominatedPods(rehearsal);
    const nominatedRow = this.#nominatedRow(evaluation, preFilter);
    this.#applyPreFilter(evaluation, preFilter);
    this.#throwErrors(snapshot.nodeCount);
    return {
      preFilter: preFilter.record,
      evidence: this.#evidence(evaluation, NO_SCORES),
      feasible: this.#feasible(),
      nominatedRow,
      tryNode: (row, work) => tryNode(rehearsal, row, work),
    };
  }

  score(evaluation: Evaluation, { feasible }: Filtered): Scored {
    const { active, skipped } = prepareScores(evaluation.profile, this.#scope(evaluation), feasible);
    const columns = active.map((score, index) => {
      const column = scoreColumn(score, feasible, this.#scoreBuffers(index));
      addWeighted(this.#totals, column, feasible);
      return column;
    });
    return { evidence: this.#evidence(evaluation, columns), skipped };
  }

  #scope({ pod, snapshot }: Evaluation): AttemptScope {
    return { pod, snapshot, statuses: this.statuses };
  }

  /** Nothing of the attempt before may be seen in the next one. */
  #clear(nodeCount: number): void {
    if (this.#first.length !== nodeCount) {
      this.#first = new Uint32Array(nodeCount);
      this.#failures = new Uint32Array(nodeCount);
      this.#totals = new Float64Array(nodeCount);
      this.#scores = [];
    }
    this.#first.fill(0);
    this.#failures.fill(0);
    this.#totals.fill(0);
  }

  #scoreBuffers(index: number): ScoreBuffers {
    const nodeCount = this.#first.length;
    return (this.#scores[index] ??= { raw: new Float64Array(nodeCount), normalized: new Float64Array(nodeCount) });
  }

  #runFilters(filters: readonly ActiveFilter[], nodeCount: number): void {
    const first = this.#first;
    const failures = this.#failures;
    for (const { plugin, filter } of filters) {
      guard(plugin, () => {
        for (let row = 0; row < nodeCount; row += 1) {
          const status = filter(row);
          if (status === 0) continue;
          if (first[row] === 0) first[row] = status;
          failures[row] = this.statuses.append(failures[row] ?? 0, status);
        }
      });
    }
  }

  #rehearsal(evaluation: Evaluation, filters: readonly ActiveFilter[], { answers }: PreFilterOutcome): Rehearsal {
    const listeners = [...answers.values()].flatMap((answer) => (answer.kind === 'filter' && (answer.addPod ?? answer.removePod) ? [answer] : []));
    return { evaluation, filters, listeners, statusOf: (id) => this.statuses.get(id) };
  }

  /** Two passes on nodes with nominated pods: with them, and, if that succeeds, without; the second is there already. */
  #countNominatedPods(rehearsal: Rehearsal): void {
    const { evaluation } = rehearsal;
    const { snapshot } = evaluation;
    for (const name of snapshot.nominations.nodes()) {
      const row = snapshot.rowOf(name);
      if (row === undefined) continue;
      const status = tryNode(rehearsal, row, (node) => node.failureWith(nominatedPodsOn(row, evaluation)));
      if (status !== 0) this.#first[row] = status;
    }
  }

  /** kube-scheduler asks the filters of the nominated node before it looks at PreFilter's node names. */
  #nominatedRow({ pod, snapshot }: Evaluation, { record }: PreFilterOutcome): number {
    const name = pod.pod.status?.nominatedNodeName ?? '';
    const row = name === '' ? undefined : snapshot.rowOf(name);
    return row !== undefined && record.status.code === 'Success' && this.#first[row] === 0 ? row : -1;
  }

  /** A pod that PreFilter rejects has that status on every node; outside a node list, nodes have one without plugin. */
  #applyPreFilter({ snapshot }: Evaluation, { record, restricting }: PreFilterOutcome): void {
    const { plugin, code, reasons } = record.status;
    if (code === 'Unschedulable' || code === 'UnschedulableAndUnresolvable') {
      this.#first.fill(this.statuses.intern(plugin, code, reasons));
    } else if (record.nodeNames !== null) {
      const reason = `node(s) didn't satisfy plugin(s) [${restricting.join(' ')}]`;
      const outside = this.statuses.intern(null, 'UnschedulableAndUnresolvable', [reason]);
      const inside = new Set(record.nodeNames.map((name) => snapshot.rowOf(name)));
      for (let row = 0; row < this.#first.length; row += 1) if (!inside.has(row)) this.#first[row] = outside;
    }
  }

  /** As kube-scheduler v1.34 RunFilterPlugins: a Filter that errs ends the attempt. */
  #throwErrors(nodeCount: number): void {
    for (let row = 0; row < nodeCount; row += 1) {
      const id = this.#first[row] ?? 0;
      if (id === 0 || this.statuses.get(id).code !== 'Error') continue;
      throw new PluginFailure(asFiltered(this.statuses.get(id)).reasons.join(', '));
    }
  }

  #feasible(): Uint32Array {
    const rows = new Uint32Array(this.#first.length);
    let count = 0;
    for (let row = 0; row < this.#first.length; row += 1) if (this.#first[row] === 0) rows[count++] = row;
    return rows.subarray(0, count);
  }

  #evidence({ profile, snapshot }: Evaluation, scores: readonly ScoreColumn[]): Evidence {
    return {
      nodeCount: snapshot.nodeCount,
      filterPlugins: profile.points.filter.map(({ plugin }) => plugin.name),
      statuses: this.statuses.statuses,
      failureLists: this.statuses.lists,
      first: this.#first,
      failures: this.#failures,
      scores,
      totals: this.#totals,
    };
  }
}

function addWeighted(totals: Float64Array, { normalized, weight }: ScoreColumn, feasible: Uint32Array): void {
  for (let index = 0; index < feasible.length; index += 1) {
    const row = feasible[index] ?? 0;
    totals[row] = (totals[row] ?? 0) + (normalized[row] ?? 0) * weight;
  }
}
