import type { NewChunk } from '#audit';
import type { Caller } from '#database';
import { refuse, type Outcome } from '#requests';
import type { Manifest, StoredObject } from '#rows';
import { compareQueued, DEFAULT_SCHEDULER_NAME, podKey, type Pod, type Profile } from '#scheduler';
import { TraceBases } from '#trace';
import {
  assumeVolumes,
  faultsAt,
  NotPossible,
  selectedPods,
  settleVolumes,
  type KnownPod,
  rollOut,
  type RolloutPlan,
} from '#what-if';
import { taken } from '../slices/index.js';
import {
  resolveGiven,
  resolveProfile,
  type ProfileRequest,
  type ResolvedProfile,
  decidePart,
  skipOf,
  triedPods,
  type PartPlan,
  type PlannedDecision,
  type PlannedEffect,
} from '#scheduling';
import { type NodeSet } from '#state';
import type { Beginning } from './beginning.js';
import type { ScheduleStep } from './what-if-request.js';

/** Pods that are decided together: their traces are compressed when all of them are there. */
const PART = 10_000;

/** What a schedule step decided. */
export interface Decided {
  readonly decisions: readonly PlannedDecision[];
  /** Numbered on from the chunks before. */
  readonly chunks: readonly NewChunk[];
  readonly nodeSet: NodeSet;
}

/** A cluster on which things are tried: what is decided there happens there, and nowhere else. */
export class Trial {
  #ordinal = 0;
  #chunk = 0;

  constructor(
    readonly beginning: Beginning,
    private readonly options: { readonly id: string; readonly traces: boolean; readonly caller: Caller },
  ) {}

  /** The profile that serves a pod, or the one that serves all. */
  profileOf(asked: ProfileRequest | undefined, field: string): (pod: Pod) => ResolvedProfile {
    const { profiles } = this.beginning;
    if (asked !== undefined) {
      const found = unless(resolveProfile(profiles, asked), field);
      return () => found;
    }
    return (pod) => {
      const name = pod.spec?.schedulerName ?? DEFAULT_SCHEDULER_NAME;
      const found = profiles.get(name);
      if (found === undefined)
        throw new NotPossible(faultsAt(field, [{ field: '', message: `no profile serves ${name}` }]));
      return found;
    };
  }

  /** The same as the engine knows them; pods that another scheduler serves go by the default profile. */
  engineProfileOf(asked: ProfileRequest | undefined, field: string): (pod: Pod) => Profile {
    const { profiles } = this.beginning;
    const profileOf = this.profileOf(asked ?? DEFAULT_SCHEDULER_NAME, field);
    return (pod) => {
      const own = asked === undefined ? profiles.get(pod.spec?.schedulerName ?? DEFAULT_SCHEDULER_NAME) : undefined;
      return (own ?? profileOf(pod)).profile;
    };
  }

  /** A profile serves from here on. */
  setProfile(source: object, field: string): void {
    const found = unless(resolveGiven(source), field);
    this.beginning.profiles.set(found.profile.schedulerName, found);
  }

  /** The pods that a run would try: those that are pending, and that wait for the scheduler alone. */
  pending(): KnownPod[] {
    const serves = (name: string): boolean => this.beginning.profiles.has(name);
    return [...this.beginning.cluster.pods()]
      .filter((known) => skipOf(stored(known), serves) === undefined && !known.pod.spec?.schedulingGates?.length)
      .sort(compareQueued);
  }

  /** Decides pods as a run would, and takes over what it came to. In slices, so that other work runs between them. */
  async *schedule(step: ScheduleStep, field: string): AsyncGenerator<Decided> {
    const queue = this.#queue(step, field);
    assumeVolumes(
      this.beginning.cluster,
      queue.map(({ pod }) => pod),
    );
    const profileOf = this.profileOf(step.profile, `${field}.profile`);
    const serves = (name: string): boolean => step.profile !== undefined || this.beginning.profiles.has(name);
    for (let first = 0; first < Math.max(1, queue.length); first += PART) {
      const tried = triedPods(queue.slice(first, first + PART).map(stored), serves);
      const plan = await this.#decide(tried, { ...step, profileOf });
      this.#take(plan);
      yield plan;
    }
  }

  /** Whether Deployments could replace their pods; what stands still is said. */
  async tryRollouts(rollouts: readonly RolloutPlan[]): Promise<void> {
    const { cluster } = this.beginning;
    const profileOf = this.engineProfileOf(undefined, '');
    const stopped = new Set<number>();
    for (const rollout of rollouts) {
      // Where it stands still at its size, it does at a larger one.
      if (stopped.has(rollout.index)) continue;
      const end = await taken(rollOut(cluster, rollout, profileOf), this.options.caller.signal);
      if (end === undefined) continue;
      stopped.add(rollout.index);
      cluster.findings.stop(end);
    }
  }

  #queue({ pods }: ScheduleStep, field: string): KnownPod[] {
    const selected = selectedPods(this.beginning.cluster, pods);
    if ('faults' in selected) throw new NotPossible(faultsAt(`${field}.pods`, selected.faults));
    const asked = 'names' in pods ? selected.pods : selected.pods.filter(({ pod }) => pod.spec?.nodeName === undefined);
    return [...asked].sort(compareQueued);
  }

  #decide(
    tried: ReturnType<typeof triedPods>,
    step: Pick<ScheduleStep, 'tieBreak' | 'seed' | 'preemption'> & { profileOf: (pod: Pod) => ResolvedProfile },
  ): Promise<PartPlan> {
    const { cluster, book } = this.beginning;
    const { id, traces, caller } = this.options;
    const { snapshot, executor, rows: nodes, at: now } = cluster;
    return decidePart({
      ...step,
      ...tried,
      state: { snapshot, executor, nodes, budgets: book, traceBases: new TraceBases() },
      traceBudget: { keep: traces ? 'full' : 'none' },
      sharesBases: false,
      runId: id,
      now,
      firstOrdinal: this.#ordinal,
      firstChunk: this.#chunk,
      progress: () => caller.signal?.throwIfAborted(),
    });
  }

  #take({ decisions, chunks, effects }: PartPlan): void {
    this.#ordinal += decisions.length;
    this.#chunk += chunks.length;
    for (const effect of effects) takeEffect(this.beginning, effect);
  }
}

function stored({ pod, position }: KnownPod): StoredObject {
  return { object: pod as unknown as Manifest, resourceVersion: 0n, createdPosition: BigInt(position) };
}

/** What was decided of a pod is known to the snapshot and the budgets; here it is noted with the pod. */
function takeEffect({ cluster }: Beginning, effect: PlannedEffect): void {
  if (effect.op === 'patch') return;
  const key = podKey({ metadata: effect.pod });
  const pod = cluster.pod(key);
  if (pod === undefined) return;
  if (effect.op === 'evict') cluster.note(key, undefined);
  else if (effect.op === 'bind') {
    settleVolumes(cluster.snapshot, pod, effect.node);
    cluster.note(key, {
      ...pod,
      spec: { ...pod.spec, nodeName: effect.node },
      status: { ...pod.status, startTime: pod.status?.startTime ?? cluster.at },
    });
  } else cluster.note(key, withInView(pod, effect.op === 'fail' ? effect.inView : effect.node));
}

function withInView(pod: Pod, node: string | null | undefined): Pod {
  if (node === undefined) return pod;
  const { nominatedNodeName: _, ...status } = pod.status ?? {};
  return { ...pod, status: node === null ? status : { ...status, nominatedNodeName: node } };
}

function unless(outcome: Outcome<ResolvedProfile>, field: string): ResolvedProfile {
  if (!outcome.refused) return outcome.value;
  const { refusal } = outcome;
  if (refusal.kind === 'ProfileInvalid') throw new NotPossible(faultsAt(field, refusal.problems));
  if (refusal.kind === 'ProfileNotFound')
    throw new NotPossible(
      faultsAt(field, [{ field: '', message: `there is no profile ${JSON.stringify(refusal.name)}` }]),
    );
  throw new Error(`a profile is refused with ${refusal.kind}`);
}

/** What is not possible, as the refusal that it is. */
export async function unlessImpossible<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotPossible) return refuse({ kind: 'WhatIfInvalid', problems: error.problems });
    throw error;
  }
}
