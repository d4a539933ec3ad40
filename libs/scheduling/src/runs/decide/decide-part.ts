import { answerBytes, compressAsync, type NewChunk, type NewDecision } from '#audit';
import {
  compareQueued,
  decideAsking,
  unanswered,
  type Answer,
  type Attempt,
  type Pod,
  type WaitingAttempt,
} from '#scheduler';
import { TimeSlice } from '#database';
import { summarize } from '#trace';
import type { TraceBudget } from '#cluster';
import type { StoredObject } from '#rows';
import type { ResolvedProfile } from '../../profiles/index.js';
import { nodeSetOf, type ClusterState, type NodeSet } from '#state';
import type { SkippedPod } from '../read/index.js';
import { attemptEffects, placedPodName, podName } from './attempt-effects.js';
import { PartTraces, type PlannedBase } from './part-traces.js';
import type { PlannedEffect } from './planned-effect.js';
import type { ScheduleRequest } from '../schedule-request.js';

/** What a part is decided from. */
export interface PartInput {
  readonly state: Omit<ClusterState, 'head'>;
  /** A caller waits for it, and it is short: it does not yield. */
  readonly isSmall?: boolean | undefined;
  /** In any order. */
  readonly pods: readonly StoredObject[];
  readonly skipped: readonly SkippedPod[];
  readonly profileOf: (pod: Pod) => ResolvedProfile;
  readonly tieBreak: ScheduleRequest['tieBreak'];
  readonly seed: bigint;
  readonly preemption: ScheduleRequest['preemption'];
  readonly traceBudget: TraceBudget;
  /** Whether traces may refer to bases: those of a dry run are not of the cluster's history. */
  readonly sharesBases: boolean;
  readonly runId: string;
  /** RFC 3339: the start time of pods placed here, and the time by which the budgets of the state count disruptions. */
  readonly now: string;
  readonly firstOrdinal: number;
  readonly firstChunk: number;
  readonly progress: (decided: number) => void;
  /** Answers the external questions of an attempt, in their order; without it, none is answered. */
  readonly ask?: (waiting: WaitingAttempt) => Promise<readonly Answer[]>;
  /**
   * What is done to the payloads of chunks and bases; they are compressed as those that are stored
   * unless something else is given.
   */
  readonly compress?: (payload: Uint8Array) => Promise<Uint8Array>;
}

/** A decision whose profile has no version in the cluster yet: that is given when it is written. */
export interface PlannedDecision extends Omit<NewDecision, 'profile'> {
  readonly profile: ResolvedProfile | null;
}

/** Everything a part writes, decided on one state and valid on that state only. */
export interface PartPlan {
  readonly decisions: readonly PlannedDecision[];
  /** In the order in which they happen. */
  readonly effects: readonly PlannedEffect[];
  readonly chunks: readonly NewChunk[];
  /** Those that are not stored yet. */
  readonly bases: readonly PlannedBase[];
  readonly nodeSet: NodeSet;
}

/** Decides the pods of one part in queue order, encoding each one's evidence before its placement is applied. */
export async function decidePart(input: PartInput): Promise<PartPlan> {
  const nodeSet = nodeSetOf(input.state.nodes);
  const queue = input.pods
    .map(({ object, createdPosition }) => ({ pod: object, position: createdPosition }))
    .sort(compareQueued)
    .map(({ pod }) => pod);
  const { snapshot, executor } = input.state;
  const traces = new PartTraces({
    nodeSet: nodeSet.digest,
    snapshot,
    classes: executor.classes,
    pods: queue,
    profileOf: (pod) => input.profileOf(pod),
    budget: input.traceBudget,
    firstChunk: input.firstChunk,
    bases: input.sharesBases ? input.state.traceBases : null,
    compress: input.compress ?? compressAsync,
  });
  const recorder = new PartRecorder(input, traces);
  const steps = decideAsking({
    snapshot,
    executor,
    pods: queue,
    profileOf: (pod) => input.profileOf(pod).profile,
    tieBreak: input.tieBreak === 'first' ? { rule: 'first' } : { rule: 'seeded', seed: input.seed },
    preemption: input.preemption,
    now: input.now,
    firstOrdinal: input.firstOrdinal,
  });
  const { ask = askNobody } = input;
  const slice = new TimeSlice({ isSmall: input.isSmall });
  let step = steps.next();
  while (step.done !== true) {
    const made = step.value;
    let answers: readonly Answer[] | undefined;
    if ('questions' in made) answers = await ask(made);
    else recorder.record(made);
    if (slice.isOver) {
      input.progress(recorder.decided);
      await slice.yieldWhenOver();
    }
    step = steps.next(answers);
  }
  return { ...recorder.finish(), ...(await traces.finish()), nodeSet };
}

function askNobody({ questions }: WaitingAttempt): Promise<readonly Answer[]> {
  return Promise.resolve(questions.map(unanswered));
}

class PartRecorder {
  readonly #decisions: PlannedDecision[] = [];
  readonly #effects: PlannedEffect[] = [];

  constructor(
    private readonly input: PartInput,
    private readonly traces: PartTraces,
  ) {}

  get decided(): number {
    return this.#decisions.length;
  }

  record(attempt: Attempt): void {
    const { pod, evidence, postFilter } = attempt;
    const { nodes, snapshot, budgets } = this.input.state;
    const summary =
      evidence === null ? NOTHING_SEEN : summarize({ evidence, ranking: attempt.ranking, row: attempt.row });
    const { best } = summary;
    const runnerUp = best?.runnerUp ? { node: nodes[best.runnerUp.row]?.name ?? '', total: best.runnerUp.total } : null;
    this.#decisions.push({
      ...this.#blank(pod),
      attempt: attempt.number,
      outcome: attempt.outcome,
      node: attempt.nodeName,
      nominatedNode: attempt.outcome === 'nominated' ? (postFilter?.nominatedNode ?? null) : null,
      victims: (postFilter?.victims ?? []).map(placedPodName),
      message: attempt.message,
      nodes: summary.nodes,
      rejections: summary.rejections,
      best: best === null ? null : { total: best.total, ties: best.ties, runnerUp },
      profile: this.input.profileOf(pod),
      trace: this.traces.add(attempt),
      answers: answerBytes(attempt.asked),
    });
    const effects = attemptEffects(attempt, { snapshot, preemption: this.input.preemption });
    this.#effects.push(...effects);
    for (const effect of effects) {
      if (effect.op === 'bind') budgets.podBound(effect.pod);
      if (effect.op === 'evict') budgets.podGone(effect.pod);
    }
  }

  finish(): Pick<PartPlan, 'decisions' | 'effects'> {
    for (const { pod, reason, message } of this.input.skipped) {
      this.#decisions.push({ ...this.#blank(pod.object), outcome: 'skipped', reasonCode: reason, message });
    }
    return { decisions: this.#decisions, effects: this.#effects };
  }

  #blank(pod: Pod): PlannedDecision {
    return {
      run: this.input.runId,
      ordinal: this.input.firstOrdinal + this.#decisions.length,
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
      seed: String(this.input.seed),
      trace: null,
    };
  }
}

function creationOf({ metadata }: Pod): Pick<PlannedDecision, 'podCreatedAt'> {
  const { creationTimestamp } = metadata ?? {};
  return typeof creationTimestamp === 'string' ? { podCreatedAt: new Date(creationTimestamp) } : {};
}

const NOTHING_SEEN = { nodes: { evaluated: 0, feasible: 0 }, rejections: [], best: null } as const;
