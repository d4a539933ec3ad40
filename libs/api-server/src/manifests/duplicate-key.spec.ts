import fc from 'fast-check';
import { shapeOfJson } from '#json';
import { findDuplicateKeys } from './duplicate-key.js';

const duplicateIn = (text: string): unknown => findDuplicateKeys(text, JSON.parse(text), shapeOfJson(text).keys)[0];

test.each([
  ['{"a":1,"a":2}', { key: 'a', path: 'a', position: 7 }],
  ['{"a":{"b":1},"c":[{"b":1, "b" :{"a":1}}]}', { key: 'b', path: 'c[0].b', position: 26 }],
  ['{"a\\u0062":1,"ab":2}', { key: 'ab', path: 'ab', position: 13 }],
  ['{"":0,"x":"\\"","":[]}', { key: '', path: '', position: 15 }],
  ['{"__proto__":1,"__proto__":2}', { key: '__proto__', path: '__proto__', position: 15 }],
  ['{"a":"a","b":["a","a"],"c":{"a":":"}}', undefined],
  ['{"__proto__":{"a":1}}', undefined],
  ['[]', undefined],
  ['null', undefined],
])('%s', (text, found) => {
  expect(duplicateIn(text)).toEqual(found);
});

test('what a value is printed as has no key twice, and every key that is put in again is found', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(duplicateIn(text)).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
      fc.nat(),
      fc.nat(),
      (object, which, depth) => {
        const keys = Object.keys(object);
        const key = keys[which % keys.length] ?? '';
        const doubled = `{${JSON.stringify(key)}:0,${JSON.stringify(object).slice(1)}`;
        const text = '[{"x":'.repeat(depth % 50) + doubled + '}]'.repeat(depth % 50);
        expect(duplicateIn(text)).toMatchObject({ key });
      },
    ),
  );
});

test('nested a hundred thousand times', () => {
  const text = `${'[{"a":'.repeat(50_000)}{"b":1,"b":2}${'}]'.repeat(50_000)}`;
  expect(duplicateIn(text)).toMatchObject({ key: 'b' });
});

test('each of them, by its path', () => {
  const text =
    '{"kind":1,"kind":2,"spec":{"list":[{},{"a":1,"a":1,"b":{"c":1,"c":2}}]},"labels":{"x.y/z":1,"x.y/z":2}}';
  expect(findDuplicateKeys(text, JSON.parse(text), shapeOfJson(text).keys).map(({ path }) => path)).toEqual([
    'kind',
    'spec.list[1].a',
    'spec.list[1].b.c',
    'labels.x.y/z',
  ]);
});

test('a hundred at most', () => {
  const text = `{${Array.from({ length: 500 }, () => '"a":1').join()}}`;
  expect(findDuplicateKeys(text, JSON.parse(text), shapeOfJson(text).keys)).toHaveLength(100);
});
