import { runInNewContext } from 'node:vm';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { canonicalText } from './canonical-text.js';
import { findInexact } from './find-inexact.js';

/**
 * Texts with everything in them that is written otherwise: controls, quotes, surrogates with
 * and without their other half.
 */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('"', '\\', '\0', '\u007f', '\u2028', '\ud83d', '\ude00', '😀', 'ü'),
    fc.string({ minLength: 1, maxLength: 1 }),
  ),
});
const scalar = fc.oneof(
  text,
  fc.double(),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constantFrom(null, undefined, -0, 2 ** 53, 1n, new Date(0)),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(text, fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
  ),
}));

test('is what the reference writes of exact values, and nothing of others', () =>
  fc.assert(
    fc.property(value, (one) => {
      const exact = findInexact(one).length === 0;
      expect(canonicalText(one)).toBe(exact ? canonicalize(one) : undefined);
    }),
    { numRuns: 2_000 },
  ));

test('a value of another realm and one without a prototype are as plain as any', () => {
  const bare = Object.assign(Object.create(null) as object, { b: 1, a: [2] });
  expect(canonicalText(bare)).toBe('{"a":[2],"b":1}');
  expect(canonicalText(runInNewContext('({ b: 1, a: [2] })'))).toBe('{"a":[2],"b":1}');
  expect(canonicalText({ toJSON: () => 1 })).toBeUndefined();
  expect(canonicalText(new Map())).toBeUndefined();
});
