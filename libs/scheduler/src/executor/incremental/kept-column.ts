import type { Domains, ForRows, Touched } from '../../plugin.js';
import { shapeOf } from './domain-shape.js';
import { RowsOfDomains } from './rows-of-domains.js';

/** What became of a kind of columns since they were last looked at. */
export interface ColumnChanges {
  /** Other plugins run, or over other domains: nothing that was made of the columns holds. */
  structure: boolean;
  /** Some value of a few domains' is another one. */
  shared: boolean;
  /** Lists of rows with a value of their own that is another one; a row may be in several, a list is there once. */
  readonly rows: ArrayLike<number>[];
  /** Some values of a column whose plugin says which rows are alike: they are not among the rows. */
  alike: boolean;
}

/** For one attempt. */
export function noChanges(structure: boolean): ColumnChanges {
  return { structure, shared: false, rows: [], alike: false };
}

/** What a plugin says of a row, and of many at once. */
export interface Answers<Values extends Uint32Array | Float64Array> {
  readonly at: (row: number) => number;
  readonly ofRows: ForRows<Values>;
}

/** Asks for many rows one by one. */
export function oneByOne(at: (row: number) => number): ForRows<Uint32Array | Float64Array> {
  return (rows, into) => {
    for (let place = 0; place < rows.length; place += 1) into[place] = at(rows[place] ?? 0);
  };
}

const NONE: readonly number[] = Object.freeze([]);

/** Whose values they are, and for what. */
export interface ColumnShape {
  readonly plugin: string;
  /** Null: a value for every row. */
  readonly domains: Domains | null;
}

/**
 * One plugin's values for a class, and which of them are to be looked at again. As it is, it is a column of the
 * evidence: nothing is made for a decision.
 */
export abstract class KeptColumn<Fresh extends Uint32Array | Float64Array> implements ColumnShape {
  readonly plugin: string;
  readonly domains: Domains | null;
  /**
   * Indices whose values changed in the attempt under way, which is as long as the list holds; null:
   * none of them has been read.
   */
  changed: ArrayLike<number> | null = null;
  /** How many values stand out. */
  marked = 0;
  /** Lists of indices, as movements touched them; an index may be in several. */
  #touched: ArrayLike<number>[] = [];
  #allTouched = false;

  /** Whether the value is one of a few domains'. */
  readonly isCoarse: boolean;
  /** Whether every row has the same value. */
  readonly isUniform: boolean;

  /** @param fresh where answers are put before they are compared with what is kept */
  constructor(
    { plugin, domains }: ColumnShape,
    protected readonly fresh: Fresh,
  ) {
    this.plugin = plugin;
    this.domains = domains;
    const { isCoarse, isUniform } = shapeOf(domains);
    this.isCoarse = isCoarse;
    this.isUniform = isUniform;
  }

  /** By row, or by domain; another array when what comes does not fit this one. */
  abstract get values(): Uint32Array | Uint8Array | Float64Array;

  /** What the column takes. */
  abstract get bytes(): number;

  /** Notes what a movement touched. */
  touch(touched: Exclude<Touched, 'prepare'>): void {
    if (touched === 'all') this.#allTouched = true;
    // Movements of one domain touch the same list again and again.
    else if (!this.#allTouched && touched.length > 0 && this.#touched.at(-1) !== touched) this.#touched.push(touched);
  }

  /** Whether there is nothing to ask, were it not for dirty rows. */
  get isCurrent(): boolean {
    return this.changed !== null && !this.#allTouched && this.#touched.length === 0;
  }

  /**
   * Asks again where something was touched, and on dirty rows where the values are the rows' own; for
   * the first time, everywhere.
   */
  update(
    answers: Answers<Fresh>,
    { all, dirty }: { readonly all: Uint32Array; readonly dirty: Uint32Array },
    changes: ColumnChanges,
  ): void {
    if (this.changed === null) return this.#fill(answers, all);
    if (this.#allTouched && this.domains === null) {
      this.#forgetTouched();
      return this.#askRows(answers, all, changes);
    }
    if (!this.isCurrent) this.#askTouched(answers, changes);
    if (this.domains === null && dirty.length > 0) this.#askRows(answers, dirty, changes);
  }

  /** Whether a value stands out. */
  protected abstract isMarked(value: number): boolean;

  /**
   * Takes the fresh answers for all rows; how many of them stand out. This and the next: every kind of columns has
   * loops of its own, which see one kind of arrays only.
   */
  protected abstract take(): number;

  /** Writes one value. */
  protected abstract put(index: number, value: number): void;

  /**
   * Writes the fresh answers for these rows, and puts the rows whose values are others now in their place, from the
   * front; how many these are.
   */
  protected abstract replace(rows: Uint32Array): number;

  /** Changes are counted anew from here. */
  seen(): void {
    this.changed = NONE;
  }

  /** A row that stands for the index. */
  rowOf(index: number): number {
    return this.domains === null ? index : (this.domains.firstRows[index] ?? 0);
  }

  /** The index of a row's value; beyond all values for a row in no domain. */
  indexOf(row: number): number {
    return this.domains === null ? row : (this.domains.of[row] ?? 0);
  }

  /** The column has not been read yet, so that no change is recorded. */
  #fill(answers: Answers<Fresh>, all: Uint32Array): void {
    const { domains } = this;
    if (domains === null || domains.firstRows.length === all.length) {
      answers.ofRows(all, this.fresh);
      this.marked = this.take();
      return;
    }
    const { firstRows } = domains;
    this.marked = 0;
    for (let index = 0; index < firstRows.length; index += 1) {
      const value = answers.at(firstRows[index] ?? 0);
      this.put(index, value);
      this.marked += Number(this.isMarked(value));
    }
  }

  #askTouched(answers: Answers<Fresh>, changes: ColumnChanges): void {
    const { domains, isCoarse } = this;
    const touched = this.#allTouched ? [Uint32Array.from(this.values.keys())] : this.#touched;
    this.#forgetTouched();
    const rowsOf = domains === null || isCoarse ? null : RowsOfDomains.of(domains);
    const areRows = domains === null || rowsOf?.areRows === true;
    const lists: ArrayLike<number>[] = [];
    for (const indices of touched) {
      const others =
        areRows && indices instanceof Uint32Array && indices.length <= this.fresh.length
          ? this.#askMany(answers, indices)
          : this.#ask(answers, indices);
      if (others.length > 0) lists.push(others);
    }
    const changed = joined(lists);
    this.changed = changed;
    if (changed.length === 0) return;
    if (isCoarse) changes.shared = true;
    else if (rowsOf === null || areRows) changes.rows.push(changed);
    else if (rowsOf.areSingle) changes.rows.push(Array.from(changed, (index) => this.rowOf(index)));
    else for (let at = 0; at < changed.length; at += 1) changes.rows.push(rowsOf.rows(changed[at] ?? 0));
  }

  /** Asks one by one; those of the indices whose value is another one now. */
  #ask(answers: Answers<Fresh>, indices: ArrayLike<number>): readonly number[] {
    const changed: number[] = [];
    for (let at = 0; at < indices.length; at += 1) {
      const index = indices[at] ?? 0;
      if (this.#set(index, answers.at(this.rowOf(index)))) changed.push(index);
    }
    return changed;
  }

  /** Asks for many rows at once; those whose value is another one now: the list itself where all are. */
  #askMany(answers: Answers<Fresh>, rows: Uint32Array): ArrayLike<number> {
    const { fresh } = this;
    answers.ofRows(rows, fresh);
    const count = this.replace(rows);
    return count === rows.length ? rows : firstOf(fresh, count);
  }

  #forgetTouched(): void {
    this.#touched = [];
    this.#allTouched = false;
  }

  #askRows(answers: Answers<Fresh>, asked: Uint32Array, changes: ColumnChanges): void {
    // Mostly all, and then of every column: one list serves them all.
    const rows = this.#askMany(answers, asked);
    if (rows.length === 0) return;
    if (!changes.rows.includes(rows)) changes.rows.push(rows);
    this.changed = this.changed === null ? rows : joined([this.changed, rows]);
  }

  /** Writes a value; whether it is another one. */
  #set(index: number, value: number): boolean {
    const before = this.values[index] ?? 0;
    if (before === value) return false;
    this.put(index, value);
    this.marked += Number(this.isMarked(value)) - Number(this.isMarked(before));
    return true;
  }
}

function joined(lists: readonly ArrayLike<number>[]): ArrayLike<number> {
  const [first = NONE, ...others] = lists.filter(({ length }) => length > 0);
  if (others.length === 0) return first;
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const list of lists) {
    all.set(list, end);
    end += list.length;
  }
  return all;
}

/** A list of its own: copying it by hand is several times faster than `Array.from`. */
function firstOf(values: ArrayLike<number>, count: number): readonly number[] {
  const list: number[] = [];
  for (let at = 0; at < count; at += 1) list.push(values[at] ?? 0);
  return list;
}
