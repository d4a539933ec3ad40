import type { Snapshot } from '../../snapshot/index.js';
import { SchedulingClasses } from '../../pods/index.js';
import { StatusTable } from '../../evidence/index.js';
import type { Evaluation, Executor, Filtered, Scored } from '../executor.js';
import { ClassState } from './class-state.js';
import { ColumnPool } from './column-pool.js';
import { KeptClasses, type KeptClass } from './kept-classes.js';
import { NodeOrder } from './node-order.js';
import { ProfileNumbers } from './profile-numbers.js';

/** How much the kept classes may take, roughly. */
const MOST_BYTES = 256 * 2 ** 20;

/**
 * Evaluates again only what the last placements touched: per class of pods it keeps what plugins prepared, verdicts and
 * scores, and follows the snapshot's movements. Its answers are those of the dense executor.
 */
export class IncrementalExecutor implements Executor {
  readonly statuses = new StatusTable();
  readonly classes = new SchedulingClasses();
  readonly #profiles = new ProfileNumbers();
  readonly #kept: KeptClasses;
  #snapshot: Snapshot | null = null;
  #nodesVersion = -1;
  #order: NodeOrder | null = null;
  #pool = new ColumnPool(0);
  /** Of the attempt under way. */
  #last: KeptClass | null = null;

  constructor({ mostBytes = MOST_BYTES }: { readonly mostBytes?: number } = {}) {
    this.#kept = new KeptClasses(mostBytes);
  }

  /** What the kept classes take, roughly. */
  get bytes(): number {
    if (this.#last !== null) this.#kept.recount(this.#last);
    return this.#kept.bytes;
  }

  filter(evaluation: Evaluation): Filtered {
    if (this.#last !== null) {
      this.#last.state.endAttempt();
      this.#kept.recount(this.#last);
      this.#last = null;
    }
    this.#follow(evaluation.snapshot);
    try {
      this.#last = this.#classOf(evaluation);
      return this.#last.state.filter(evaluation);
    } catch (error) {
      throw this.#disbelieved(evaluation, error);
    }
  }

  score(evaluation: Evaluation, filtered: Filtered): Scored {
    if (this.#last === null) throw new Error('scoring follows filtering');
    try {
      return this.#last.state.score(evaluation, filtered);
    } catch (error) {
      throw this.#disbelieved(evaluation, error);
    }
  }

  /** What failed half way is not to be believed. */
  #disbelieved(evaluation: Evaluation, error: unknown): unknown {
    this.#kept.forget(this.#profiles.of(evaluation.profile), evaluation.pod.schedulingClass);
    this.#last = null;
    return error;
  }

  /** Other nodes, or another snapshot: nothing that was kept about rows holds. */
  #follow(snapshot: Snapshot): void {
    if (snapshot === this.#snapshot && snapshot.nodesVersion === this.#nodesVersion) return;
    this.#kept.clear();
    this.#snapshot = snapshot;
    this.#nodesVersion = snapshot.nodesVersion;
    this.#order = new NodeOrder(snapshot);
    this.#pool = new ColumnPool(snapshot.nodeCount);
  }

  #classOf(evaluation: Evaluation): KeptClass {
    const { profile, snapshot } = evaluation;
    const number = this.#profiles.of(profile);
    const { schedulingClass } = evaluation.pod;
    const objectsVersion = snapshot.objectsVersion(evaluation.pod.pod);
    const known = this.#kept.use(number, schedulingClass);
    if (known !== undefined && known.objectsVersion === objectsVersion && known.state.catchUp()) return known;
    const state = new ClassState({
      profile,
      snapshot,
      statuses: this.statuses,
      order: this.#order ?? new NodeOrder(snapshot),
      pool: this.#pool,
    });
    return this.#kept.keep(number, schedulingClass, { state, objectsVersion });
  }
}
