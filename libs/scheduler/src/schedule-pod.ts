import {
  emptyAttempt,
  type Attempt,
  type PluginStatus,
  fitErrorMessage,
  NO_NODES_AVAILABLE,
  policyFitError,
  failureOf,
  NotSupportedYet,
  PluginFailure,
} from './attempt/index.js';
import type { Executor, Evaluation, Filtered, Scored } from './executor/index.js';
import { Consultation, narrow, prioritize, scoreAnew } from './consultation/index.js';
import { IncomingPod } from './pods/index.js';
import type { Pod } from './objects/index.js';
import { bindSteps, type BindResult, runPostFilter } from './cycle/index.js';
import type { Asking, NotSupported, Rejection } from './plugin.js';
import type { BoundPlugin, Profile } from './profile/index.js';
import type { Snapshot } from './snapshot/index.js';
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
 * One scheduling cycle: from a pending pod to a node or to the reasons why not. The snapshot is left as it was: the
 * caller that wants the placement applies it. What must be asked of the outside is yielded, and the cycle goes on with
 * the answer.
 */
export function* schedulePod(input: AttemptInput): Asking<Attempt> {
  const consultation = new Consultation(input.profile, input.pod);
  const attempt = emptyAttempt(input.pod, input.number, consultation.asked);
  try {
    for (const plugin of input.profile.attemptStarts) plugin.beginAttempt?.();
    const gate = preEnqueue(input);
    if (gate !== null) return { ...attempt, outcome: 'gated', preEnqueue: gate, message: gate.reasons.join(', ') };
    if (input.snapshot.nodeCount === 0) return { ...attempt, outcome: 'unschedulable', message: NO_NODES_AVAILABLE };
    const evaluation = {
      profile: input.profile,
      snapshot: input.snapshot,
      pod: new IncomingPod(input.pod, input.executor.classes),
    };
    const inTree = input.executor.filter(evaluation);
    const { filtered, strayReasons } =
      consultation.extenders.length === 0
        ? { filtered: inTree, strayReasons: NO_REASONS }
        : yield* narrow(consultation, { evaluation, statuses: input.executor.statuses, filtered: inTree });
    const cycle = { input, consultation, evaluation, filtered };
    const { preFilter, evidence } = filtered;
    if (filtered.feasibleCount === 0 && filtered.nominatedRow < 0)
      return { ...attempt, preFilter, evidence, ...(yield* withoutNode(cycle, strayReasons)) };
    const scored = isOutsideAskedToScore(cycle)
      ? yield* prioritize(consultation, { evaluation, filtered })
      : scoreNodes(cycle);
    const chosen = chooseNode(cycle, scored);
    const { row } = chosen;
    return placed(attempt, chosen, yield* bindSteps(evaluation, { executor: input.executor, consultation, row }));
  } catch (error) {
    if (!(error instanceof PluginFailure)) throw error;
    return { ...attempt, outcome: 'error', message: error.message };
  }
}

const NO_REASONS: readonly string[] = Object.freeze([]);

/** A cycle whose filters have run. */
interface FilteredCycle {
  readonly input: AttemptInput;
  readonly consultation: Consultation;
  readonly evaluation: Evaluation;
  readonly filtered: Filtered;
}

/** Field by field: to spread three objects into one takes three times as long, for every pod. */
function placed(
  attempt: Attempt,
  { preFilter, evidence, ranking, preScoreSkipped, nominatedNodeUsed }: Choice,
  { outcome, row, nodeName, message, patches }: BindResult,
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
function* withoutNode(
  { input, consultation, evaluation, filtered }: FilteredCycle,
  strayReasons: readonly string[],
): Asking<Miss> {
  const { executor, tieBreak, ordinal, mayMakeRoom = true } = input;
  const { policy } = evaluation.profile;
  const filterMessage = policy
    ? policyFitError(filtered.evidence, policy, strayReasons)
    : fitErrorMessage(filtered.preFilter, filtered.evidence, strayReasons);
  const choose = (ties: number): number => chooseTie(ties, tieBreak, ordinal);
  const postFilter = mayMakeRoom
    ? yield* runPostFilter({ evaluation, executor, consultation, filtered, choose })
    : null;
  const outcome = postFilter?.status.code === 'Success' ? 'nominated' : 'unschedulable';
  return {
    outcome,
    filterMessage,
    // Of preemption, kube-scheduler v1.20 says nothing.
    message: postFilter?.message && !policy ? `${filterMessage} ${postFilter.message}` : filterMessage,
    postFilter,
  };
}

type Choice = Pick<Attempt, 'row' | 'ranking' | 'preFilter' | 'evidence' | 'preScoreSkipped' | 'nominatedNodeUsed'>;

function chooseNode({ input, filtered }: FilteredCycle, scored: Scored | null): Choice {
  const { snapshot, tieBreak, ordinal } = input;
  const { nominatedRow, preFilter } = filtered;
  const nominatedNodeUsed = nominatedRow >= 0;
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

/** Extenders are not asked for scores where kube-scheduler has no use for any. */
function isOutsideAskedToScore({ consultation, filtered }: FilteredCycle): boolean {
  return consultation.extenders.length > 0 && hasChoice(filtered);
}

function hasChoice({ feasibleCount, nominatedRow }: Filtered): boolean {
  return feasibleCount > 1 && nominatedRow < 0;
}

/**
 * kube-scheduler does not score where there is nothing to choose (one feasible node, or the nominated one). Here
 * scores are evidence and are computed all the same, but a plugin that fails then must not fail what
 * kube-scheduler would have placed.
 */
function scoreNodes({ input: { executor }, consultation, evaluation, filtered }: FilteredCycle): Scored | null {
  if (hasChoice(filtered)) return executor.score(evaluation, filtered);
  try {
    const isNarrowed = consultation.extenders.length > 0;
    return isNarrowed ? scoreAnew(evaluation, filtered) : executor.score(evaluation, filtered);
  } catch (error) {
    if (!(error instanceof PluginFailure) || error instanceof NotSupportedYet) throw error;
    return null;
  }
}
