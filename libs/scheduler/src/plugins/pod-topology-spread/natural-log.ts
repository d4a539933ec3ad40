/** ln 2 as a sum: the first part has so many zero bits at its end that its product with an exponent is exact. */
const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;
/**
 * Coefficients of the even and of the odd powers of s squared in the remainder of ln(1 + f) = 2
 * artanh(s), s = f / (2 + f).
 */
const [L1, L2, L3, L4, L5, L6, L7] = [
  6.66666666666673513e-1, 3.999999999940941908e-1, 2.857142874366239149e-1, 2.222219843214978396e-1,
  1.818357216161805012e-1, 1.531383769920937332e-1, 1.479819860511658591e-1,
] as const;

/**
 * The natural logarithm of an integer in 1..2^31, to the last bit as Go's math.Log has it on amd64: the method of
 * FreeBSD's e_log, in this order of operations. ECMAScript leaves the last bit of Math.log to the implementation, and
 * scores are rounded from sums of multiples of it: two engines could disagree on a score. Multiplying, adding and
 * dividing are exact to the bit everywhere.
 */
export function naturalLog(integer: number): number {
  const bits = 32 - Math.clz32(integer);
  const fraction = integer / 2 ** bits;
  const isSmall = fraction < Math.SQRT1_2;
  const exponent = isSmall ? bits - 1 : bits;
  const f = (isSmall ? fraction * 2 : fraction) - 1;
  const s = f / (2 + f);
  const s2 = s * s;
  const s4 = s2 * s2;
  const odd = s2 * (L1 + s4 * (L3 + s4 * (L5 + s4 * L7)));
  const even = s4 * (L2 + s4 * (L4 + s4 * L6));
  const halfSquare = 0.5 * f * f;
  return exponent * LN2_HIGH - (halfSquare - (s * (halfSquare + (odd + even)) + exponent * LN2_LOW) - f);
}
