/**
 * One integer per value of a column, in a form that holds them all. `form` is also the number of bytes each takes: 0
 * when all are the same, 1 and 2 unsigned, 4 and 8 two's complement; little-endian.
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

const wordSize = 2 ** 32;

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

function read32(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}
