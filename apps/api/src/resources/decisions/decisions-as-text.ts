import type { Decision } from '#audit';
import { csv, type Cell } from '../../ground/http/index.js';

const HEADER = [
  'id',
  'run',
  'ordinal',
  'attempt',
  'at',
  'namespace',
  'name',
  'uid',
  'outcome',
  'reasonCode',
  'node',
  'nominatedNode',
  'message',
  'nodesEvaluated',
  'nodesFeasible',
  'bestTotal',
  'bestTies',
  'runnerUpNode',
  'runnerUpTotal',
  'profile',
  'profileVersion',
  'seed',
  'traceDigest',
  'traceStored',
];

type Batches = Iterable<readonly Decision[]> | AsyncIterable<readonly Decision[]>;

/** The header, then a row a decision. Rejections and victims are lists and stay in the JSON formats. */
export async function* decisionsAsCsv(batches: Batches): AsyncIterable<string> {
  yield csv([HEADER]);
  for await (const decisions of batches) yield csv(decisions.map(cellsOf));
}

/** One JSON object a line. */
export async function* decisionsAsNdjson(batches: Batches): AsyncIterable<string> {
  for await (const decisions of batches) yield decisions.map((decision) => `${JSON.stringify(decision)}\n`).join('');
}

function cellsOf({ pod, nodes, best, profile, ...decision }: Decision): Cell[] {
  return [
    decision.id,
    decision.run,
    decision.ordinal,
    decision.attempt,
    decision.at,
    pod.namespace,
    pod.name,
    pod.uid,
    decision.outcome,
    decision.reasonCode ?? '',
    decision.node,
    decision.nominatedNode,
    decision.message,
    nodes.evaluated,
    nodes.feasible,
    best?.total ?? null,
    best?.ties ?? null,
    best?.runnerUp?.node ?? null,
    best?.runnerUp?.total ?? null,
    profile?.name ?? null,
    profile?.version ?? null,
    decision.seed,
    decision.traceDigest,
    decision.traceStored,
  ];
}
