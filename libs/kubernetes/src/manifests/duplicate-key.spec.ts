import fc from 'fast-check';
import { shapeOfJson } from '../json/index.js';
import { findDuplicateKey } from './duplicate-key.js';

const duplicateIn = (text: string): unknown => findDuplicateKey(text, JSON.parse(text), shapeOfJson(text).keys);

test.each([
  ['{"a":1,"a":2}', { key: 'a', position: 7 }],
  ['{"a":{"b":1},"c":[{"b":1, "b" :{"a":1}}]}', { key: 'b', position: 26 }],
  ['{"a\\u0062":1,"ab":2}', { key: 'ab', position: 13 }],
  ['{"":0,"x":"\\"","":[]}', { key: '', position: 15 }],
  ['{"__proto__":1,"__proto__":2}', { key: '__proto__', position: 15 }],
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
