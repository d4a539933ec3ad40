import { answerBytes, type NewDecision } from '#audit';
import type { Attempt, Pod } from '#scheduler';
import { summarize } from '#trace';
import type { ResolvedProfile } from '../../profiles/index.js';
import { placedPodName, podName } from './attempt-effects.js';
import { comparedWith, type SeenDecision } from './observed-attempt.js';
import { victimsOf } from './observed-nomination.js';

/** A decision whose profile has no version in the cluster yet: that is given when it is written. */
export interface PlannedDecision extends Omit<NewDecision, 'profile' | 'clusterAt' | 'woken'> {
  readonly profile: ResolvedProfile | null;
}

/** What a decision is of, beside its attempt. */
export interface DecisionPlace {
  readonly runId: string;
  readonly ordinal: number;
  readonly seed: bigint;
}

/** What is known of an attempt beside its pod and its outcome. */
export interface DecidedAttempt extends DecisionPlace {
  readonly attempt: Attempt;
  /** The rows of its evidence. */
  readonly nodes: readonly { readonly name: string }[];
  readonly profile: ResolvedProfile;
  readonly trace: PlannedDecision['trace'];
}

/** The decision that an attempt is, while its evidence holds. */
export function plannedDecision({ attempt, nodes, profile, trace, ...place }: DecidedAttempt): PlannedDecision {
  const { pod, evidence, postFilter } = attempt;
  const summary =
    evidence === null ? NOTHING_SEEN : summarize({ evidence, ranking: attempt.ranking, row: attempt.row });
  const { best } = summary;
  const runnerUp = best?.runnerUp ? { node: nodes[best.runnerUp.row]?.name ?? '', total: best.runnerUp.total } : null;
  return {
    ...blankDecision(pod, place),
    attempt: attempt.number,
    outcome: attempt.outcome,
    node: attempt.nodeName,
    nominatedNode: attempt.outcome === 'nominated' ? (postFilter?.nominatedNode ?? null) : null,
    victims: (postFilter?.victims ?? []).map(placedPodName),
    message: attempt.message,
    nodes: summary.nodes,
    rejections: summary.rejections,
    best: best === null ? null : { total: best.total, ties: best.ties, runnerUp },
    profile,
    trace,
    answers: answerBytes(attempt.asked),
  };
}

/** The decision of another scheduler, beside which an attempt was made; with the evidence of the attempt. */
export function observedDecision(decided: DecidedAttempt, given: SeenDecision): PlannedDecision {
  const { attempt } = decided;
  const seen = { ...given, victims: victimsOf(given, decided) };
  const { observed, row } = comparedWith(seen, decided);
  return {
    ...plannedDecision({ ...decided, attempt: row < 0 ? attempt : { ...attempt, row } }),
    outcome: seen.node === null ? 'pending' : 'observed',
    node: seen.node,
    nominatedNode: seen.nominatedNode,
    ...(seen.victims !== null && { victims: seen.victims }),
    message: seen.message,
    observed,
  };
}

/** A decision that says nothing yet. */
export function blankDecision(pod: Pod, { runId, ordinal, seed }: DecisionPlace): PlannedDecision {
  return {
    run: runId,
    ordinal,
    attempt: 1,
    pod: podName(pod),
    ...creationOf(pod),
    outcome: 'error',
    reasonCode: null,
    node: null,
    nominatedNode: null,
    victims: [],
    message: '',
    nodes: NOTHING_SEEN.nodes,
    rejections: [],
    best: null,
    profile: null,
    seed: String(seed),
    trace: null,
  };
}

function creationOf({ metadata }: Pod): Pick<PlannedDecision, 'podCreatedAt'> {
  const { creationTimestamp } = metadata ?? {};
  return typeof creationTimestamp === 'string' ? { podCreatedAt: new Date(creationTimestamp) } : {};
}

const NOTHING_SEEN = { nodes: { evaluated: 0, feasible: 0 }, rejections: [], best: null } as const;
