import { setImmediate } from 'node:timers/promises';
import { brotli, type NewChunk, type NewDecision, type SkipReason } from '#audit';
import { compareQueued, decidePods, schedulingClass, type Attempt, type Pod } from '#scheduler';
import { createTraceEncoder, summarize, type TraceEncoder } from '#trace';
import { sha256 } from '../changes/index.js';
import type { TraceBudget } from '../clusters/index.js';
import type { StoredObject } from '../objects/index.js';
import type { ResolvedProfile } from '../profiles/index.js';
import { nodeSetOf, type ClusterState, type NodeSet } from '../state/index.js';
import { attemptEffects, placedPodName, podName } from './attempt-effects.js';
import type { PlannedEffect } from './planned-effect.js';
import type { ScheduleRequest } from './schedule-request.js';

/** What a part is decided from. */
export interface PartInput {
  readonly state: ClusterState;
  /** In any order. */
  readonly pods: readonly StoredObject[];
  readonly skipped: readonly { readonly pod: StoredObject; readonly reason: SkipReason }[];
  readonly profileOf: (pod: Pod) => ResolvedProfile;
  readonly tieBreak: ScheduleRequest['tieBreak'];
  readonly seed: bigint;
  readonly preemption: ScheduleRequest['preemption'];
  readonly traceBudget: TraceBudget;
  readonly runId: string;
  /** RFC 3339: the start time of pods placed here. */
  readonly now: string;
  readonly firstOrdinal: number;
  readonly firstChunk: number;
  readonly progress: (decided: number) => void;
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
  readonly nodeSet: NodeSet;
}

/** Others get their turn after this much deciding. */
const TURN_MS = 20;

/** Decides the pods of one part in queue order, encoding each one's evidence before its placement is applied. */
export async function decidePart(input: PartInput): Promise<PartPlan> {
  const nodeSet = nodeSetOf(input.state.nodes);
  const queue = input.pods
    .map(({ object, createdPosition }) => ({ pod: object, position: createdPosition }))
    .sort(compareQueued)
    .map(({ pod }) => pod);
  const recorder = new PartRecorder(input, { nodeSet: nodeSet.digest, queue });
  const attempts = decidePods({
    snapshot: input.state.snapshot,
    pods: queue,
    profileOf: (pod) => input.profileOf(pod).profile,
    tieBreak: input.tieBreak === 'first' ? { rule: 'first' } : { rule: 'seeded', seed: input.seed },
    preemption: input.preemption,
    now: input.now,
    firstOrdinal: input.firstOrdinal,
  });
  let turn = performance.now();
  for (const attempt of attempts) {
    recorder.record(attempt);
    if (performance.now() - turn < TURN_MS) continue;
    input.progress(recorder.decided);
    await setImmediate();
    turn = performance.now();
  }
  return { ...recorder.finish(), nodeSet };
}

class PartRecorder {
  readonly #decisions: PlannedDecision[] = [];
  readonly #effects: PlannedEffect[] = [];
  readonly #chunks: NewChunk[] = [];
  readonly #classes = new Map<Pod, string>();
  readonly #expected = new Map<string, number>();
  readonly #encoder: TraceEncoder;

  constructor(private readonly input: PartInput, private readonly part: { readonly nodeSet: Uint8Array; readonly queue: readonly Pod[] }) {
    for (const pod of part.queue) {
      const classKey = `${Buffer.from(input.profileOf(pod).digest).toString('hex')} ${schedulingClass(pod)}`;
      this.#classes.set(pod, classKey);
      this.#expected.set(classKey, (this.#expected.get(classKey) ?? 0) + 1);
    }
    this.#encoder = createTraceEncoder({
      hash: sha256, compress: brotli.compress, nodeSet: part.nodeSet, nodeCount: input.state.nodes.length, expected: this.#expected,
    });
  }

  get decided(): number {
    return this.#decisions.length;
  }

  record(attempt: Attempt): void {
    const { pod, evidence, postFilter } = attempt;
    const { nodes, snapshot, budgets } = this.input.state;
    const summary = evidence === null ? NOTHING_SEEN : summarize(evidence, { selectedRow: attempt.row < 0 ? null : attempt.row });
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
      trace: evidence === null ? null : this.#encode(attempt, evidence),
    });
    const effects = attemptEffects(attempt, { snapshot, preemption: this.input.preemption });
    this.#effects.push(...effects);
    for (const effect of effects) {
      if (effect.op === 'bind') budgets.podBound(effect.pod);
      if (effect.op === 'evict') budgets.podGone(effect.pod);
    }
  }

  finish(): Omit<PartPlan, 'nodeSet'> {
    for (const { pod, reason } of this.input.skipped) {
      this.#decisions.push({ ...this.#blank(pod.object), outcome: 'skipped', reasonCode: reason });
    }
    this.#keep(this.#encoder.finish());
    return { decisions: this.#decisions, effects: this.#effects, chunks: this.#chunks };
  }

  #encode(attempt: Attempt, evidence: NonNullable<Attempt['evidence']>): PlannedDecision['trace'] {
    const { digest, chunk, index, sealed } = this.#encoder.add({ evidence, classKey: this.#classKey(attempt) });
    if (this.input.traceBudget.keep === 'none') return { digest, stored: 'none', chunk: null, index: null };
    this.#keep(sealed);
    return { digest, stored: 'full', chunk: this.input.firstChunk + chunk, index };
  }

  /**
   * Nobody knows beforehand which pods are tried twice, and on which node they have an eye then: a second try is a class of its own, which
   * ends with it. What it shares with the try before it lies beside it in the chunk.
   */
  #classKey({ pod, number }: Attempt): string {
    if (number === 1) return this.#classes.get(pod) ?? '';
    const classKey = `${pod.metadata?.uid ?? ''} again`;
    this.#expected.set(classKey, 1);
    return classKey;
  }

  #keep(sealed: ReturnType<TraceEncoder['finish']>): void {
    if (sealed === null || this.input.traceBudget.keep === 'none') return;
    const { ordinal, count, bytes } = sealed;
    this.#chunks.push({ chunk: this.input.firstChunk + ordinal, count, nodeSet: this.part.nodeSet, body: bytes });
  }

  #blank(pod: Pod): PlannedDecision {
    return {
      run: this.input.runId,
      ordinal: this.input.firstOrdinal + this.#decisions.length,
      attempt: 1,
      pod: podName(pod),
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

const NOTHING_SEEN = { nodes: { evaluated: 0, feasible: 0 }, rejections: [], best: null } as const;
