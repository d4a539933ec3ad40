import fc from 'fast-check';
import { jsonDifference, jsonPatch } from './index.js';

const key = fc.constantFrom('a', 'b', 'a/b', '~', '__proto__', '0', '');
const { document } = fc.letrec<{ document: unknown; leaf: unknown; list: unknown[]; object: object }>((tie) => ({
  document: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('list'), tie('object')),
  leaf: fc.constantFrom(null, true, false, 0, 1, '', 'x'),
  list: fc.array(tie('document'), { maxLength: 4 }),
  object: fc
    .array(fc.tuple(key, tie('document')), { maxLength: 4 })
    .map(
      (entries) =>
        JSON.parse(
          `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
        ) as object,
    ),
}));

test('the patch of a difference makes the one of the other, and is empty between equals', () =>
  fc.assert(
    fc.property(document, document, (before, after) => {
      const patched = jsonPatch(before, jsonDifference(before, after));
      expect('value' in patched && JSON.stringify(sorted(patched.value))).toBe(JSON.stringify(sorted(after)));
      expect(jsonDifference(before, JSON.parse(JSON.stringify(before)))).toEqual([]);
    }),
    { numRuns: 2_000 },
  ));

/** With fields by name: which comes first makes no difference. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, sorted(field)]);
}

test.each<[string, unknown, unknown, object[]]>([
  [
    'a field that comes, one that goes, one that changes',
    { a: 1, b: 2 },
    { b: 3, c: 4 },
    [
      { op: 'remove', path: '/a' },
      { op: 'replace', path: '/b', value: 3 },
      { op: 'add', path: '/c', value: 4 },
    ],
  ],
  [
    'a field further in',
    { 'a/b': { '~': [1] } },
    { 'a/b': { '~': [2] } },
    [{ op: 'replace', path: '/a~1b/~0/0', value: 2 }],
  ],
  [
    'an item that goes from the front',
    { l: [{ a: 1 }, { b: 2 }, { c: 3 }] },
    { l: [{ b: 2 }, { c: 3 }] },
    [{ op: 'remove', path: '/l/0' }],
  ],
  ['an item that comes in the middle', [1, 3], [1, 2, 3], [{ op: 'add', path: '/1', value: 2 }]],
  ['another type', { a: [] }, { a: {} }, [{ op: 'replace', path: '/a', value: {} }]],
  ['null is a value', { a: null }, { a: 0 }, [{ op: 'replace', path: '/a', value: 0 }]],
])('%s', (_, before, after, wanted) => {
  expect(jsonDifference(before, after)).toEqual(wanted);
});
