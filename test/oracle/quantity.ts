import type { Quantity } from './objects.js';

const NANO = 1_000_000_000n;
const DECIMAL: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const BINARY: Readonly<Record<string, bigint>> = { Ki: 10n, Mi: 20n, Gi: 30n, Ti: 40n, Pi: 50n, Ei: 60n };
const FORM = /^([+-]?)(\d*)(?:\.(\d*))?(?:([eE][+-]?\d+)|([a-zA-Z]*))$/;

/**
 * A quantity in billionths, exact. What is smaller than a billionth is rounded away from zero, as
 * resource.Quantity keeps it.
 */
export function nanoOf(quantity: Quantity): bigint {
  const match = FORM.exec(String(quantity));
  if (match === null) throw new Error(`not a quantity: ${quantity}`);
  const [, sign, whole = '', fraction = '', exponent, suffix = ''] = match;
  const digits = BigInt(`${whole}${fraction}` || '0');
  const binary = BINARY[suffix];
  const power = exponent === undefined ? DECIMAL[binary === undefined ? suffix : ''] : Number(exponent.slice(1));
  if (power === undefined) throw new Error(`not a quantity: ${quantity}`);
  const scaled = scale(digits * (binary === undefined ? 1n : 2n ** binary), power - fraction.length + 9);
  return sign === '-' ? -scaled : scaled;
}

function scale(digits: bigint, power: number): bigint {
  return power >= 0 ? digits * 10n ** BigInt(power) : divideAwayFromZero(digits, 10n ** BigInt(-power));
}

function divideAwayFromZero(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  if (dividend % divisor === 0n) return quotient;
  return dividend > 0n ? quotient + 1n : quotient - 1n;
}

/** Thousandths, rounded away from zero, once. */
export function milliOfNano(nano: bigint): bigint {
  return divideAwayFromZero(nano, NANO / 1000n);
}

/** Whole units, rounded away from zero, once. */
export function valueOfNano(nano: bigint): bigint {
  return divideAwayFromZero(nano, NANO);
}

/** A quantity in whole units: bytes of a volume's capacity. */
export function valueOf(quantity: Quantity): bigint {
  return valueOfNano(nanoOf(quantity));
}
