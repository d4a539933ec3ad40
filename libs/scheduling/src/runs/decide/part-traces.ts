import { FEW_ROWS } from '#database';
import type { NewChunk, StoredBase, TraceRef } from '#audit';
import type { Attempt, Pod, SchedulingClasses, Snapshot } from '#scheduler';
import {
  bestRows,
  createTraceEncoder,
  sealedChunk,
  type NewTraceBase,
  type SealedChunk,
  type TraceBases,
  type TraceEncoder,
} from '#trace';
import { sha256 } from '#requests';
import { type TraceBudget } from '#cluster';
import type { ResolvedProfile } from '../../profiles/index.js';

/** What the traces of a part are made for. */
export interface PartTracesInput {
  readonly nodeSet: Uint8Array;
  readonly snapshot: Snapshot;
  readonly classes: SchedulingClasses;
  readonly pods: readonly Pod[];
  readonly profileOf: (pod: Pod) => ResolvedProfile;
  readonly budget: TraceBudget;
  readonly firstChunk: number;
  /** Bases that are stored; null when the part is not to refer to any. */
  readonly bases: TraceBases | null;
  readonly compress: (payload: Uint8Array) => Promise<Uint8Array>;
}

/** A base that the part is the first to refer to, as it is stored. */
export type PlannedBase = NewTraceBase & StoredBase;

/** The traces of one part: encoded as attempts come, compressed beside the deciding. */
export class PartTraces {
  readonly #encoder: TraceEncoder;
  readonly #chunks: Promise<NewChunk>[] = [];
  readonly #bases: Promise<PlannedBase>[] = [];
  readonly #newBases: NewTraceBase[] = [];
  readonly #profiles = new Map<ResolvedProfile, number>();

  constructor(private readonly input: PartTracesInput) {
    const { nodeSet, snapshot, pods, budget } = input;
    const expected = new Map<string, number>();
    for (const pod of pods) {
      const key = this.#classOf(pod);
      expected.set(key, (expected.get(key) ?? 0) + 1);
    }
    this.#encoder = createTraceEncoder({
      hash: sha256,
      nodeSet,
      nodeCount: snapshot.nodeCount,
      expected,
      ...keepOf(budget),
      ...basesOf(input),
    });
  }

  /**
   * Encodes the evidence of an attempt, as it is before the attempt's placement is applied. Null:
   * the attempt reached no node.
   */
  add({ pod, number, evidence, ranking }: Attempt): TraceRef | null {
    if (evidence === null) return null;
    const rowsByName = this.input.snapshot.rowsByName();
    // Where a first try finds no node and has no scores, a second one has: they resemble others of
    // their kind, and not each other.
    const classKey = number === 1 ? this.#classOf(pod) : `${this.#classOf(pod)} again`;
    const { digest, stored, chunk, index, sealed } = this.#encoder.add({
      evidence,
      classKey,
      bestRows: (count) => bestRows({ evidence, ranking }, { count, rowsByName }),
    });
    this.#keep(sealed);
    return { digest, stored, chunk: chunk === null ? null : this.input.firstChunk + chunk, index };
  }

  /** Of chunks, as far as they are sealed: all of them once it is finished. */
  get chunkCount(): number {
    return this.#chunks.length;
  }

  /** Bases of these chunks. */
  get newBases(): readonly NewTraceBase[] {
    return this.#newBases;
  }

  /** Nothing is added after. */
  async finish(): Promise<{ readonly chunks: readonly NewChunk[]; readonly bases: readonly PlannedBase[] }> {
    this.#keep(this.#encoder.finish());
    return { chunks: await Promise.all(this.#chunks), bases: await Promise.all(this.#bases) };
  }

  /** Two profiles may say different things of pods of one class. */
  #classOf(pod: Pod): string {
    const profile = this.input.profileOf(pod);
    const number = this.#profiles.get(profile) ?? this.#profiles.size;
    this.#profiles.set(profile, number);
    const text = this.input.classes.of(pod);
    return number === 0 ? text : `${number} ${text}`;
  }

  #keep(sealed: SealedChunk | null): void {
    if (sealed === null) return;
    const { ordinal, count, payload, bases } = sealed;
    this.#newBases.push(...bases);
    for (const base of bases)
      this.#bases.push(this.input.compress(base.payload).then((body) => ({ ...base, body: sealedChunk(body) })));
    const chunk = this.input.firstChunk + ordinal;
    this.#chunks.push(this.input.compress(payload).then((body) => ({ chunk, count, body: sealedChunk(body) })));
  }
}

function keepOf({ keep, nodes = 0 }: TraceBudget): { readonly keep?: { readonly nodes: number } } {
  return keep === 'full' ? {} : { keep: { nodes: keep === 'none' ? 0 : nodes } };
}

/**
 * A part of more than a few pods has a frame of its own for each class: what follows it in the
 * part is a difference to that.
 */
function basesOf({ bases, pods }: PartTracesInput): { readonly bases?: TraceBases } {
  return bases === null || pods.length > FEW_ROWS ? {} : { bases };
}
