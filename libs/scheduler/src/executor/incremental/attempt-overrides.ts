import type { Overrides, StatusTable } from '../../evidence/index.js';
import type { PlacedPod, Snapshot } from '../../snapshot/index.js';
import type { Evaluation } from '../executor.js';
import { nominatedPodsOn, tryNode } from '../trial/index.js';
import type { KeptFilters } from './kept-filters.js';

const NO_ROWS: ReadonlyMap<number, number> = new Map();
const NONE: Overrides = Object.freeze({ fill: 0, rows: NO_ROWS });

/** Where kube-scheduler's own answer is not the first failing filter, for one attempt after the other. */
export class AttemptOverrides {
  #nominated: ReadonlyMap<number, number> = NO_ROWS;

  constructor(private readonly scope: { readonly snapshot: Snapshot; readonly statuses: StatusTable }) {}

  /** What nominated pods make of a row in the present attempt: 0, or the id of a status. */
  nominatedAt(row: number): number {
    return this.#nominated.get(row) ?? 0;
  }

  of(evaluation: Evaluation, filters: KeptFilters): Overrides {
    const { snapshot, statuses } = this.scope;
    this.#nominated = this.#countNominatedPods(evaluation, filters);
    const { record, restricting } = filters.outcome;
    const { plugin, code, reasons } = record.status;
    if (code === 'Unschedulable' || code === 'UnschedulableAndUnresolvable')
      return { fill: statuses.intern(plugin, code, reasons), rows: NO_ROWS };
    if (record.nodeNames === null) return this.#nominated.size === 0 ? NONE : { fill: 0, rows: this.#nominated };
    const inside = record.nodeNames.flatMap((name) => snapshot.rowOf(name) ?? []);
    const reason = `node(s) didn't satisfy plugin(s) [${restricting.join(' ')}]`;
    return {
      fill: statuses.intern(null, 'UnschedulableAndUnresolvable', [reason]),
      rows: new Map(inside.map((row) => [row, this.nominatedAt(row)])),
    };
  }

  /**
   * Two passes on nodes with nominated pods: with them, and, if that succeeds, without; the second
   * is in the columns already.
   */
  #countNominatedPods(evaluation: Evaluation, filters: KeptFilters): ReadonlyMap<number, number> {
    const {
      snapshot: { nominations },
      statuses,
    } = this.scope;
    if (nominations.isEmpty) return NO_ROWS;
    const rehearsal = filters.rehearsal(evaluation, statuses);
    const failing = new Map<number, number>();
    for (const name of nominations.nodes()) {
      const row = this.scope.snapshot.rowOf(name);
      const pods: readonly PlacedPod[] = row === undefined ? [] : nominatedPodsOn(row, evaluation);
      if (row === undefined || pods.length === 0) continue;
      const status = tryNode(rehearsal, row, (node) => node.failureWith(pods));
      if (status !== 0) failing.set(row, status);
    }
    return failing;
  }
}
