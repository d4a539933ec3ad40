import { pathToFileURL } from 'node:url';

interface ReleasedSchema {
  breakingChanges(released: string, present: string): string[];
  mayBreak(released: string, version: string): boolean;
}

const { breakingChanges, mayBreak } = (await import(
  pathToFileURL('tools/released-schema.mjs').href
)) as unknown as ReleasedSchema;

const schema = (fields: string): string => `type Query { ${fields} } enum Word { a b }`;

test('a field, an argument or a type that is gone or another one breaks a client; what is added does not', () => {
  const released = schema('pods(first: Int! = 50): [String!]! nodes: Int word: Word');
  expect(
    breakingChanges(released, schema('pods(first: Int, last: Int): [String!]! nodes: Int! word: Word new: Int')),
  ).toEqual([]);
  expect(
    breakingChanges(released, schema('pods(first: Int!): [String]! word: Word')).map((text) => text.split(':')[0]),
  ).toEqual(['FIELD_REMOVED', 'FIELD_CHANGED_KIND']);
  expect(breakingChanges(released, released.replace('a b', 'a'))).toEqual([
    'VALUE_REMOVED_FROM_ENUM: b was removed from enum type Word.',
  ]);
});

test.each([
  ['0.1.0', '0.1.9', false],
  ['0.1.0', '0.2.0', true],
  ['1.1.0', '1.2.0', false],
  ['1.9.0', '2.0.0', true],
  ['0.9.0', '1.0.0', true],
])('after release %s version %s may break clients: %p', (released, version, may) => {
  expect(mayBreak(released, version)).toBe(may);
});
