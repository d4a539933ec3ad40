import fc from 'fast-check';
import { JsonShapeCounter, lengthOfJson, shapeOfJson, shapeProblem, type JsonShape } from './index.js';

test.each([
  ['1', { depth: 0, values: 1, keys: 0 }],
  ['{"a":[1,2,{"b":"}],:\\\\\\"["}]}', { depth: 3, values: 6, keys: 2 }],
  ['[[],[]]', { depth: 2, values: 5, keys: 0 }],
  ['{"a', { depth: 1, values: 2, keys: 0 }],
])('%s', (text, shape) => {
  expect(shapeOfJson(text)).toEqual(shape);
});

test('no value has more in it than its text shows', () => {
  const count = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, one) => sum + count(one), 1)
      : 1;
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(shapeOfJson(text).values).toBeGreaterThanOrEqual(count(value));
      expect(lengthOfJson(value)).toBeLessThanOrEqual(text.length + count(value) + 1);
    }),
  );
});

test('what nests too deep has no length, and is not read', () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  expect(lengthOfJson(JSON.parse(deep))).toBe(Infinity);
  expect(shapeProblem(shapeOfJson(deep))).toBe('nests deeper than 200 levels');
});

test('a text holds the same in pieces, wherever it is cut', () => {
  const pieces = fc.array(fc.stringMatching(/^[[\]{}",:\\a]*$/), { maxLength: 6 });
  fc.assert(
    fc.property(pieces, (cut) => {
      const counter = new JsonShapeCounter();
      for (const piece of cut) counter.add(piece);
      const { depth, values, keys } = counter;
      expect({ depth, values, keys }).toEqual(shapeByCharacter(cut.join('')));
    }),
    { numRuns: 1_000 },
  );
});

function shapeByCharacter(text: string): JsonShape {
  const bare = text.replace(/"(?:\\[^]|[^"\\])*(?:"|\\?$)/g, '');
  const levels = [...bare].map((one) => ('[{'.includes(one) ? 1 : ']}'.includes(one) ? -1 : 0));
  let level = 0;
  return {
    depth: Math.max(0, ...levels.map((step) => (level += step))),
    values: 1 + (bare.match(/[,[{]/g)?.length ?? 0),
    keys: bare.match(/:/g)?.length ?? 0,
  };
}
