/**
 * One integer per row, in the narrowest form that holds them all. `form` is also the number of bytes a row takes: 0 when every row has the same
 * value, 1 and 2 unsigned, 4 and 8 two's complement; little-endian.
 */
export interface Column {
  readonly form: ColumnForm;
  /** The value of every row in form 0, else 0. */
  readonly constant: number;
  /** `form` x rows bytes. */
  readonly bytes: Uint8Array;
}

/** Bytes per row. */
export type ColumnForm = 0 | 1 | 2 | 4 | 8;

const noBytes = new Uint8Array(0);
const wordSize = 2 ** 32;

/** Packs the values, all of them. @throws RangeError when one is not a safe integer: scores and ids are, and nothing else is kept. */
export function packColumn(values: Float64Array): Column {
  let lowest = values[0] ?? 0;
  let highest = lowest;
  let fractions = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? 0;
    if (value < lowest) lowest = value;
    else if (value > highest) highest = value;
    if (value !== Math.trunc(value)) fractions++;
  }
  if (fractions > 0 || !Number.isSafeInteger(lowest) || !Number.isSafeInteger(highest)) throw new RangeError('a column of a trace holds a number that is not a safe integer');
  return pack(values, lowest, highest);
}

function pack(values: Float64Array, lowest: number, highest: number): Column {
  // + 0 makes an integer of -0.
  if (lowest === highest) return { form: 0, constant: lowest + 0, bytes: noBytes };
  const form = narrowestForm(lowest, highest);
  const bytes = new Uint8Array(values.length * form);
  if (form === 1) for (let row = 0; row < values.length; row++) bytes[row] = values[row] ?? 0;
  else if (form === 2) for (let row = 0; row < values.length; row++) write16(bytes, row * 2, values[row] ?? 0);
  else if (form === 4) for (let row = 0; row < values.length; row++) write32(bytes, row * 4, values[row] ?? 0);
  else for (let row = 0; row < values.length; row++) write64(bytes, row * 8, values[row] ?? 0);
  return { form, constant: 0, bytes };
}

function narrowestForm(lowest: number, highest: number): 1 | 2 | 4 | 8 {
  if (lowest >= 0 && highest <= 0xff) return 1;
  if (lowest >= 0 && highest <= 0xffff) return 2;
  return lowest >= -(2 ** 31) && highest < 2 ** 31 ? 4 : 8;
}

/** The value of one row. */
export function columnValue({ form, constant, bytes }: Column, row: number): number {
  switch (form) {
    case 0:
      return constant;
    case 1:
      return bytes[row] ?? 0;
    case 2:
      return (bytes[row * 2] ?? 0) | ((bytes[row * 2 + 1] ?? 0) << 8);
    case 4:
      return read32(bytes, row * 4);
    case 8:
      return (read32(bytes, row * 8) >>> 0) + read32(bytes, row * 8 + 4) * wordSize;
  }
}

/** All values, into an array of as many rows. */
export function unpackColumn(column: Column, into: Float64Array): void {
  if (column.form === 0) into.fill(column.constant);
  else if (column.form === 1) into.set(column.bytes);
  else for (let row = 0; row < into.length; row++) into[row] = columnValue(column, row);
}

/** True when the column holds these values. Looked at before anything is packed: most columns of a decision are as in the one before. */
export function holdsValues(column: Column, values: Float64Array): boolean {
  const { form, constant, bytes } = column;
  if (form === 0) {
    for (let row = 0; row < values.length; row++) if (values[row] !== constant) return false;
  } else if (form === 1) {
    for (let row = 0; row < values.length; row++) if (values[row] !== bytes[row]) return false;
  } else {
    for (let row = 0; row < values.length; row++) if (values[row] !== columnValue(column, row)) return false;
  }
  return true;
}

function write16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
}

function write32(bytes: Uint8Array, at: number, value: number): void {
  write16(bytes, at, value);
  write16(bytes, at + 2, value >>> 16);
}

function write64(bytes: Uint8Array, at: number, value: number): void {
  const high = Math.floor(value / wordSize);
  write32(bytes, at, value - high * wordSize);
  write32(bytes, at + 4, high);
}

function read32(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}
