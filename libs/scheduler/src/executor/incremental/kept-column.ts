import { NO_DOMAIN, type Domains, type Touched } from '../../plugin.js';
import { RowsOfDomains } from './rows-of-domains.js';

/** Up to so many domains, of so many rows on average, are looked at one by one for every decision; else it is done by row. */
const FEW_DOMAINS = 64;
const MANY_ROWS = 4;

/** What became of a kind of columns since they were last looked at. */
export interface ColumnChanges {
  /** Other plugins run, or over other domains: nothing that was made of the columns holds. */
  structure: boolean;
  /** Some value of a few domains' is another one. */
  shared: boolean;
  /** Rows with a value of their own that is another one, possibly several times. */
  readonly rows: number[];
}

/** One plugin's values for a class, and which of them are to be looked at again. */
export class KeptColumn<Values extends Uint32Array | Float64Array> {
  /** Indices whose values changed since evidence was last handed out; null: nobody has seen any of them. */
  changed: number[] | null = null;
  /** How many values stand out: verdicts that fail, scores outside 0..100. */
  marked = 0;
  #touched: number[] = [];
  #allTouched = false;

  /** Whether the value is one of a few domains'. */
  readonly isCoarse: boolean;
  /** Whether every row has the same value. */
  readonly isUniform: boolean;

  /** @param most values from 0 to this are inconspicuous */
  constructor(readonly domains: Domains | null, readonly values: Values, private readonly most: number) {
    this.isCoarse = domains !== null && hasFew(domains);
    this.isUniform = domains !== null && domains.firstRows.length === 1 && !domains.of.includes(NO_DOMAIN);
  }

  /** Notes what a movement touched. */
  touch(touched: Exclude<Touched, 'prepare'>): void {
    if (touched === 'all') this.#allTouched = true;
    else if (!this.#allTouched) for (const index of touched) this.#touched.push(index);
  }

  /** Asks again where something was touched, and on dirty rows where the values are the rows' own; for the first time, everywhere. */
  update(valueAt: (row: number) => number, dirty: readonly number[], changes: ColumnChanges): void {
    const touched = this.#allTouched ? this.values.keys() : this.#touched;
    this.#touched = [];
    this.#allTouched = false;
    if (this.changed === null) return this.#fill(valueAt);
    for (const index of touched) this.#set(index, valueAt(this.rowOf(index)), changes);
    if (this.domains === null) for (const row of dirty) this.#set(row, valueAt(row), changes);
  }

  /** Changes are counted anew from here. */
  seen(): void {
    if (this.changed === null || this.changed.length > 0) this.changed = [];
  }

  /** A row that stands for the index. */
  rowOf(index: number): number {
    return this.domains === null ? index : (this.domains.firstRows[index] ?? 0);
  }

  /** The index of a row's value; beyond all values for a row in no domain. */
  indexOf(row: number): number {
    return this.domains === null ? row : (this.domains.of[row] ?? 0);
  }

  /** Nobody has seen anything of it yet, so that nothing is noted. */
  #fill(valueAt: (row: number) => number): void {
    const { values, domains, most } = this;
    let marked = 0;
    for (let index = 0; index < values.length; index += 1) {
      const value = valueAt(domains === null ? index : (domains.firstRows[index] ?? 0));
      values[index] = value;
      if (value < 0 || value > most) marked += 1;
    }
    this.marked = marked;
  }

  /** Writes a value, and notes where it is another one. */
  #set(index: number, value: number, changes: ColumnChanges): void {
    const before = this.values[index] ?? 0;
    if (before === value) return;
    this.values[index] = value;
    if (value < 0 || value > this.most) this.marked += 1;
    if (before < 0 || before > this.most) this.marked -= 1;
    this.changed?.push(index);
    if (this.isCoarse) changes.shared = true;
    else if (this.domains === null) changes.rows.push(index);
    else for (const row of RowsOfDomains.of(this.domains).rows(index)) changes.rows.push(row);
  }
}

function hasFew({ of, firstRows }: Domains): boolean {
  return firstRows.length === 1 || (firstRows.length <= FEW_DOMAINS && firstRows.length * MANY_ROWS <= of.length);
}
