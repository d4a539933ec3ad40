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

/**
 * The whole columns of a chunk, each held once: what filters and scores say of static facts is
 * the same for many classes.
 */
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
    return isConstant(cells) ? this.constant(partition, cells[0] ?? 0) : this.#varying(partition, cells);
  }

  /** The number of a column that says this everywhere. */
  constant(partition: number, value: number): number {
    const candidates = listAt(this.#constants, value);
    const found = candidates.find((column) => column.partition === partition);
    return found?.number ?? this.#keep(candidates, { partition, form: 0, at: value });
  }

  /** How many, what each is, and then the bytes of all. */
  writeTo(writer: ByteWriter): void {
    writer.varint(this.#count);
    writer.raw(this.#heads.view());
    writer.raw(this.#bytes.view());
  }

  /** Forgets all columns and keeps the room. */
  clear(): void {
    this.#heads.clear();
    this.#bytes.clear();
    this.#constants.clear();
    this.#others.clear();
    this.#count = 0;
  }

  #varying(partition: number, cells: Cells): number {
    const form = cells.BYTES_PER_ELEMENT;
    const candidates = listAt(this.#others, hashOf(cells));
    const at = this.#bytes.length;
    writeCells(this.#bytes, cells);
    const written = this.#bytes.view().subarray(at);
    const found = candidates.find(
      (column) => column.partition === partition && column.form === form && this.#holds(column.at, written),
    );
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
  return (
    cells.length === 1 || (cells instanceof Uint8Array ? isOneByte(cells) : cells.every((value) => value === cells[0]))
  );
}

function isOneByte(cells: Uint8Array): boolean {
  const words = wordsOf(cells);
  for (let index = 1; index < words.length; index++) if (words[index] !== words[0]) return false;
  return [...cells.subarray(0, 4), ...tailOf(cells)].every((value) => value === cells[0]);
}

/** FNV-1a by four bytes: it only finds candidates, which are then compared. */
function hashOf(cells: Cells): number {
  const words = wordsOf(cells);
  let hash = 0x811c9dc5;
  for (let index = 0; index < words.length; index++) hash = Math.imul(hash ^ (words[index] ?? 0), 0x01000193);
  for (const byte of tailOf(cells)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

/** The bytes four by four, but for up to three: a loop over 5,000 of them takes 1.4 us that way, and 5 one by one. */
function wordsOf({ buffer, byteOffset, byteLength }: Cells): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength >>> 2);
}

/** Those up to three at the end. */
function tailOf({ buffer, byteOffset, byteLength }: Cells): Uint8Array {
  return new Uint8Array(buffer, byteOffset + (byteLength & ~3), byteLength & 3);
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
