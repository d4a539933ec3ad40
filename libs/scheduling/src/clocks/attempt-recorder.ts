import { compressAsync, type NewChunk } from '#audit';
import type { TraceBudget } from '#cluster';
import type { MadeAttempt } from '#living';
import { compareQueued, type Attempt } from '#scheduler';
import { nodeSetOf, type NodeSet } from '#state';
import { TraceBases } from '#trace';
import type { ResolvedProfile } from '../profiles/index.js';
import { PartTraces, plannedDecision, type PlannedBase, type PlannedDecision } from '../runs/index.js';

/** What the attempts of a run are recorded with. */
export interface RecorderOptions {
  readonly runId: string;
  readonly seed: bigint;
  readonly budget: TraceBudget;
  readonly profileOf: (schedulerName: string) => ResolvedProfile | undefined;
  /** Of the last change so far, as the living cluster counts them. */
  readonly position: () => number;
}

/** A decision of the queue of a living cluster. */
export interface RecordedDecision extends PlannedDecision {
  readonly clusterAt: Date;
  readonly woken: string;
}

/** Attempts that are made again together: nothing lies between them but what they came to themselves. */
export interface RecordedPart {
  /** Of the last change before, as the living cluster counts them. */
  readonly position: number;
  readonly firstOrdinal: number;
  readonly count: number;
  readonly at: Date;
}

/** All attempts of a run, and their evidence. */
export interface RecordedAttempts {
  readonly decisions: readonly RecordedDecision[];
  readonly parts: readonly RecordedPart[];
  readonly chunks: readonly NewChunk[];
  readonly bases: readonly PlannedBase[];
  /** Those that chunks refer to. */
  readonly nodeSets: readonly NodeSet[];
  readonly profiles: ReadonlySet<ResolvedProfile>;
}

/** So many decisions are one part at most. */
const MOST_OF_PART = 10_000;

interface OpenPart {
  readonly first: MadeAttempt;
  readonly position: number;
  readonly traces: PartTraces;
  last: MadeAttempt;
  count: number;
}

/**
 * Records the attempts of a living cluster as the parts of a run, each of which can be decided again on the state at
 * its position.
 */
export class AttemptRecorder {
  readonly #options: RecorderOptions;
  readonly #decisions: RecordedDecision[] = [];
  readonly #parts: RecordedPart[] = [];
  readonly #evidence: Promise<{ readonly chunks: readonly NewChunk[]; readonly bases: readonly PlannedBase[] }>[] = [];
  readonly #nodeSets = new Map<string, NodeSet>();
  readonly #profiles = new Set<ResolvedProfile>();
  readonly #bases = new TraceBases();
  #chunks = 0;
  #part: OpenPart | undefined;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Decisions so far. */
  get decisions(): readonly RecordedDecision[] {
    return this.#decisions;
  }

  /** Takes an attempt while its evidence holds. */
  add(made: MadeAttempt): void {
    const { attempt, ordinal, nodes, woken } = made;
    const profile = this.#profileOf(made);
    this.#profiles.add(profile);
    if (!this.#isContinuedBy(made)) this.#begin(made);
    const part = this.#part;
    if (part === undefined) return;
    part.last = made;
    part.count += 1;
    const { runId, seed } = this.#options;
    const trace = part.traces.add(attempt);
    const decision = plannedDecision({ attempt, nodes, profile, trace, runId, ordinal, seed });
    this.#decisions.push({ ...decision, clusterAt: new Date(made.at), woken });
  }

  /** A moment is over: where a revision ends after it, and which attempts stand together, has nothing to do with it. */
  endMoment(): void {
    this.#end();
  }

  /** All of them: nothing is added after. */
  async finish(): Promise<RecordedAttempts> {
    this.#end();
    const evidence = await Promise.all(this.#evidence);
    return {
      decisions: this.#decisions,
      parts: this.#parts,
      chunks: evidence.flatMap(({ chunks }) => chunks),
      bases: evidence.flatMap(({ bases }) => bases),
      nodeSets: [...this.#nodeSets.values()],
      profiles: this.#profiles,
    };
  }

  /** A part is decided again in the order of a run, and its attempts see what the ones before came to. */
  #isContinuedBy(made: MadeAttempt): boolean {
    const part = this.#part;
    return (
      part !== undefined &&
      made.follows &&
      made.nodes === part.last.nodes &&
      part.count < MOST_OF_PART &&
      isPlain(part.last.attempt) &&
      isPlain(made.attempt) &&
      compareQueued(pendingOf(part.last), pendingOf(made)) <= 0
    );
  }

  #begin(made: MadeAttempt): void {
    this.#end();
    const { attempt, snapshot, executor, nodes, isOneOfMany } = made;
    const nodeSet = nodeSetOf(nodes);
    this.#nodeSets.set(Buffer.from(nodeSet.digest).toString('hex'), nodeSet);
    const traces = new PartTraces({
      nodeSet: nodeSet.digest,
      snapshot,
      classes: executor.classes,
      // Which pods come is known of one alone; what comes after it is a difference to it.
      pods: isOneOfMany ? [] : [attempt.pod],
      profileOf: (pod) => this.#profileOf({ attempt: { ...attempt, pod } }),
      budget: this.#options.budget,
      firstChunk: this.#chunks,
      bases: isOneOfMany ? null : this.#bases,
      compress: compressAsync,
    });
    this.#part = { first: made, last: made, position: this.#options.position(), traces, count: 0 };
  }

  #end(): void {
    const part = this.#part;
    if (part === undefined) return;
    this.#part = undefined;
    const { first, position, traces, count } = part;
    this.#evidence.push(traces.finish());
    this.#chunks += traces.chunkCount;
    for (const base of traces.newBases) this.#bases.keep(base);
    this.#parts.push({ position, firstOrdinal: first.ordinal, count, at: new Date(first.at) });
  }

  #profileOf({ attempt: { pod } }: Pick<MadeAttempt, 'attempt'>): ResolvedProfile {
    const name = pod.spec?.schedulerName ?? 'default-scheduler';
    const profile = this.#options.profileOf(name);
    if (profile === undefined) throw new Error(`no profile serves ${name}`);
    return profile;
  }
}

/**
 * Whether an attempt does nothing but bind its pod, or leave it: where room is made, the order matters in which pods
 * came to their nodes, which the log says and a part does not.
 */
function isPlain({ outcome, patches, postFilter }: Attempt): boolean {
  if (outcome === 'scheduled') return patches.length === 0;
  return outcome === 'unschedulable' && (postFilter?.nominatedNode ?? null) === null;
}

function pendingOf({ attempt: { pod }, order }: MadeAttempt): Parameters<typeof compareQueued>[0] {
  return { pod, position: BigInt(order) };
}
