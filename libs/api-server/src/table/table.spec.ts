import type { KubernetesObject } from '#kubernetes';
import { KINDS } from '../../../kubernetes/src/kinds/all-kinds.js';
import { NAME, ofField, printerColumns } from '../../../kubernetes/src/table/column.js';
import { tableOf, type TableOptions } from './table.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const OPTIONS: TableOptions = {
  apiVersion: 'meta.k8s.io/v1',
  includeObject: 'Metadata',
  now: NOW,
  descriptionOf: (field) => `of ${field}`,
};

describe.each(KINDS.map(({ description, columns }) => [description.kind, columns] as const))('%s', (kind, columns) => {
  test('has a cell for each column, of an object that says nothing else as well', () => {
    const bare = { apiVersion: 'v1', kind, metadata: { name: 'a' } };
    for (const object of [bare, { ...bare, spec: {}, status: {} }]) {
      const cells = columns.cells(object, NOW);
      expect(cells.map((cell) => typeof cell)).toEqual(columns.columns.map(() => expect.stringMatching(/^(st|nu|bo)/)));
      expect(cells).toHaveLength(columns.columns.length);
    }
  });

  test('begins with the name, which -o wide is not needed for', () => {
    const name = columns.columns.find(({ name: text }) => text === 'Name');
    expect(name).toMatchObject({ format: 'name' });
  });
});

describe('a table', () => {
  const columns = printerColumns<{ readonly spec?: { readonly size?: number } }>({
    columns: [NAME, ofField('Size', 'Thing.size', { type: 'integer', priority: 1 })],
    cells: ({ metadata, spec }) => [metadata.name, spec?.size ?? 0],
    conditions: ({ metadata }) =>
      metadata.name === 'b' ? [{ type: 'Completed', status: 'True', reason: 'Done', message: 'It is done.' }] : [],
  });
  const object = (name: string): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'Thing',
    metadata: { name },
    spec: { size: 3 },
  });
  const objects = [object('a'), object('b')];

  test('has the definitions of its columns, and a row for each object', () => {
    expect(tableOf(columns, { objects, metadata: { resourceVersion: '7' } }, OPTIONS)).toEqual({
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '7' },
      columnDefinitions: [
        { name: 'Name', type: 'string', format: 'name', description: 'of ObjectMeta.name', priority: 0 },
        { name: 'Size', type: 'integer', format: '', description: 'of Thing.size', priority: 1 },
      ],
      rows: [
        {
          cells: ['a', 3],
          object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { name: 'a' } },
        },
        {
          cells: ['b', 3],
          conditions: [{ type: 'Completed', status: 'True', reason: 'Done', message: 'It is done.' }],
          object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { name: 'b' } },
        },
      ],
    });
  });

  test.each([
    ['None', null],
    ['Metadata', { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1beta1', metadata: { name: 'a' } }],
    ['Object', object('a')],
  ] as const)('carries %s of each object', (includeObject, expected) => {
    const options = { ...OPTIONS, includeObject, apiVersion: 'meta.k8s.io/v1beta1' } as const;
    expect(tableOf(columns, { objects, metadata: {} }, options).rows[0]?.object).toEqual(expected);
  });

  test('leaves the columns out for a reader that has them', () => {
    expect(
      tableOf(columns, { objects, metadata: {} }, { ...OPTIONS, withColumns: false }).columnDefinitions,
    ).toBeNull();
  });
});
