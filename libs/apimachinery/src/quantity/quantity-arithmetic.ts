import { powerOfTen, type Quantity } from './quantity.js';

const MILLI = -3;

/**
 * The whole number at or beyond the amount, away from zero, as Go's `Value()`. Exact: where Go overflows int64, this
 * does not.
 */
export function value(quantity: Quantity): bigint {
  return scaledValue(quantity, 0);
}

/**
 * Thousandths of the amount, rounded away from zero, as Go's `MilliValue()`. Exact: where Go overflows int64, this does
 * not.
 */
export function milliValue(quantity: Quantity): bigint {
  return scaledValue(quantity, MILLI);
}

/** Exact sum. Its format is that of `a`, or of `b` where `a` is zero, as upstream's `Add`. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const exponent = Math.min(a.exponent, b.exponent);
  return { unscaled: unscaledAt(a, exponent) + unscaledAt(b, exponent), exponent, format: formatOfResult(a, b) };
}

/** Exact difference `a - b`. Its format is that of `a`, or of `b` where `a` is zero, as upstream's `Sub`. */
export function subtractQuantities(a: Quantity, b: Quantity): Quantity {
  const exponent = Math.min(a.exponent, b.exponent);
  return { unscaled: unscaledAt(a, exponent) - unscaledAt(b, exponent), exponent, format: formatOfResult(a, b) };
}

/** -1, 0 or 1 as `a` is less than, equal to or greater than `b`; formats do not matter. */
export function compareQuantities(a: Quantity, b: Quantity): -1 | 0 | 1 {
  const exponent = Math.min(a.exponent, b.exponent);
  const left = unscaledAt(a, exponent);
  const right = unscaledAt(b, exponent);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether the amount is a whole number, such as extended resources must be. */
export function isWhole(quantity: Quantity): boolean {
  return quantity.exponent >= 0 || quantity.unscaled % powerOfTen(-quantity.exponent) === 0n;
}

/** The amount as a number of whole units (cores, bytes, pods): the nearest double, exact below 2^53 of its digits. */
export function inBaseUnits({ unscaled, exponent }: Quantity): number {
  // A division by a power of ten rounds once; to multiply with a negative one rounds twice.
  return exponent < 0 ? Number(unscaled) / 10 ** -exponent : Number(unscaled * powerOfTen(exponent));
}

function scaledValue(quantity: Quantity, scale: number): bigint {
  const shift = quantity.exponent - scale;
  if (shift >= 0) return quantity.unscaled * powerOfTen(shift);
  const divisor = powerOfTen(-shift);
  const quotient = quantity.unscaled / divisor;
  if (quotient * divisor === quantity.unscaled) return quotient;
  return quantity.unscaled > 0n ? quotient + 1n : quotient - 1n;
}

function unscaledAt(quantity: Quantity, exponent: number): bigint {
  return quantity.exponent === exponent
    ? quantity.unscaled
    : quantity.unscaled * powerOfTen(quantity.exponent - exponent);
}

function formatOfResult(a: Quantity, b: Quantity): Quantity['format'] {
  return a.unscaled === 0n ? b.format : a.format;
}

/**
 * The amount rounded up to thousandths, away from zero; the same quantity where it has none finer.
 * // as Go's `RoundUp(Milli)`
 */
export function roundUpToMilli(quantity: Quantity): Quantity {
  if (quantity.exponent >= MILLI) return quantity;
  return { unscaled: milliValue(quantity), exponent: MILLI, format: quantity.format };
}
