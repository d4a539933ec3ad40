import type { ByteWriter } from '../../bytes/index.js';
import {
  samePlaces,
  UnitedPlaces,
  verdictColumns,
  type Cells,
  type ClassColumns,
  type ColumnChange,
  type FlatOverrides,
  type Places,
} from '../../columns/index.js';
import type { Partition } from '../../partition.js';
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

/**
 * Writes what changed from one decision to another. Columns that changed at the same places share the list of places.
 */
export class DifferenceWriter {
  readonly #united = new UnitedPlaces();
  readonly #spare = new UnitedPlaces();

  constructor(
    private readonly tables: ChunkTables,
    private readonly streams: DecisionStreams,
  ) {}

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
    const { columns } = now;
    const grouped: Partition[] = [];
    for (let index = 0; index < columns.length; index++) {
      const partition = columns[index]?.partition;
      if (!isChanged(changes[index]) || partition === undefined || grouped.includes(partition)) continue;
      grouped.push(partition);
      const members: number[] = [];
      for (let other = index; other < columns.length; other++)
        if (isChanged(changes[other]) && columns[other]?.partition === partition) members.push(other);
      this.#group(now, changes, members);
    }
    // No group has no member.
    this.streams.heads.byte(0);
  }

  #group({ columns, shape }: ClassColumns, changes: readonly ColumnChange[], members: readonly number[]): void {
    const places = this.#unite(changes, members);
    const { heads, indices } = this.streams;
    heads.varint(members.length);
    indices.varint(places.count);
    indices.distances(places.indices, places.count);
    for (const index of members) {
      const [change, cells] = [changes[index], columns[index]?.cells];
      if (change === undefined || cells === undefined) continue;
      const exact = index < verdictColumns(shape) || isExact(change, cells);
      heads.varint(index * 2 + (exact ? 0 : 1));
      if (index < verdictColumns(shape)) this.#verdicts(change, places);
      else if (exact && change.count === places.count)
        this.streams.scores.signedSteps(change.before, change.after, change.count);
      else if (exact) this.#differences(change, places);
      else this.#whole(cells, places);
    }
  }

  /** The places at which any of these columns changed. */
  #unite(changes: readonly ColumnChange[], members: readonly number[]): Places {
    let united: Places = noPlaces;
    for (const index of members) {
      const change = changes[index];
      if (change === undefined || samePlaces(change, united)) continue;
      if (united.count === 0) united = change;
      else {
        const room = united === this.#united ? this.#spare : this.#united;
        room.unite(united, change);
        united = room;
      }
    }
    return united;
  }

  /** 0 where this column did not change, else one more than the verdict. */
  #verdicts(change: ColumnChange, { indices, count }: Places): void {
    let next = 0;
    for (let at = 0; at < count; at++) {
      if (next < change.count && change.indices[next] === indices[at])
        this.streams.verdicts.varint(1 + this.tables.verdict(change.after[next++] ?? 0));
      else this.streams.verdicts.byte(0);
    }
  }

  /** What is added to the scores. */
  #differences({ indices: changed, before, after, count: most }: ColumnChange, { indices, count }: Places): void {
    const { scores } = this.streams;
    let next = 0;
    for (let at = 0; at < count; at++) {
      if (next < most && changed[next] === indices[at]) {
        scores.signed((after[next] ?? 0) - (before[next] ?? 0));
        next++;
      } else scores.byte(0);
    }
  }

  /** The scores themselves. */
  #whole(cells: Cells, { indices, count }: Places): void {
    for (let at = 0; at < count; at++) this.streams.scores.signed(cells[indices[at] ?? 0] ?? 0);
  }
}

const noPlaces: Places = { indices: new Uint32Array(0), count: 0 };

function isChanged(change: ColumnChange | undefined): boolean {
  return change !== undefined && !change.replaced && change.count > 0;
}

/**
 * Differences of large scores may not be integers that a double holds; then the scores themselves are
 * written. Small ones always are.
 */
function isExact({ count, before, after }: ColumnChange, cells: Cells): boolean {
  if (!(cells instanceof Float64Array)) return true;
  for (let at = 0; at < count; at++) if (!Number.isSafeInteger((after[at] ?? 0) - (before[at] ?? 0))) return false;
  return true;
}
