/** Column types that bulk writes use, by the names PostgreSQL gives them. */
export type CopyType = 'uuid' | 'text' | 'bytea' | 'int4' | 'int8' | 'float4' | 'bool' | 'timestamptz' | 'jsonb';

/** What may stand in a row: null everywhere; jsonb takes any JSON value, already serialised ones as a string. */
export type CopyValue = string | number | bigint | boolean | Date | Uint8Array | object | null;

/** Microseconds from the Unix epoch to PostgreSQL's, 2000-01-01. */
const POSTGRES_EPOCH_MICROS = 946_684_800_000_000n;

const SIGNATURE = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const TRAILER = Buffer.from([0xff, 0xff]);

const KNOWN_UUIDS = 8;

/** @throws RangeError when a row does not have a value for each column. */
export function checkRow(row: readonly CopyValue[], types: readonly CopyType[]): void {
  if (row.length !== types.length) throw new RangeError(`a row of ${row.length} values for ${types.length} columns`);
}

/**
 * Rows in the binary format of COPY (PostgreSQL 18 manual, "COPY", file formats), gathered in one growing buffer:
 * an allocation per field costs more than the encoding.
 */
export class BinaryRows {
  #buffer = Buffer.allocUnsafe(1 << 16);
  #length = 0;
  readonly #uuids = new Map<string, Buffer>();

  constructor(private readonly types: readonly CopyType[]) {
    this.#append(SIGNATURE);
  }

  /** Bytes gathered since the last take(). */
  get length(): number {
    return this.#length;
  }

  add(row: readonly CopyValue[]): void {
    checkRow(row, this.types);
    this.#reserve(2);
    this.#length = this.#buffer.writeInt16BE(row.length, this.#length);
    for (let i = 0; i < row.length; i++) this.#field(this.types[i] as CopyType, row[i] as CopyValue);
  }

  /** Hands out what was gathered and starts anew; the last call closes the stream of rows. */
  take(last: boolean): Buffer {
    if (last) this.#append(TRAILER);
    const taken = Buffer.from(this.#buffer.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }

  #field(type: CopyType, value: CopyValue): void {
    if (value === null) return this.#int32(-1);
    switch (type) {
      case 'bool':
        this.#int32(1);
        this.#reserve(1);
        this.#length = this.#buffer.writeUInt8(value === true ? 1 : 0, this.#length);
        return;
      case 'int4':
        this.#int32(4);
        return this.#int32(value as number);
      case 'float4':
        this.#int32(4);
        this.#reserve(4);
        this.#length = this.#buffer.writeFloatBE(value as number, this.#length);
        return;
      case 'int8':
        return this.#int64(BigInt(value as bigint | number));
      case 'timestamptz':
        return this.#int64(BigInt((value as Date).getTime()) * 1000n - POSTGRES_EPOCH_MICROS);
      case 'uuid':
        return this.#bytes(this.#uuid(value as string));
      case 'bytea':
        return this.#bytes(value as Uint8Array);
      case 'text':
        return this.#text(value as string);
      case 'jsonb':
        return this.#text(`\u0001${typeof value === 'string' ? value : JSON.stringify(value)}`);
    }
  }

  /** Rows of one COPY have a few of them in common: their cluster, their run, their team. */
  #uuid(text: string): Buffer {
    let bytes = this.#uuids.get(text);
    if (bytes === undefined) {
      bytes = Buffer.from(text.replaceAll('-', ''), 'hex');
      if (this.#uuids.size < KNOWN_UUIDS) this.#uuids.set(text, bytes);
    }
    return bytes;
  }

  #int32(value: number): void {
    this.#reserve(4);
    this.#length = this.#buffer.writeInt32BE(value, this.#length);
  }

  #int64(value: bigint): void {
    this.#int32(8);
    this.#reserve(8);
    this.#length = this.#buffer.writeBigInt64BE(value, this.#length);
  }

  #text(value: string): void {
    const length = Buffer.byteLength(value);
    this.#int32(length);
    this.#reserve(length);
    this.#length += this.#buffer.write(value, this.#length);
  }

  #bytes(value: Uint8Array): void {
    this.#int32(value.length);
    this.#append(value);
  }

  #append(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}
