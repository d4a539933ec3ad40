import { compressAsync, type NewChunk } from '#audit';
import {
  compareQueued,
  decideAsking,
  podUid,
  unanswered,
  type Answer,
  type Attempt,
  type Pod,
  type WaitingAttempt,
} from '#scheduler';
import { TimeSlice } from '#database';
import type { TraceBudget } from '#cluster';
import type { StoredObject } from '#rows';
import type { ResolvedProfile } from '../../profiles/index.js';
import { nodeSetOf, type ClusterState, type NodeSet } from '#state';
import type { SkippedPod } from '../read/index.js';
import { attemptEffects } from './attempt-effects.js';
import type { SeenDecision } from './observed-attempt.js';
import { PartTraces, type PlannedBase } from './part-traces.js';
import {
  blankDecision,
  observedDecision,
  plannedDecision,
  type DecisionPlace,
  type PlannedDecision,
} from './planned-decision.js';
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
  /** By uid: what another scheduler decided of pods of the part, which then stay as they are. */
  readonly observed?: ReadonlyMap<string, SeenDecision>;
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
    const { nodes, snapshot, budgets } = this.input.state;
    const profile = this.input.profileOf(attempt.pod);
    const trace = this.traces.add(attempt);
    const decided = { ...this.#place(), attempt, nodes, profile, trace };
    const seen = this.input.observed?.get(podUid(attempt.pod));
    if (seen !== undefined) {
      this.#decisions.push(observedDecision(decided, seen));
      return;
    }
    this.#decisions.push(plannedDecision(decided));
    const effects = attemptEffects(attempt, { snapshot, preemption: this.input.preemption });
    this.#effects.push(...effects);
    for (const effect of effects) {
      if (effect.op === 'bind') budgets.podBound(effect.pod);
      if (effect.op === 'evict') budgets.podGone(effect.pod);
    }
  }

  finish(): Pick<PartPlan, 'decisions' | 'effects'> {
    for (const { pod, reason, message } of this.input.skipped) {
      const blank = blankDecision(pod.object, this.#place());
      this.#decisions.push({ ...blank, outcome: 'skipped', reasonCode: reason, message });
    }
    return { decisions: this.#decisions, effects: this.#effects };
  }

  #place(): DecisionPlace {
    const { runId, seed, firstOrdinal } = this.input;
    return { runId, seed, ordinal: firstOrdinal + this.#decisions.length };
  }
}
