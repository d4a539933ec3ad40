import { powerOfTen, ZERO_QUANTITY, type Quantity, type QuantityFormat, type QuantityProblem } from './quantity.js';

const WRONG_FORMAT: QuantityProblem = Object.freeze({
  problem: "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
});
const WRONG_NUMBER: QuantityProblem = Object.freeze({ problem: 'unable to parse numeric part of quantity' });
const WRONG_SUFFIX: QuantityProblem = Object.freeze({ problem: "unable to parse quantity's suffix" });

/**
 * Sign, leading zeros, integer digits, fraction digits, suffix: the scanner upstream wrote by hand reads the same
 * language.
 */
const PARTS = /^([+-]?)0*([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)$/;
const EXPONENT = /^[eE]([+-]?[0-9]+)$/;

const NANO = -9;
/** Digits that always fit an int64: upstream keeps the given text only on that fast path. */
const FAST_DIGITS = 18;
const LARGEST_BINARY = 2n ** 63n - 1n;

/** Upstream has neither limit; without them `1e999999999` is one short text that costs gigabytes to add or to print. */
const LONGEST_TEXT = 1_000;
const LARGEST_EXPONENT = 1_000;

interface Suffix {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

const SUFFIXES: ReadonlyMap<string, Suffix> = new Map([
  ...['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].map(decimalSuffix),
  ...['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map(binarySuffix),
]);

function decimalSuffix(text: string, index: number): [string, Suffix] {
  return [text, { base: 10, exponent: NANO + 3 * index, format: 'DecimalSI' }];
}

function binarySuffix(text: string, index: number): [string, Suffix] {
  return [text, { base: 2, exponent: 10 * (index + 1), format: 'BinarySI' }];
}

/**
 * Reads a quantity as the API server reads it from JSON: a string (white space around it is ignored) or a number.
 * More than nine decimals are rounded up, away from zero; binary amounts are capped at 2^63-1, silently, as upstream.
 */
export function parseQuantity(input: string | number): Quantity | QuantityProblem {
  const text = typeof input === 'number' ? String(input) : input.trim();
  if (text === '0') return ZERO_QUANTITY;
  if (text.length === 0) return WRONG_FORMAT;
  if (text.length > LONGEST_TEXT) return WRONG_NUMBER;
  const parts = PARTS.exec(text);
  if (parts === null) return WRONG_FORMAT;
  const suffix = readSuffix(parts[4] ?? '');
  if (suffix === undefined) return WRONG_SUFFIX;
  const number = {
    negative: parts[1] === '-',
    whole: parts[2] === '' ? '0' : (parts[2] ?? '0'),
    fraction: parts[3] ?? '',
  };
  return suffix.base === 10 ? decimalQuantity(text, number, suffix) : binaryQuantity(text, number, suffix);
}

/** Whether parsing gave a problem instead of a quantity. */
export function isQuantityProblem(parsed: Quantity | QuantityProblem): parsed is QuantityProblem {
  return 'problem' in parsed;
}

/**
 * Reads a quantity of an object that was admitted already: a text that is none is a bug there, and thrown as
 * RangeError.
 */
export function requireQuantity(input: string | number): Quantity {
  const parsed = parseQuantity(input);
  if (isQuantityProblem(parsed)) throw new RangeError(`${JSON.stringify(input)}: ${parsed.problem}`);
  return parsed;
}

function readSuffix(text: string): Suffix | undefined {
  const known = SUFFIXES.get(text);
  if (known !== undefined) return known;
  const match = EXPONENT.exec(text);
  if (match === null) return undefined;
  const exponent = Number(match[1]);
  return Math.abs(exponent) <= LARGEST_EXPONENT ? { base: 10, exponent, format: 'DecimalExponent' } : undefined;
}

interface WrittenNumber {
  readonly negative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

function decimalQuantity(text: string, { negative, whole, fraction }: WrittenNumber, suffix: Suffix): Quantity {
  const digits = whole + fraction;
  const exponent = suffix.exponent - fraction.length;
  const amount = atLeastNano(BigInt(digits), exponent);
  const unscaled = negative ? -amount.unscaled : amount.unscaled;
  const fast = digits.length <= FAST_DIGITS && exponent >= NANO;
  const keepsText = fast && exponent % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0');
  return keepsText
    ? { unscaled, exponent, format: suffix.format, text }
    : { unscaled, exponent: amount.exponent, format: suffix.format };
}

function binaryQuantity(text: string, { negative, whole, fraction }: WrittenNumber, suffix: Suffix): Quantity {
  const digits = BigInt(whole + fraction);
  const amount = atLeastNano(digits << BigInt(suffix.exponent), -fraction.length);
  const one = powerOfTen(-amount.exponent);
  const capped = amount.unscaled > LARGEST_BINARY * one ? { unscaled: LARGEST_BINARY, exponent: 0 } : amount;
  const unscaled = negative ? -capped.unscaled : capped.unscaled;
  const format = capped.unscaled > 0n && capped.unscaled < one ? 'DecimalSI' : 'BinarySI';
  const fast = fraction === '' && 15 - whole.length - Math.trunc((suffix.exponent * 3) / 10) - 1 >= 0;
  // Upstream recognises a canonical binary text by its three lowest bits only, and prints the others anew.
  const keepsText = fast && (digits & 7n) !== 0n;
  return keepsText ? { unscaled, exponent: 0, format, text } : { unscaled, exponent: capped.exponent, format };
}

/** Rounds up what is finer than nano: a request above zero gets some of the resource, however little was asked for. */
function atLeastNano(unscaled: bigint, exponent: number): { unscaled: bigint; exponent: number } {
  if (exponent >= NANO || unscaled === 0n) return { unscaled, exponent: Math.max(exponent, NANO) };
  const divisor = powerOfTen(NANO - exponent);
  return { unscaled: (unscaled + divisor - 1n) / divisor, exponent: NANO };
}
