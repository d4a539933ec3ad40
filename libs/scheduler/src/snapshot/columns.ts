import { type Amount, CPU, EPHEMERAL_STORAGE, MEMORY } from '../resources/index.js';
import { Int64Column, keptRows } from './int64-column.js';

/** The account of one resource: what each node can give, and what its pods asked for. */
export interface ResourceColumn {
  readonly name: string;
  readonly allocatable: Int64Column;
  readonly requested: Int64Column;
  /**
   * As scoring counts it: for cpu and memory with assumed requests; for other resources the same column as `requested`.
   */
  readonly nonZeroRequested: Int64Column;
}

const FIRST_CAPACITY = 16;

/**
 * The flat arrays of a snapshot, indexed by row. Array types never change, so that every reader stays on one fast path.
 */
export class Columns {
  readonly resources = new Map<string, ResourceColumn>();
  unschedulable = new Uint8Array(FIRST_CAPACITY);
  allowedPods = new Float64Array(FIRST_CAPACITY);
  podCount = new Int32Array(FIRST_CAPACITY);
  #capacity = FIRST_CAPACITY;

  constructor() {
    for (const name of [CPU, MEMORY, EPHEMERAL_STORAGE]) this.resource(name);
  }

  /** The column of a resource; empty when this is the first that is heard of it. */
  resource(name: string): ResourceColumn {
    const known = this.resources.get(name);
    if (known !== undefined) return known;
    const requested = new Int64Column(this.#capacity);
    const nonZeroRequested = name === CPU || name === MEMORY ? new Int64Column(this.#capacity) : requested;
    const column = { name, allocatable: new Int64Column(this.#capacity), requested, nonZeroRequested };
    this.resources.set(name, column);
    return column;
  }

  /** Makes room for rows below `count`. */
  ensure(count: number): void {
    if (count <= this.#capacity) return;
    while (this.#capacity < count) this.#capacity *= 2;
    this.unschedulable = grown(this.unschedulable, new Uint8Array(this.#capacity));
    this.allowedPods = grown(this.allowedPods, new Float64Array(this.#capacity));
    this.podCount = grown(this.podCount, new Int32Array(this.#capacity));
    for (const column of this.#int64Columns()) column.grow(this.#capacity);
  }

  /** In place of what the row could give before. */
  setAllocatable(row: number, amounts: readonly Amount[]): void {
    for (const { allocatable } of this.resources.values()) allocatable.clear(row);
    for (const amount of amounts) this.resource(amount.name).allocatable.add(row, amount);
  }

  /** Keeps these rows, in ascending order, and no other. */
  keep(rows: readonly number[]): void {
    this.unschedulable = keptRows(this.unschedulable, rows);
    this.allowedPods = keptRows(this.allowedPods, rows);
    this.podCount = keptRows(this.podCount, rows);
    for (const column of this.#int64Columns()) column.keep(rows);
  }

  fork(): Columns {
    const copy = new Columns();
    copy.unschedulable = this.unschedulable.slice();
    copy.allowedPods = this.allowedPods.slice();
    copy.podCount = this.podCount.slice();
    copy.#capacity = this.#capacity;
    for (const [name, column] of this.resources) copy.resources.set(name, forkResource(column));
    return copy;
  }

  *#int64Columns(): Iterable<Int64Column> {
    for (const { allocatable, requested, nonZeroRequested } of this.resources.values()) {
      yield allocatable;
      yield requested;
      if (nonZeroRequested !== requested) yield nonZeroRequested;
    }
  }
}

function forkResource({ name, allocatable, requested, nonZeroRequested }: ResourceColumn): ResourceColumn {
  const copy = requested.fork();
  return {
    name,
    allocatable: allocatable.fork(),
    requested: copy,
    nonZeroRequested: nonZeroRequested === requested ? copy : nonZeroRequested.fork(),
  };
}

function grown<T extends Uint8Array | Float64Array | Int32Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
