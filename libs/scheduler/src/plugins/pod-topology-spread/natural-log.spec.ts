import { naturalLog } from './natural-log.js';

/** Fixed point with 160 bits behind the point. */
const ONE = 1n << 160n;

/** 2 artanh(numerator / denominator), by its series. */
function twiceArtanh(numerator: bigint, denominator: bigint): bigint {
  const square = (numerator * numerator * ONE) / (denominator * denominator);
  let sum = 0n;
  let power = (numerator * ONE) / denominator;
  for (let odd = 1n; power > 0n; odd += 2n) {
    sum += power / odd;
    power = (power * square) / ONE;
  }
  return 2n * sum;
}

const LN2 = twiceArtanh(1n, 3n);

/** ln n to 150 bits: n = 2^k x m with m in 1..2. */
function exactLog(n: number): bigint {
  const k = BigInt(31 - Math.clz32(n));
  const power = 1n << k;
  return k * LN2 + twiceArtanh(BigInt(n) - power, BigInt(n) + power);
}

/** The double as fixed point: exact, because doubles from 0.5 on have at most 53 bits behind the point. */
const fixedPoint = (value: number): bigint => BigInt(value * 2 ** 53) * (ONE >> 53n);

/** By how many of its own last bits the double is off. */
function errorInLastBits(n: number): number {
  const value = naturalLog(n);
  const lastBit = ONE >> BigInt(52 - Math.floor(Math.log2(value)));
  const error = fixedPoint(value) - exactLog(n);
  return Number(((error < 0n ? -error : error) * 1000n) / lastBit) / 1000;
}

test('the logarithm is right to the last bit but one', () => {
  const wrong = Array.from({ length: 5_000 }, (_, index) => index + 2).filter((n) => errorInLastBits(n) > 0.6);
  expect(wrong).toEqual([]);
});

test('the logarithm of 1 is 0', () => expect(naturalLog(1)).toBe(0));

/** Where the method does not find the nearest double, Go does not either: the bits are those of the method. */
const notNearest: [n: number, bits: string][] = [
  [3, '3ff193ea7aad030a'],
  [14, '40051cca16d7bba8'],
  [176, '4014ae935b3cb89e'],
  [220, '4015931319798d6e'],
];
test.each(notNearest)('ln %i has the bits of the method', (n, bits) => {
  expect(new DataView(new Float64Array([naturalLog(n)]).buffer).getBigUint64(0, true).toString(16)).toBe(bits);
});
