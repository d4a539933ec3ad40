import { ByteWriter } from './bytes/index.js';
import {
  verdictColumns,
  type ClassColumns,
  type ColumnChange,
  type FlatOverrides,
  type KeptColumn,
} from './columns/index.js';
import type { Hash } from './handed-in.js';
import type { PartRows } from './part-rows.js';
import type { Partition } from './partition.js';
import { writeShape, type PluginShape } from './plugin-shape.js';
import { numberCount } from './scale-numbers.js';
import { writeStatus } from './status-bytes.js';
import type { VerdictTable } from './verdict-table.js';

/** What the first digest of a class follows: 32 zero bytes. */
export const genesisDigest: Uint8Array = new Uint8Array(32);

const domain = 'berth.trace/2\0';

/** A decision as it is hashed: its columns, and what changed in them. */
export interface DigestedDecision {
  readonly now: ClassColumns;
  readonly changes: readonly ColumnChange[];
  /** Nothing was before. */
  readonly full: boolean;
}

/**
 * Writes the canonical record of one decision and hashes it. The format, which is fixed for good, is in FORMAT.md;
 * nothing in it depends on ids, widths, chunks or compression, and only what changed is in it, so that an engine that
 * knows this need not look at the rest.
 */
export class TraceDigest {
  readonly #writer = new ByteWriter();
  /** The number in this record of each status by its own id; 0 where it has none yet. */
  readonly #numbers: number[] = [];
  readonly #numbered: number[] = [];
  /** A part has few shapes, and all their names are in every full record. */
  readonly #shapes = new Map<PluginShape, Uint8Array>();

  constructor(
    private readonly hash: Hash,
    private readonly rows: PartRows,
    private readonly verdicts: Pick<VerdictTable, 'status'>,
  ) {
    for (let at = 0; at < domain.length; at++) this.#writer.byte(domain.charCodeAt(at));
  }

  /** The digest of a decision behind that of the class's previous one. */
  of(previous: Uint8Array, decision: DigestedDecision): Uint8Array {
    const { now, full } = decision;
    this.#begin(previous, now, full);
    const raws = verdictColumns(now.shape) + now.shape.scorePlugins.length;
    for (let index = 0; index < raws; index++) this.#column(index, decision);
    this.#overrides(now.overrides);
    this.#scales(decision, raws);
    return this.hash(this.#writer.view());
  }

  #begin(previous: Uint8Array, { shape }: ClassColumns, full: boolean): void {
    while (this.#numbered.length > 0) this.#numbers[this.#numbered.pop() ?? 0] = 0;
    // What every record begins with stays.
    this.#writer.truncate(domain.length);
    this.#writer.raw(previous);
    this.#writer.byte(full ? 0 : 1);
    if (!full) return;
    this.#writer.raw(this.rows.nodeSet);
    this.#writer.varint(this.rows.nodeCount);
    this.#writer.raw(this.#shapeBytes(shape));
  }

  #shapeBytes(shape: PluginShape): Uint8Array {
    const known = this.#shapes.get(shape);
    if (known !== undefined) return known;
    const writer = new ByteWriter();
    writeShape(writer, shape);
    const bytes = writer.take();
    this.#shapes.set(shape, bytes);
    return bytes;
  }

  #column(index: number, { now: { columns, shape }, changes, full }: DigestedDecision): void {
    const [column, change] = [columns[index], changes[index]];
    if (column === undefined || change === undefined) return;
    const ofVerdicts = index < verdictColumns(shape);
    if (full || change.replaced) {
      this.#partition(column.partition);
      if (ofVerdicts) this.#newVerdicts(column);
      else if (change.replaced) this.#writer.raw(change.record.view());
      else this.#writer.signedAll(column.cells);
      return;
    }
    this.#writer.byte(0);
    if (ofVerdicts) this.#changedVerdicts(change);
    else this.#writer.signedAt(change.indices, change.after, change.count);
    this.#writer.byte(0);
  }

  #partition({ domains, digest }: Partition): void {
    this.#writer.byte(domains === null ? 1 : digest === null ? 2 : 3);
    if (digest !== null) this.#writer.raw(digest);
  }

  #changedVerdicts({ count, indices, after }: ColumnChange): void {
    let last = -1;
    for (let at = 0; at < count; at++) {
      const index = indices[at] ?? 0;
      this.#writer.varint(index - last);
      last = index;
      this.#verdict(after[at] ?? 0);
    }
  }

  #newVerdicts({ cells, partition }: KeptColumn): void {
    let last = -1;
    const size = cells === partition.zeros ? 0 : cells.length;
    for (let index = 0; index < size; index++) {
      const id = cells[index] ?? 0;
      if (id === 0) continue;
      this.#writer.varint(index - last);
      last = index;
      this.#verdict(id);
    }
    this.#writer.byte(0);
  }

  #overrides(flat: FlatOverrides): void {
    this.#verdict(flat[0] ?? 0);
    let last = -1;
    for (let at = 1; at < flat.length; at += 2) {
      const row = flat[at] ?? 0;
      this.#writer.varint(row - last);
      last = row;
      this.#verdict(flat[at + 1] ?? 0);
    }
    this.#writer.byte(0);
  }

  #scales(decision: DigestedDecision, firstCustom: number): void {
    const { shape, numbers } = decision.now;
    let number = 0;
    let custom = firstCustom;
    for (const { kind } of shape.scorePlugins) {
      for (let left = numberCount(kind); left > 0; left--) this.#writer.signed(numbers[number++] ?? 0);
      if (kind !== 'custom') continue;
      this.#column(custom, decision);
      custom++;
    }
  }

  /** The number of a status in this record, and what it is where it appears first. */
  #verdict(id: number): void {
    const known = id === 0 ? 0 : (this.#numbers[id] ?? 0);
    if (id === 0 || known !== 0) {
      this.#writer.varint(known);
      return;
    }
    this.#numbered.push(id);
    while (this.#numbers.length <= id) this.#numbers.push(0);
    this.#numbers[id] = this.#numbered.length;
    this.#writer.varint(this.#numbered.length);
    writeStatus(this.#writer, this.verdicts.status(id));
  }
}
