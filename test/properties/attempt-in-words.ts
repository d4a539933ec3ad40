import type { Attempt, Snapshot } from '#scheduler';
import { combinationsByRow, combinationsSaid, evidenceByRow } from '../../libs/scheduler/src/testing/index.js';

/** Names, texts and numbers. */
export interface AttemptInWords {
  readonly outcome: Attempt['outcome'];
  readonly number: number;
  readonly [field: string]: unknown;
}

/**
 * Everything an attempt came to, by names of nodes and in words: what may not depend on rows, ids, arrays, or on who
 * evaluated it. Before the placement is applied.
 */
export function inWords(
  { pod, ranking, evidence, postFilter, row, ...plain }: Attempt,
  snapshot: Snapshot,
): AttemptInWords {
  const name = (other: number): string => snapshot.nodes[other]?.name ?? '';
  const {
    number,
    outcome,
    nodeName,
    message,
    filterMessage,
    preEnqueue,
    preFilter,
    preScoreSkipped,
    nominatedNodeUsed,
    patches,
  } = plain;
  return {
    pod: pod.metadata?.name,
    number,
    outcome,
    node: row < 0 ? null : name(row),
    nodeName,
    message,
    filterMessage,
    preEnqueue,
    preFilter,
    preScoreSkipped,
    nominatedNodeUsed,
    patches,
    ranking: ranking && { rows: ranking.rows().map(name), ...rankingInWords(ranking, row, name) },
    room: postFilter && roomInWords(postFilter, name),
    ...(evidence && evidenceInWords(evidence, snapshot)),
  };
}

type NameOf = (row: number) => string;
type Words = Readonly<Record<string, unknown>>;

function rankingInWords(ranking: NonNullable<Attempt['ranking']>, selected: number, name: NameOf): Words {
  const second = ranking.runnerUp(selected);
  return {
    total: ranking.total,
    ties: ranking.ties,
    picks: [0, ranking.ties >> 1, ranking.ties - 1].map((index) => name(ranking.pick(index))),
    runnerUp: second && [name(second.row), second.total],
  };
}

function roomInWords(
  { status, message, nominatedNode, victims, best, search }: NonNullable<Attempt['postFilter']>,
  name: NameOf,
): unknown {
  return {
    status,
    message,
    node: nominatedNode,
    victims: victims.map((victim) => victim.name),
    best: best.map(name),
    candidates: Object.fromEntries(
      search.candidates
        .map((candidate) => [
          name(candidate.row),
          [candidate.victims.map((victim) => victim.name), candidate.budgetViolations],
        ])
        .sort(),
    ),
    failures: Object.fromEntries([...search.failures].map(([row, failure]) => [name(row), failure]).sort()),
  };
}

function evidenceInWords(evidence: NonNullable<Attempt['evidence']>, snapshot: Snapshot): Words {
  const seen = evidenceByRow(evidence);
  const [said, counted] = [combinationsSaid(evidence), combinationsByRow(seen)].map((combinations) =>
    combinations.join('\n'),
  );
  if (said !== counted) throw new Error(`of combinations the evidence says\n${said}\nand of rows\n${counted}`);
  return {
    filterPlugins: evidence.filterPlugins,
    filters: evidence.verdicts.map(({ plugin }) => plugin),
    weights: seen.scores.map(({ plugin, weight }) => [plugin, weight]),
    nodes: Object.fromEntries(
      [...snapshot.rowsByName()].map((row) => [
        snapshot.nodes[row]?.name,
        {
          first: seen.first[row],
          failures: seen.failures[row],
          total: seen.totals[row],
          scores: seen.scores.map(({ plugin, raw, normalized }) => [plugin, raw[row], normalized[row]]),
        },
      ]),
    ),
  };
}
