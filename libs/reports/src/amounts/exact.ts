import type { Quantity } from '#apimachinery';

/** Kubernetes has no finer amounts than this many digits behind the point. */
const DIGITS = 9;

/** An amount in billionths of its base unit, as an exact integer. */
export function billionths({ unscaled, exponent }: Quantity): bigint {
  const shift = exponent + DIGITS;
  return shift >= 0 ? unscaled * 10n ** BigInt(shift) : unscaled / 10n ** BigInt(-shift);
}

/** The decimal text of `value` / 10^`digits`, without zeros that say nothing. */
export function decimalText(value: bigint, digits: number): string {
  const sign = value < 0n ? '-' : '';
  const all = String(value < 0n ? -value : value).padStart(digits + 1, '0');
  const [whole, part] = [all.slice(0, all.length - digits), all.slice(all.length - digits).replace(/0+$/, '')];
  return part === '' ? `${sign}${whole}` : `${sign}${whole}.${part}`;
}

/** `numerator` / `denominator`, rounded half away from zero. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const isBelow = numerator < 0n !== denominator < 0n;
  const [over, under] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  const rounded = (2n * over + under) / (2n * under);
  return isBelow ? -rounded : rounded;
}
