import { emptyAttempt, type Attempt, type PluginStatus } from './attempt.js';
import type { Executor, Evaluation, Filtered, Scored } from './executor/index.js';
import { fitErrorMessage, NO_NODES_AVAILABLE } from './fit-error.js';
import { IncomingPod } from './incoming-pod.js';
import type { Pod } from './objects.js';
import { bindSteps, type BindResult } from './placement-steps.js';
import { failureOf, NotSupportedYet, PluginFailure } from './plugin-failure.js';
import type { Answer, NotSupported, Question, Rejection } from './plugin.js';
import type { BoundPlugin, Profile } from './profile/index.js';
import type { Snapshot } from './snapshot/index.js';
import { runPostFilter } from './post-filter.js';
import { chooseTie, rankRows, type TieBreak } from './tie-break/index.js';

/** One attempt: what is to be placed, where, by which rules. */
export interface AttemptInput {
  readonly profile: Profile;
  readonly snapshot: Snapshot;
  readonly executor: Executor;
  readonly pod: Pod;
  readonly tieBreak: TieBreak;
  /** The attempt's number within its run, from 0: ties are drawn by it. */
  readonly ordinal: number;
  /** The attempt's number among those of the pod. Default 1. */
  readonly number?: Attempt['number'];
  /** Whether room is looked for when no node fits (PostFilter). Default true. */
  readonly mayMakeRoom?: boolean;
}

/**
 * One scheduling cycle: from a pending pod to a node or to the reasons why not. The snapshot is left as it was: whoever
 * wants the placement applies it. What must be asked of the outside is yielded, and the cycle goes on with the answer.
 */
export function* schedulePod(input: AttemptInput): Generator<Question, Attempt, Answer> {
  const attempt = emptyAttempt(input.pod, input.number);
  try {
    for (const plugin of input.profile.told) plugin.beginAttempt?.();
    const gate = preEnqueue(input);
    if (gate !== null) return { ...attempt, outcome: 'gated', preEnqueue: gate, message: gate.reasons.join(', ') };
    if (input.snapshot.nodeCount === 0) return { ...attempt, outcome: 'unschedulable', message: NO_NODES_AVAILABLE };
    const evaluation = {
      profile: input.profile,
      snapshot: input.snapshot,
      pod: new IncomingPod(input.pod, input.executor.classes),
    };
    const filtered = input.executor.filter(evaluation);
    const { preFilter, evidence } = filtered;
    if (filtered.feasibleCount === 0 && filtered.nominatedRow < 0)
      return { ...attempt, preFilter, evidence, ...withoutNode(input, evaluation, filtered) };
    const chosen = chooseNode(input, evaluation, filtered);
    const bound: BindResult = yield* bindSteps(evaluation, input.executor, chosen.row);
    return placed(attempt, chosen, bound);
  } catch (error) {
    if (!(error instanceof PluginFailure)) throw error;
    return { ...attempt, outcome: 'error', message: error.message };
  }
}

/** Field by field: to spread three objects into one takes three times as long, for every pod. */
function placed(
  attempt: Attempt,
  { preFilter, evidence, ranking, preScoreSkipped, nominatedNodeUsed }: Choice,
  { outcome, row, nodeName, message, patches, asked }: BindResult,
): Attempt {
  return {
    ...attempt,
    preFilter,
    evidence,
    ranking,
    preScoreSkipped,
    nominatedNodeUsed,
    outcome,
    row,
    nodeName,
    message,
    patches,
    asked,
  };
}

/** The first PreEnqueue plugin that holds the pod back. */
function preEnqueue({ profile, pod }: AttemptInput): PluginStatus | null {
  for (const { plugin, args } of profile.points.preEnqueue) {
    const answer = askPreEnqueue({ plugin, args }, pod);
    if (answer === null) continue;
    if (answer.kind === 'notSupported') throw new NotSupportedYet(plugin.name);
    return { plugin: plugin.name, code: answer.code, reasons: answer.reasons };
  }
  return null;
}

function askPreEnqueue(
  { plugin, args }: Pick<BoundPlugin, 'plugin' | 'args'>,
  pod: Pod,
): Rejection | NotSupported | null {
  try {
    return plugin.preEnqueue?.(pod, args) ?? null;
  } catch (error) {
    throw failureOf(plugin.name, error);
  }
}

type Miss = Pick<Attempt, 'outcome' | 'message' | 'filterMessage' | 'postFilter'>;

/** No node fits: why, and whether room can be made. As kube-scheduler v1.34 says both in one message. */
function withoutNode(
  { executor, tieBreak, ordinal, mayMakeRoom = true }: AttemptInput,
  evaluation: Evaluation,
  filtered: Filtered,
): Miss {
  const filterMessage = fitErrorMessage(filtered.preFilter, filtered.evidence);
  const choose = (ties: number): number => chooseTie(ties, tieBreak, ordinal);
  const postFilter = mayMakeRoom ? runPostFilter({ evaluation, executor, filtered, choose }) : null;
  const outcome = postFilter?.status.code === 'Success' ? 'nominated' : 'unschedulable';
  return {
    outcome,
    filterMessage,
    message: postFilter?.message ? `${filterMessage} ${postFilter.message}` : filterMessage,
    postFilter,
  };
}

type Choice = Pick<Attempt, 'row' | 'ranking' | 'preFilter' | 'evidence' | 'preScoreSkipped' | 'nominatedNodeUsed'>;

function chooseNode(
  { executor, snapshot, tieBreak, ordinal }: AttemptInput,
  evaluation: Evaluation,
  filtered: Filtered,
): Choice {
  const { nominatedRow, preFilter } = filtered;
  const nominatedNodeUsed = nominatedRow >= 0;
  const scored = scoreNodes(executor, evaluation, filtered);
  const ranking = scored?.ranking ?? rankRows(snapshot, filtered.feasible(), () => 0);
  const row = nominatedNodeUsed ? nominatedRow : ranking.pick(chooseTie(ranking.ties, tieBreak, ordinal));
  return {
    row,
    ranking,
    nominatedNodeUsed,
    preFilter,
    evidence: scored?.evidence ?? filtered.evidence,
    preScoreSkipped: scored?.skipped ?? null,
  };
}

/**
 * kube-scheduler does not score where there is nothing to choose (one feasible node, or the nominated one). Here
 * scores are evidence and are computed all the same, but a plugin that fails then must not fail what
 * kube-scheduler would have placed.
 */
function scoreNodes(executor: Executor, evaluation: Evaluation, filtered: Filtered): Scored | null {
  if (filtered.feasibleCount > 1 && filtered.nominatedRow < 0) return executor.score(evaluation, filtered);
  try {
    return executor.score(evaluation, filtered);
  } catch (error) {
    if (!(error instanceof PluginFailure) || error instanceof NotSupportedYet) throw error;
    return null;
  }
}
