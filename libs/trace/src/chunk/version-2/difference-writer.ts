import type { ByteWriter } from '../../bytes/index.js';
import { verdictColumns, type ClassColumns, type ColumnChange, type FlatOverrides } from '../../columns/index.js';
import type { ChunkTables } from './chunk-tables.js';
import { differenceFlag } from './decision-kind.js';

/** Where the parts of decisions go: like beside like, which is what a fast compressor finds. */
export interface DecisionStreams {
  readonly heads: ByteWriter;
  readonly indices: ByteWriter;
  readonly verdicts: ByteWriter;
  readonly scores: ByteWriter;
}

/** What changed since the decision that a difference is to. */
export interface ChunkDifference {
  readonly changes: readonly ColumnChange[];
  readonly numbersChanged: boolean;
  readonly overridesChanged: boolean;
}

/** A column of `ClassColumns` with what changed in it. */
interface ChangedColumn {
  readonly index: number;
  readonly change: ColumnChange;
}

/** Writes what changed from one decision to another. Columns that changed at the same places share the list of places. */
export class DifferenceWriter {
  #union = new Uint32Array(64);
  readonly #left: ChangedColumn[] = [];

  constructor(private readonly tables: ChunkTables, private readonly streams: DecisionStreams) {}

  write(now: ClassColumns, { changes, numbersChanged, overridesChanged }: ChunkDifference): void {
    const { heads } = this.streams;
    heads.byte((numbersChanged ? differenceFlag.numbers : 0) | (overridesChanged ? differenceFlag.overrides : 0));
    this.#replaced(now, changes);
    this.#groups(now, changes);
    if (numbersChanged) this.numbers(now.numbers);
    if (overridesChanged) this.overrides(now.overrides);
  }

  numbers(numbers: readonly number[]): void {
    this.streams.scores.signedAll(numbers);
  }

  overrides(flat: FlatOverrides): void {
    const { indices, verdicts } = this.streams;
    verdicts.varint(this.tables.verdict(flat[0] ?? 0));
    indices.varint((flat.length - 1) / 2);
    let last = -1;
    for (let at = 1; at < flat.length; at += 2) {
      indices.varint((flat[at] ?? 0) - last);
      last = flat[at] ?? 0;
      verdicts.varint(this.tables.verdict(flat[at + 1] ?? 0));
    }
  }

  #replaced({ columns, shape }: ClassColumns, changes: readonly ColumnChange[]): void {
    const { heads } = this.streams;
    let count = 0;
    for (let index = 0; index < columns.length; index++) if (changes[index]?.replaced === true) count++;
    heads.varint(count);
    if (count === 0) return;
    columns.forEach((column, index) => {
      if (changes[index]?.replaced !== true) return;
      heads.varint(index);
      heads.varint(this.tables.column(column, index < verdictColumns(shape)));
    });
  }

  #groups(now: ClassColumns, changes: readonly ColumnChange[]): void {
    const left = this.#left;
    left.length = 0;
    for (let index = 0; index < now.columns.length; index++) {
      const change = changes[index];
      if (change !== undefined && !change.replaced && change.count > 0) left.push({ index, change });
    }
    while (left.length > 0) {
      const partition = now.columns[left[0]?.index ?? 0]?.partition;
      const alike = ({ index }: ChangedColumn): boolean => now.columns[index]?.partition === partition;
      const group = left.every(alike) ? left.splice(0) : left.filter(alike);
      this.#group(now, group);
      for (const member of group) if (left.length > 0) left.splice(left.indexOf(member), 1);
    }
    // No group has no member.
    this.streams.heads.byte(0);
  }

  #group(now: ClassColumns, group: readonly ChangedColumn[]): void {
    const count = this.#unite(group);
    const { heads, indices } = this.streams;
    heads.varint(group.length);
    indices.varint(count);
    let last = -1;
    for (let at = 0; at < count; at++) {
      const place = this.#union[at] ?? 0;
      indices.varint(place - last);
      last = place;
    }
    for (const member of group) this.#values(now, member, count);
  }

  /** The places at which any column of the group changed, ascending; how many. */
  #unite(group: readonly ChangedColumn[]): number {
    const [first] = group;
    if (first === undefined) return 0;
    const most = group.reduce((sum, { change }) => sum + change.count, 0);
    if (most > this.#union.length) this.#union = new Uint32Array(most * 2);
    let count = first.change.count;
    this.#union.set(first.change.indices.subarray(0, count));
    for (const { change } of group) if (change !== first.change && !this.#isUnion(change, count)) count = this.#merge(change, count);
    return count;
  }

  #isUnion({ count, indices }: ColumnChange, united: number): boolean {
    if (count !== united) return false;
    for (let at = 0; at < count; at++) if (indices[at] !== this.#union[at]) return false;
    return true;
  }

  #merge({ count, indices }: ColumnChange, united: number): number {
    this.#union.set(indices.subarray(0, count), united);
    const sorted = this.#union.subarray(0, united + count).sort();
    let merged = 0;
    for (let at = 0; at < sorted.length; at++) {
      if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[merged++] = sorted[at] ?? 0;
    }
    return merged;
  }

  /** 0 where this column did not change, else one more than the verdict, or the difference of the scores. */
  #values({ columns, shape }: ClassColumns, { index, change }: ChangedColumn, count: number): void {
    const ofVerdicts = index < verdictColumns(shape);
    const exact = ofVerdicts || isExact(change);
    this.streams.heads.varint(index * 2 + (exact ? 0 : 1));
    const cells = columns[index]?.cells ?? [];
    let next = 0;
    for (let at = 0; at < count; at++) {
      const place = this.#union[at] ?? 0;
      const changed = next < change.count && change.indices[next] === place;
      if (ofVerdicts) this.streams.verdicts.varint(changed ? 1 + this.tables.verdict(change.after[next] ?? 0) : 0);
      else if (!exact) this.streams.scores.signed(cells[place] ?? 0);
      else this.streams.scores.signed(changed ? (change.after[next] ?? 0) - (change.before[next] ?? 0) : 0);
      if (changed) next++;
    }
  }
}

/** Differences of large scores may not be integers that a double holds; then the scores themselves are written. */
function isExact({ count, before, after }: ColumnChange): boolean {
  for (let at = 0; at < count; at++) if (!Number.isSafeInteger((after[at] ?? 0) - (before[at] ?? 0))) return false;
  return true;
}
