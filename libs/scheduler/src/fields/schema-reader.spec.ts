import { IN_TREE_PLUGINS } from '../in-tree-plugins.js';
import { FieldReader } from './field-reader.js';
import { schemaOf } from './schema-reader.js';

test('what is read is what the schema names', () => {
  const read = (reader: FieldReader): unknown => [
    reader.requiredString('name'),
    reader.string('mode'),
    reader.boolean('strict'),
    reader.integer('least'),
    reader.integer64('bytes'),
    reader.number('share'),
    reader.strings('labels'),
    reader.object('inner', (inner) => inner.integer('depth')),
    reader.list('points', (point) => point.integer('x')),
    reader.raw('anything'),
    reader.has('name'),
  ];
  const closed = { type: 'object', additionalProperties: false };
  const int32 = { type: 'integer', format: 'int32' };
  expect(schemaOf(read)).toEqual({
    ...closed,
    required: ['name'],
    properties: {
      name: { type: 'string' },
      mode: { type: 'string' },
      strict: { type: 'boolean' },
      least: int32,
      bytes: { type: 'integer', format: 'int64' },
      share: { type: 'number' },
      labels: { type: 'array', items: { type: 'string' } },
      inner: { ...closed, properties: { depth: int32 } },
      points: { type: 'array', items: { ...closed, properties: { x: int32 } } },
      anything: {},
    },
  });
  expect(schemaOf((reader) => reader.rest())).toEqual({ type: 'object', properties: {} });
});

test('a field of args that a plugin has a default for is in its schema', () => {
  const defaults = IN_TREE_PLUGINS.flatMap(({ name, readArgs }) => {
    const reader = new FieldReader({});
    const args = readArgs?.(reader);
    return readArgs === undefined || typeof args !== 'object'
      ? []
      : [{ name, readArgs, fields: Object.keys(args ?? {}) }];
  });
  expect(defaults.length).toBeGreaterThan(6);
  for (const { name, readArgs, fields } of defaults) {
    const { properties } = schemaOf(readArgs) as { readonly properties: object };
    expect({ name, missing: fields.filter((field) => !Object.hasOwn(properties, field)) }).toEqual({
      name,
      missing: [],
    });
  }
});
