import type { ScoreValues } from '#scheduler';
import type { ByteWriter } from '../bytes/index.js';

/**
 * The values of a column in the narrowest of four arrays that holds them: what an encoder keeps for
 * every class is mostly this.
 */
export type Cells = Uint8Array | Uint16Array | Int32Array | Float64Array;

/**
 * Scores as cells: those that are handed in where all are 0. What a record has of them is written too.
 * @throws RangeError when one is not a safe integer: scores are, and nothing else is kept.
 */
export function scoreCells(values: ScoreValues, zeros: Uint8Array, record: ByteWriter): Cells {
  const size = zeros.length;
  if (size === 1 && values[0] === 0) {
    record.byte(0);
    return zeros;
  }
  if (values instanceof Uint8Array) {
    const bytes = values.slice(0, size);
    record.signedAll(bytes);
    return bytes;
  }
  // Nearly all columns of scores hold 0 to 255.
  const bytes = new Uint8Array(size);
  if (record.byteScores(values, bytes)) return bytes;
  const cells = wideCells(values, size);
  record.signedAll(cells);
  return cells;
}

function wideCells(values: Float64Array, size: number): Cells {
  let lowest = 0;
  let highest = 0;
  let fractions = 0;
  for (let index = 0; index < size; index++) {
    const value = values[index] ?? 0;
    if (value < lowest) lowest = value;
    else if (value > highest) highest = value;
    if (value !== Math.trunc(value)) fractions++;
  }
  if (fractions > 0) throw notSafe();
  checkInteger(lowest);
  checkInteger(highest);
  const cells = makeCells(size, lowest, highest);
  for (let index = 0; index < size; index++) cells[index] = values[index] ?? 0;
  return cells;
}

/** Room for so many integers between these two. */
export function makeCells(size: number, lowest: number, highest: number): Cells {
  if (lowest >= 0 && highest <= 0xff) return new Uint8Array(size);
  if (lowest >= 0 && highest <= 0xffff) return new Uint16Array(size);
  return lowest >= -(2 ** 31) && highest < 2 ** 31 ? new Int32Array(size) : new Float64Array(size);
}

/** The cells when they can be given the value, else a copy of them that can. */
export function widened(cells: Cells, value: number): Cells {
  if (holds(cells, value)) return cells;
  const wider =
    value >= 0 && value <= 0xffff && cells instanceof Uint8Array
      ? new Uint16Array(cells.length)
      : value >= -(2 ** 31) && value < 2 ** 31
        ? new Int32Array(cells.length)
        : new Float64Array(cells.length);
  wider.set(cells);
  return wider;
}

/** @throws RangeError when the number is not a safe integer. */
export function checkInteger(value: number): void {
  if (!Number.isSafeInteger(value)) throw notSafe();
}

function notSafe(): RangeError {
  return new RangeError('a column of a trace holds a number that is not a safe integer');
}

function holds(cells: Cells, value: number): boolean {
  if (cells instanceof Uint8Array) return value >= 0 && value <= 0xff;
  if (cells instanceof Uint16Array) return value >= 0 && value <= 0xffff;
  return cells instanceof Float64Array || (value >= -(2 ** 31) && value < 2 ** 31);
}
