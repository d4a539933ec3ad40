import { isWhole, value } from './quantity-arithmetic.js';
import type { Quantity } from './quantity.js';

const DECIMAL_SUFFIXES: readonly string[] = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const BINARY_SUFFIXES: readonly string[] = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/**
 * The canonical text, as the API server prints it: no fraction, the largest suffix that keeps every digit, the format
 * it was written in (`1.5` is `1500m`, `1.5Gi` is `1536Mi`). Binary amounts below 1024 and fractional ones are printed
 * as decimals. Amounts beyond the largest suffix print exactly (`1000E` is `1e21`), where v1.34 itself loses the
 * suffix.
 */
export function formatQuantity(quantity: Quantity): string {
  if (quantity.text !== undefined) return quantity.text;
  if (quantity.unscaled === 0n) return '0';
  if (quantity.format === 'BinarySI' && isWhole(quantity)) {
    const whole = value(quantity);
    if (whole <= -1024n || whole >= 1024n) return binaryText(whole);
  }
  return decimalText(quantity);
}

function binaryText(whole: bigint): string {
  let amount = whole;
  let power = 0;
  while (power < BINARY_SUFFIXES.length - 1 && (amount & 1023n) === 0n) {
    amount >>= 10n;
    power += 1;
  }
  return `${amount}${BINARY_SUFFIXES[power] ?? ''}`;
}

function decimalText(quantity: Quantity): string {
  const digits = quantity.unscaled.toString();
  const significant = digits.replace(/0+$/, '');
  const exponent = quantity.exponent + digits.length - significant.length;
  const padding = ((exponent % 3) + 3) % 3;
  const number = significant + '0'.repeat(padding);
  return number + decimalSuffix(exponent - padding, quantity.format);
}

function decimalSuffix(exponent: number, format: Quantity['format']): string {
  if (exponent === 0) return '';
  const suffix = format === 'DecimalExponent' ? undefined : DECIMAL_SUFFIXES[exponent / 3 + 3];
  return suffix ?? `e${exponent}`;
}
