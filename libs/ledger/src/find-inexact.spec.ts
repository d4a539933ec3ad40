import fc from 'fast-check';
import { canonicalBytes } from './canonical-bytes.js';
import { findInexact, maxDepth } from './find-inexact.js';

function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

describe('findInexact', () => {
  const cases: readonly { name: string; value: unknown; want: readonly string[] }[] = [
    { name: 'exact values', value: { a: [null, true, 'ü😀', 0.1, -0, 2 ** 53 - 1], 'x/y': {} }, want: [] },
    { name: 'NUL in a text', value: ['a\0b'], want: ['/0 contains NUL'] },
    { name: 'NUL in a key', value: { 'a\0': 1 }, want: ['/a\0 has a key that contains NUL'] },
    {
      name: 'lone surrogates',
      value: { high: '\ud83d', low: 'x\ude00', pair: '\ud83d\ude00' },
      want: ['/high contains a lone surrogate', '/low contains a lone surrogate'],
    },
    {
      name: 'integers beyond 2^53 - 1',
      value: [2 ** 53, -(2 ** 53), 1e300],
      want: ['/0', '/1', '/2'].map((at) => `${at} is an integer beyond 2^53 - 1`),
    },
    {
      name: 'numbers that are none',
      value: [Number.NaN, Infinity],
      want: ['/0 is not a finite number', '/1 is not a finite number'],
    },
    { name: 'undefined', value: { a: undefined, b: [undefined] }, want: ['/a is undefined', '/b/0 is undefined'] },
    { name: 'the whole value', value: undefined, want: [' is undefined'] },
    {
      name: 'what is not JSON',
      value: [new Date(0), 1n, new Map(), () => 1, { toJSON: () => 1 }],
      want: ['/0', '/1', '/2', '/3', '/4'].map((at) => `${at} is not a JSON value`),
    },
    { name: 'keys that a pointer escapes', value: { 'a/b': { '~': undefined } }, want: ['/a~1b/~0 is undefined'] },
  ];

  test.each(cases)('$name', ({ value, want }) => {
    expect(findInexact(value).map(({ pointer, message }) => `${pointer} ${message}`)).toEqual(want);
  });

  test.each([
    { name: 'at the limit', value: nested(maxDepth), want: [] },
    { name: 'beyond it', value: nested(maxDepth + 1), want: ['is nested deeper than 1000 levels'] },
    { name: 'far beyond it', value: nested(200_000), want: ['is nested deeper than 1000 levels'] },
    { name: 'a cycle', value: cyclic, want: ['is nested deeper than 1000 levels'] },
  ])('depth: $name', ({ value, want }) => {
    expect(findInexact(value).map(({ message }) => message)).toEqual(want);
  });

  test('what it accepts comes back from its canonical bytes, and has one byte form only', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(findInexact(value).length === 0);
        const bytes = Buffer.from(canonicalBytes(value));
        const back: unknown = JSON.parse(bytes.toString('utf8'));
        expect(back).toEqual(JSON.parse(JSON.stringify(value)));
        expect(Buffer.from(canonicalBytes(back))).toEqual(bytes);
      }),
    );
  });
});
