import { ByteWriter } from '../../bytes/index.js';
import { makeCells, type Cells, type KeptColumn } from '../../columns/index.js';
import { writeDomains, type Partition } from '../../partition.js';
import { writeShape, type PluginShape } from '../../plugin-shape.js';
import { writeStatus } from '../../status-bytes.js';
import type { VerdictTable } from '../../verdict-table.js';
import { ColumnPool } from './column-pool.js';

/** Partitions that every chunk has, by number: a value for every row; one for all rows. */
export const impliedPartitions = 2;

/** What the decisions of a chunk refer to by number, each thing once: a chunk explains itself. */
export class ChunkTables {
  readonly #statuses = new ByteWriter();
  /** The chunk's number of a status by its number in the part's table; 0 where it has none yet. */
  readonly #statusNumbers: number[] = [];
  #statusCount = 0;
  readonly #shapes: PluginShape[] = [];
  readonly #partitions = new Map<Partition, number>();
  readonly #partitionBytes = new ByteWriter();
  readonly #columns = new ColumnPool();
  readonly #bases: Uint8Array[] = [];

  constructor(private readonly verdicts: Pick<VerdictTable, 'status'>) {}

  /** Bytes so far, nearly. */
  get length(): number {
    return this.#columns.length + this.#partitionBytes.length + this.#statuses.length;
  }

  /** The chunk's number of a verdict; 0 is "passes" here too. */
  verdict(id: number): number {
    if (id === 0) return 0;
    const known = this.#statusNumbers[id] ?? 0;
    if (known !== 0) return known;
    while (this.#statusNumbers.length <= id) this.#statusNumbers.push(0);
    this.#statusNumbers[id] = ++this.#statusCount;
    writeStatus(this.#statuses, this.verdicts.status(id));
    return this.#statusCount;
  }

  shape(shape: PluginShape): number {
    const known = this.#shapes.indexOf(shape);
    return known >= 0 ? known : this.#shapes.push(shape) - 1;
  }

  partition(partition: Partition): number {
    if (partition.domains === null) return 0;
    if (partition.digest === null) return 1;
    const known = this.#partitions.get(partition);
    if (known !== undefined) return known;
    const number = impliedPartitions + this.#partitions.size;
    this.#partitions.set(partition, number);
    writeDomains(this.#partitionBytes, partition.domains);
    return number;
  }

  column({ partition, cells }: KeptColumn, verdicts: boolean): number {
    const number = this.partition(partition);
    if (cells === partition.zeros) return this.#columns.constant(number, 0);
    return this.#columns.add(number, verdicts ? this.#renumbered(cells) : cells);
  }

  base(digest: Uint8Array): number {
    return this.#bases.push(digest) - 1;
  }

  writeTo(writer: ByteWriter): void {
    writer.varint(this.#bases.length);
    for (const digest of this.#bases) writer.raw(digest);
    writer.varint(this.#statusCount);
    writer.raw(this.#statuses.view());
    writer.varint(this.#shapes.length);
    for (const shape of this.#shapes) writeShape(writer, shape);
    writer.varint(this.#partitions.size);
    writer.raw(this.#partitionBytes.view());
    this.#columns.writeTo(writer);
  }

  /** Forgets all of it and keeps the room. */
  clear(): void {
    this.#statuses.clear();
    this.#statusNumbers.length = 0;
    this.#statusCount = 0;
    this.#shapes.length = 0;
    this.#partitions.clear();
    this.#partitionBytes.clear();
    this.#columns.clear();
    this.#bases.length = 0;
  }

  #renumbered(cells: Cells): Cells {
    let highest = 0;
    for (let index = 0; index < cells.length; index++) highest = Math.max(highest, this.verdict(cells[index] ?? 0));
    const numbers = makeCells(cells.length, 0, highest);
    for (let index = 0; index < cells.length; index++) numbers[index] = this.verdict(cells[index] ?? 0);
    return numbers;
  }
}
