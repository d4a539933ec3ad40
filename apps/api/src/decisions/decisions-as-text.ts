import type { Decision } from '#audit';
import { csv } from './csv.js';

const HEADER = [
  'id', 'run', 'ordinal', 'attempt', 'at', 'namespace', 'name', 'uid', 'outcome', 'reasonCode', 'node', 'nominatedNode', 'message', 'nodesEvaluated',
  'nodesFeasible', 'bestTotal', 'bestTies', 'runnerUpNode', 'runnerUpTotal', 'profile', 'profileVersion', 'seed', 'traceDigest', 'traceStored',
];

/** One row a decision. Rejections and victims are lists and stay in the JSON formats. */
export function decisionsAsCsv(decisions: readonly Decision[]): string {
  return csv(HEADER, decisions.map(({ pod, nodes, best, profile, ...decision }) => [
    decision.id, decision.run, decision.ordinal, decision.attempt, decision.at, pod.namespace, pod.name, pod.uid, decision.outcome, decision.reasonCode ?? '',
    decision.node, decision.nominatedNode, decision.message, nodes.evaluated, nodes.feasible, best?.total ?? null, best?.ties ?? null,
    best?.runnerUp?.node ?? null, best?.runnerUp?.total ?? null, profile?.name ?? null, profile?.version ?? null, decision.seed, decision.traceDigest,
    decision.traceStored,
  ]));
}

/** One JSON object a line. */
export function decisionsAsNdjson(decisions: readonly Decision[]): string {
  return decisions.map((decision) => `${JSON.stringify(decision)}\n`).join('');
}
