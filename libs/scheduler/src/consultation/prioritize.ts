import { type ScoreColumn, MAX_NODE_SCORE, totalAt } from '../evidence/index.js';
import { DenseExecutor, type Evaluation, type Filtered, type Scored } from '../executor/index.js';
import type { Asking } from '../plugin.js';
import { rankRows } from '../tie-break/index.js';
import type { Consultation } from './consultation.js';
import { hasVerb, resultOf, type Extender, type HostScore } from '../extenders/index.js';

/** Scores of extenders lie in 0..10, which is not checked. */
const MAX_EXTENDER_PRIORITY = 10;

/**
 * Scores the nodes that extenders left, and adds what extenders give them: all are asked at once, and one that fails
 * gives nothing. As kube-scheduler v1.34 prioritizeNodes.
 */
export function* prioritize(
  consultation: Consultation,
  { evaluation, filtered }: { readonly evaluation: Evaluation; readonly filtered: Filtered },
): Asking<Scored> {
  const scored = scoreAnew(evaluation, filtered);
  const extenders = consultation.extenders.filter((extender) => hasVerb(extender, 'prioritize'));
  if (extenders.length === 0) return scored;
  const { snapshot } = evaluation;
  const { pod } = evaluation.pod;
  const nodes = Array.from(filtered.feasible(), (row) => snapshot.nodes[row]?.name ?? '');
  const answers = yield* consultation.ask(
    extenders.map((extender) => ({ kind: 'extender', extender, verb: 'prioritize', pod, nodes })),
  );
  const columns = extenders.flatMap((extender, index) => {
    const result = resultOf(answers[index] ?? {}, 'prioritize');
    return result === null ? [] : [columnOf(extender, result.scores, evaluation)];
  });
  const evidence = { ...scored.evidence, scores: [...scored.evidence.scores, ...columns] };
  const ranking = rankRows(snapshot, filtered.feasible(), (row) => totalAt(evidence, row));
  return { ...scored, evidence, ranking };
}

/** The score plugins on what extenders left: what is kept of a class counts nodes as feasible that they turned down. */
export function scoreAnew(evaluation: Evaluation, filtered: Filtered): Scored {
  return new DenseExecutor().score(evaluation, filtered);
}

/** Raw scores as they were given; one given twice counts twice, and nodes that do not exist are ignored. */
function columnOf({ name, weight }: Extender, scores: readonly HostScore[], { snapshot }: Evaluation): ScoreColumn {
  const values = new Float64Array(snapshot.nodeCount);
  for (const { host, score } of scores) {
    const row = snapshot.rowOf(host);
    if (row !== undefined) values[row] = (values[row] ?? 0) + score;
  }
  const scaled = weight * (MAX_NODE_SCORE / MAX_EXTENDER_PRIORITY);
  return { plugin: name, weight: scaled, domains: null, values, scale: { kind: 'none' }, changed: null };
}
