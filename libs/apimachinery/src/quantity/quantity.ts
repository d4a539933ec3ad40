/** How a quantity was written, and how it is written again: `12e6`, `12Mi`, `12M`. */
export type QuantityFormat = 'DecimalExponent' | 'BinarySI' | 'DecimalSI';

/**
 * An exact amount of a resource: `unscaled * 10^exponent`, never a float. `exponent` is never below -9 (nano) for a
 * parsed quantity. `text` is there only where upstream keeps the text it was given, because it takes that for canonical
 * already. Source: k8s.io/apimachinery v1.34 resource.Quantity.
 */
export interface Quantity {
  readonly unscaled: bigint;
  readonly exponent: number;
  readonly format: QuantityFormat;
  readonly text?: string;
}

/** Why a text is not a quantity, in upstream's words. */
export interface QuantityProblem {
  readonly problem: string;
}

/** The amount 0, as `0` is read. */
export const ZERO_QUANTITY: Quantity = Object.freeze({ unscaled: 0n, exponent: 0, format: 'DecimalSI', text: '0' });

const SMALL_POWERS: readonly bigint[] = Array.from({ length: 40 }, (_, power) => 10n ** BigInt(power));

/** 10^power as an exact integer; `power` must not be negative. */
export function powerOfTen(power: number): bigint {
  return SMALL_POWERS[power] ?? 10n ** BigInt(power);
}
