import { ByteWriter } from '../../bytes/index.js';
import type { Cells } from '../../columns/index.js';

interface PooledColumn {
  readonly number: number;
  readonly partition: number;
  /** Bytes a value takes; 0 when all are the same. */
  readonly form: number;
  /** The value of a constant column, else where its bytes begin. */
  readonly at: number;
}

const wordSize = 2 ** 32;

/** The whole columns of a chunk, each held once: what filters and scores say of static facts is the same for many classes. */
export class ColumnPool {
  readonly #heads = new ByteWriter();
  readonly #bytes = new ByteWriter();
  /** Constant columns by value, others by a hash of their bytes. */
  readonly #constants = new Map<number, PooledColumn[]>();
  readonly #others = new Map<number, PooledColumn[]>();
  #count = 0;

  /** Bytes so far. */
  get length(): number {
    return this.#heads.length + this.#bytes.length;
  }

  /** The number of a column with these values, which may be there already. */
  add(partition: number, cells: Cells): number {
    return isConstant(cells) ? this.#constant(partition, cells[0] ?? 0) : this.#varying(partition, cells);
  }

  /** How many, what each is, and then the bytes of all. */
  writeTo(writer: ByteWriter): void {
    writer.varint(this.#count);
    writer.raw(this.#heads.view());
    writer.raw(this.#bytes.view());
  }

  #constant(partition: number, value: number): number {
    const candidates = listAt(this.#constants, value);
    const found = candidates.find((column) => column.partition === partition);
    return found?.number ?? this.#keep(candidates, { partition, form: 0, at: value });
  }

  #varying(partition: number, cells: Cells): number {
    const form = cells.BYTES_PER_ELEMENT;
    const at = this.#bytes.length;
    writeCells(this.#bytes, cells);
    const written = this.#bytes.view().subarray(at);
    const candidates = listAt(this.#others, hashOf(written));
    const found = candidates.find((column) => column.partition === partition && column.form === form && this.#holds(column.at, written));
    if (found === undefined) return this.#keep(candidates, { partition, form, at });
    this.#bytes.truncate(at);
    return found.number;
  }

  #keep(among: PooledColumn[], column: Omit<PooledColumn, 'number'>): number {
    this.#heads.varint(column.partition);
    this.#heads.byte(column.form);
    if (column.form === 0) this.#heads.signed(column.at);
    among.push({ number: this.#count, ...column });
    return this.#count++;
  }

  #holds(at: number, bytes: Uint8Array): boolean {
    const there = this.#bytes.view();
    for (let index = 0; index < bytes.length; index++) if (there[at + index] !== bytes[index]) return false;
    return true;
  }
}

function listAt(lists: Map<number, PooledColumn[]>, key: number): PooledColumn[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const made: PooledColumn[] = [];
  lists.set(key, made);
  return made;
}

function isConstant(cells: Cells): boolean {
  const first = cells[0];
  for (let index = 1; index < cells.length; index++) if (cells[index] !== first) return false;
  return true;
}

/** FNV-1a: it only finds candidates, which are then compared. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < bytes.length; index++) hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193);
  return hash;
}

/** Little-endian, two's complement where the cells have a sign; those of 8 bytes are integers too. */
function writeCells(writer: ByteWriter, cells: Cells): void {
  if (cells instanceof Uint8Array) writer.raw(cells);
  else if (cells instanceof Uint16Array) for (const value of cells) writer.fixed(value, 2);
  else if (cells instanceof Int32Array) for (const value of cells) writer.fixed(value, 4);
  else {
    for (const value of cells) {
      const high = Math.floor(value / wordSize);
      writer.fixed(value - high * wordSize, 4);
      writer.fixed(high, 4);
    }
  }
}
