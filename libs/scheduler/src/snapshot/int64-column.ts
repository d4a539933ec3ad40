import { LARGEST_FAST_AMOUNT, type Amount } from '../resources/index.js';

/**
 * An int64 for every row. Doubles carry it exactly while every value stays within 2^52; the first one beyond makes the
 * column wide, and from then on `wide` is the truth and `values` its nearest doubles. Arithmetic wraps, as Go's.
 */
export class Int64Column {
  values: Float64Array;
  wide: BigInt64Array | null = null;

  constructor(capacity: number) {
    this.values = new Float64Array(capacity);
  }

  /** The exact value. */
  at(row: number): bigint {
    return this.wide === null ? BigInt(this.values[row] ?? 0) : (this.wide[row] ?? 0n);
  }

  add(row: number, amount: Amount): void {
    this.#change(row, amount.amount, amount.exact);
  }

  subtract(row: number, amount: Amount): void {
    this.#change(row, -amount.amount, -amount.exact);
  }

  clear(row: number): void {
    this.values[row] = 0;
    if (this.wide !== null) this.wide[row] = 0n;
  }

  /** Keeps these rows, in ascending order, and no other. */
  keep(rows: readonly number[]): void {
    this.values = keptRows(this.values, rows);
    if (this.wide === null) return;
    const wide = new BigInt64Array(this.wide.length);
    for (const [to, from] of rows.entries()) wide[to] = this.wide[from] ?? 0n;
    this.wide = wide;
  }

  grow(capacity: number): void {
    const values = new Float64Array(capacity);
    values.set(this.values);
    this.values = values;
    if (this.wide === null) return;
    const wide = new BigInt64Array(capacity);
    wide.set(this.wide);
    this.wide = wide;
  }

  fork(): Int64Column {
    const copy = new Int64Column(0);
    copy.values = this.values.slice();
    copy.wide = this.wide?.slice() ?? null;
    return copy;
  }

  #change(row: number, delta: number, exact: bigint): void {
    const sum = (this.values[row] ?? 0) + delta;
    if (this.wide === null && Math.abs(delta) <= LARGEST_FAST_AMOUNT && Math.abs(sum) <= LARGEST_FAST_AMOUNT) {
      this.values[row] = sum;
      return;
    }
    const wide = this.#widen();
    wide[row] = (wide[row] ?? 0n) + exact;
    this.values[row] = Number(wide[row]);
  }

  #widen(): BigInt64Array {
    this.wide ??= BigInt64Array.from(this.values, (value) => BigInt(value));
    return this.wide;
  }
}

/** A copy with these rows first and zeros behind them. */
export function keptRows<T extends Uint8Array | Float64Array | Int32Array>(from: T, rows: readonly number[]): T {
  const kept = from.slice().fill(0) as T;
  for (const [to, row] of rows.entries()) kept[to] = from[row] ?? 0;
  return kept;
}
