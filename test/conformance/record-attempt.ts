import { compareBytes, type Attempt, type PlacedPod, type Profile, type Snapshot, type Status } from '#scheduler';
import { evidenceByRow, type PluginStatus } from '../../libs/scheduler/src/testing/index.js';
import type { RecordedResult, RecordedStatus } from './recording.js';

/** Writes an attempt down in the words of the recordings. Names are in byte order; reasons too. */
export function recordAttempt(attempt: Attempt, snapshot: Snapshot): RecordedResult {
  const { metadata } = attempt.pod;
  const outcome = attempt.outcome === 'nominated' ? 'unschedulable' : attempt.outcome;
  const head = { pod: `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`, outcome };
  if (attempt.outcome === 'error') return { ...head, error: attempt.message };
  if (attempt.preEnqueue !== null) return { ...head, preEnqueue: recordStatus(attempt.preEnqueue) };
  return {
    ...head,
    preFilter: attempt.preFilter && recordPreFilter(attempt.preFilter),
    ...recordFilters(attempt, snapshot),
    ...(outcome === 'scheduled'
      ? recordScores(attempt, snapshot)
      : {
          fitErrorFilter: attempt.filterMessage,
          fitError: attempt.message,
          postFilter: recordPostFilter(attempt, snapshot),
        }),
  };
}

/** The effective plugins of a profile. */
export function recordPlugins({ configuration: { plugins } }: Profile): unknown {
  const { preEnqueue, queueSort, preFilter, filter, postFilter, preScore, score, reserve } = plugins;
  return { preEnqueue, queueSort, preFilter, filter, postFilter, preScore, score, reserve };
}

export function recordStatus({ plugin, code, reasons }: PluginStatus | Status): RecordedStatus {
  return {
    ...(plugin !== null && { plugin }),
    code,
    ...(reasons.length > 0 && { reasons: [...reasons].sort(compareBytes) }),
  };
}

export function recordPreFilter(preFilter: NonNullable<Attempt['preFilter']>): unknown {
  const { plugins, status, nodeNames, skipped } = preFilter;
  return {
    plugins: plugins.map((plugin) => ({
      ...recordStatus(plugin),
      ...(plugin.nodeNames !== null && { nodeNames: plugin.nodeNames }),
    })),
    ...recordStatus(status),
    nodeNames,
    skipped,
  };
}

function recordFilters({ evidence }: Attempt, snapshot: Snapshot): RecordedResult {
  if (evidence === null) return {};
  const filter: Record<string, RecordedStatus> = {};
  const filterAll: Record<string, readonly RecordedStatus[]> = {};
  const { first, failures } = evidenceByRow(evidence);
  snapshot.nodes.forEach(({ name }, row) => {
    const status = first[row];
    const failing = failures[row] ?? [];
    if (status) filter[name] = recordStatus(status);
    if (failing.length > 0) filterAll[name] = failing.map(recordStatus);
  });
  return { filter, filterAll };
}

function recordPostFilter({ postFilter }: Attempt, snapshot: Snapshot): unknown {
  if (postFilter === null) return undefined;
  const { status, message, nominatedNode, victims, best, search } = postFilter;
  const name = (row: number): string => snapshot.nodes[row]?.name ?? '';
  const key = ({ namespace, name: pod }: PlacedPod): string => `${namespace}/${pod}`;
  return {
    ...(status.plugin !== null && { plugin: status.plugin }),
    code: status.code,
    message,
    resultIsNil: nominatedNode === null,
    nominatedNode: nominatedNode ?? '',
    victims: victims.map(key),
    best: best.map(name),
    candidates: search.candidates
      .map(({ row, victims: pods, budgetViolations }) => ({
        node: name(row),
        victims: pods.map(key),
        numPDBViolations: budgetViolations,
      }))
      .sort((a, b) => compareBytes(a.node, b.node)),
    dryRunStatuses: Object.fromEntries(
      [...search.failures].map(([row, failure]) => [name(row), recordStatus(failure)]),
    ),
  };
}

export function recordScores(attempt: Attempt, snapshot: Snapshot): RecordedResult {
  const { evidence, ranking, nominatedNodeUsed, preScoreSkipped, nodeName } = attempt;
  if (evidence === null) return {};
  const name = (row: number): string => snapshot.nodes[row]?.name ?? '';
  const { feasible, scores, totals } = evidenceByRow(evidence);
  const rows = feasible.toSorted((a, b) => compareBytes(name(a), name(b)));
  const column = (values: readonly (number | null)[]): number[] => rows.map((row) => values[row] ?? NaN);
  return {
    feasible: rows.map(name),
    preScoreSkipped,
    scores: scores.map(({ plugin, weight, raw, normalized }) => ({
      plugin,
      weight,
      raw: column(raw),
      normalized: column(normalized),
      weighted: column(normalized).map((score) => score * weight),
    })),
    totals: column(totals),
    best: ranking?.rows().map(name),
    selected: nodeName,
    nominatedNodeUsed,
  };
}
