import { type Status, StatusTable } from '../../evidence/index.js';
import { type AttemptScope, guard, PluginFailure } from '../../attempt/index.js';
import type { Profile } from '../../profile/index.js';
import { activeFilters, runPreFilter, summarise, type PreFilterOutcome } from '../asking/index.js';
import type { Evaluation } from '../executor.js';
import { asFiltered, listenersAmong, nominatedPodsOn, tryNode } from '../trial/index.js';
import type { KeptPreFilters } from './kept-pre-filters.js';

/** What the filters of a profile say of one node. */
export interface NodeAnswer {
  /** kube-scheduler's own answer; null when the pod fits. */
  readonly status: Status | null;
  /** Every filter that fails alone, in plugin order. */
  readonly failures: readonly Status[];
}

/**
 * What an executor's evidence would say of this row, without asking about the others: for questions about a node that
 * is changed again and again. A plugin that fails is an answer with code `Error`. With `kept`, what plugins said of the
 * whole cluster is not asked for again while it holds.
 */
export function askNode(evaluation: Evaluation, row: number, kept?: KeptPreFilters): NodeAnswer {
  try {
    return answerOf(evaluation, row, kept);
  } catch (error) {
    if (!(error instanceof PluginFailure)) throw error;
    return { status: { plugin: null, code: 'Error', reasons: [error.message] }, failures: [] };
  }
}

function answerOf(evaluation: Evaluation, row: number, kept?: KeptPreFilters): NodeAnswer {
  const { profile, pod, snapshot } = evaluation;
  const statuses = kept?.statuses ?? new StatusTable();
  const scope: AttemptScope = { pod, snapshot, statuses };
  const preFilter =
    kept === undefined ? runPreFilter(profile.points.preFilter, scope) : keptPreFilter(profile, scope, kept);
  const filters = activeFilters(profile.points.filter, preFilter.answers, scope);
  const failures = filters
    .map(({ bound, prepared }) => guard(bound.plugin.name, () => prepared.filter(row)))
    .filter((id) => id !== 0)
    .map((id) => statuses.get(id));
  const listeners = listenersAmong(preFilter.answers.values());
  const rehearsal = { evaluation, filters, listeners, statusOf: (id: number) => statuses.get(id) };
  const nominated = tryNode(rehearsal, row, (node) => node.failureWith(nominatedPodsOn(row, evaluation)));
  const own = nominated === 0 ? failures[0] : statuses.get(nominated);
  const status = turnedDown(preFilter, snapshot.nodes[row]?.name ?? '') ?? own ?? null;
  return { status: status && asFiltered(status, evaluation), failures };
}

function keptPreFilter({ points }: Profile, scope: AttemptScope, kept: KeptPreFilters): PreFilterOutcome {
  const text = JSON.stringify(scope.pod.pod);
  return summarise(new Map(points.preFilter.map((bound) => [bound.plugin.name, kept.answer(bound, scope, text)])));
}

/** What PreFilter says of the node before any filter is asked: the pod is rejected, or the node is not listed. */
function turnedDown({ record, restricting }: PreFilterOutcome, node: string): Status | null {
  const { plugin, code, reasons } = record.status;
  if (code === 'Unschedulable' || code === 'UnschedulableAndUnresolvable') return { plugin, code, reasons };
  if (record.nodeNames === null || record.nodeNames.includes(node)) return null;
  const reason = `node(s) didn't satisfy plugin(s) [${restricting.join(' ')}]`;
  return { plugin: null, code: 'UnschedulableAndUnresolvable', reasons: [reason] };
}
