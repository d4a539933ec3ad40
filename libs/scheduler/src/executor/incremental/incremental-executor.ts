import type { Snapshot } from '../../snapshot/index.js';
import { SchedulingClasses } from '../../pods/index.js';
import { StatusTable } from '../../evidence/index.js';
import type { Evaluation, Executor, Filtered, Scored } from '../executor.js';
import { ClassState } from './class-state.js';
import { ColumnPool } from './column-pool.js';
import { NodeOrder } from './node-order.js';
import { ProfileNumbers } from './profile-numbers.js';

/** How much the kept classes may take, roughly, and what one takes for a node. */
const MOST_BYTES = 256 * 2 ** 20;
const BYTES_PER_NODE = 64;

interface KeptClass {
  readonly state: ClassState;
  readonly objectsVersion: number;
  /** Higher than that of any class used before. */
  lastUsed: number;
}

/**
 * Evaluates again only what the last placements touched: per class of pods it keeps what plugins prepared, verdicts and
 * scores, and follows the snapshot's movements. Its answers are those of the dense executor. Classes that were not used
 * for longest are forgotten first.
 */
export class IncrementalExecutor implements Executor {
  readonly statuses = new StatusTable();
  readonly classes = new SchedulingClasses();
  readonly #profiles = new ProfileNumbers();
  readonly #mostBytes: number;
  /** By profile and class; those used last stand last. */
  readonly #kept: Map<string, KeptClass>[] = [];
  #count = 0;
  #uses = 0;
  #snapshot: Snapshot | null = null;
  #nodesVersion = -1;
  #order: NodeOrder | null = null;
  #pool = new ColumnPool(0);
  /** Of the attempt under way. */
  #last: ClassState | null = null;

  constructor({ mostBytes = MOST_BYTES }: { readonly mostBytes?: number } = {}) {
    this.#mostBytes = mostBytes;
  }

  /** What the kept classes take, roughly. */
  get bytes(): number {
    return this.#count * BYTES_PER_NODE * (this.#snapshot?.nodeCount ?? 0);
  }

  filter(evaluation: Evaluation): Filtered {
    this.#last?.endAttempt();
    this.#last = null;
    this.#follow(evaluation.snapshot);
    try {
      this.#last = this.#stateOf(evaluation);
      return this.#last.filter(evaluation);
    } catch (error) {
      throw this.#disbelieved(evaluation, error);
    }
  }

  score(evaluation: Evaluation, filtered: Filtered): Scored {
    if (this.#last === null) throw new Error('scoring follows filtering');
    try {
      return this.#last.score(evaluation, filtered);
    } catch (error) {
      throw this.#disbelieved(evaluation, error);
    }
  }

  /** What failed half way is not to be believed. */
  #disbelieved(evaluation: Evaluation, error: unknown): unknown {
    if (this.#keptFor(evaluation).delete(evaluation.pod.schedulingClass)) this.#count -= 1;
    return error;
  }

  /** Other nodes, or another snapshot: nothing that was kept about rows holds. */
  #follow(snapshot: Snapshot): void {
    if (snapshot === this.#snapshot && snapshot.nodesVersion === this.#nodesVersion) return;
    for (const kept of this.#kept) kept.clear();
    this.#count = 0;
    this.#snapshot = snapshot;
    this.#nodesVersion = snapshot.nodesVersion;
    this.#order = new NodeOrder(snapshot);
    this.#pool = new ColumnPool(snapshot.nodeCount);
  }

  #keptFor({ profile }: Evaluation): Map<string, KeptClass> {
    return (this.#kept[this.#profiles.of(profile)] ??= new Map<string, KeptClass>());
  }

  #stateOf(evaluation: Evaluation): ClassState {
    const classes = this.#keptFor(evaluation);
    const { schedulingClass } = evaluation.pod;
    const version = evaluation.snapshot.objectsVersion(evaluation.pod.pod);
    const known = classes.get(schedulingClass);
    this.#uses += 1;
    if (known !== undefined && known.objectsVersion === version && known.state.catchUp()) {
      // Few classes take turns mostly, or one comes again and again.
      if (known.lastUsed !== this.#uses - 1) putLast(classes, schedulingClass, known);
      known.lastUsed = this.#uses;
      return known.state;
    }
    const { profile, snapshot } = evaluation;
    if (known === undefined) this.#makeRoom(snapshot.nodeCount);
    const state = new ClassState({
      profile,
      snapshot,
      statuses: this.statuses,
      order: this.#order ?? new NodeOrder(snapshot),
      pool: this.#pool,
    });
    putLast(classes, schedulingClass, { state, objectsVersion: version, lastUsed: this.#uses });
    return state;
  }

  #makeRoom(nodeCount: number): void {
    this.#count += 1;
    if (this.#count <= Math.max(2, Math.floor(this.#mostBytes / (BYTES_PER_NODE * nodeCount)))) return;
    let oldest: { readonly kept: Map<string, KeptClass>; readonly key: string; readonly of: KeptClass } | null = null;
    for (const kept of this.#kept) {
      const [key, of] = kept.entries().next().value ?? [];
      if (key !== undefined && of !== undefined && (oldest === null || of.lastUsed < oldest.of.lastUsed))
        oldest = { kept, key, of };
    }
    oldest?.of.state.release();
    if (oldest?.kept.delete(oldest.key)) this.#count -= 1;
  }
}

function putLast<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}
