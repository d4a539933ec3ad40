import { z } from 'zod';
import { rowsAsCsv, rowsAsNdjson } from './rows-as-text.js';
import { columnsOf, rowOf } from './table-columns.js';

const row = z.object({
  group: z.record(z.string(), z.string().nullable()),
  name: z.string(),
  nodes: z.object({ first: z.number(), any: z.number() }),
  best: z.object({ node: z.string() }).nullable(),
  oldest: z.object({ at: z.string() }).optional(),
  labels: z.record(z.string(), z.string()),
  reasons: z.array(z.string()),
});
const columns = columnsOf(row, ['namespace', 'label:app']);
const text = (rows: readonly object[]): string => [...rowsAsCsv(rows, columns)].join('');
const HEADER = 'namespace,label:app,name,nodesFirst,nodesAny,bestNode,oldestAt,labels,reasons\r\n';

test('the header is that of the shape: of no rows, and of rows that leave fields out', () => {
  expect(text([])).toBe(HEADER);
  const full = {
    group: { namespace: 'shop', 'label:app': null },
    name: 'a',
    nodes: { first: 1, any: 2 },
    best: { node: 'n' },
    oldest: { at: 'now' },
    labels: { x: 'y' },
    reasons: ['r', 's'],
  };
  const { oldest: _, ...bare } = { ...full, best: null, reasons: [] };
  const rows = ['shop,,a,1,2,n,now,"{""x"":""y""}","[""r"",""s""]"\r\n', 'shop,,a,1,2,,,"{""x"":""y""}",[]\r\n'];
  expect(text([full, bare])).toBe(HEADER + rows.join(''));
  expect(text([bare, full])).toBe(HEADER + rows.reverse().join(''));
  expect([...rowsAsNdjson([bare, full])].join('')).toBe(`${JSON.stringify(bare)}\n${JSON.stringify(full)}\n`);
});

test('alternatives have the columns of each', () => {
  const either = z.union([z.object({ a: z.string() }), z.object({ a: z.string(), b: z.string() })]);
  expect(columnsOf(either).map(({ name }) => name)).toEqual(['a', 'b']);
});

test('a page is an object with items', () => {
  expect(rowOf(z.object({ items: z.array(row) }))).toBe(row);
  expect(rowOf(z.object({ items: z.string() }))).toBeUndefined();
  expect(rowOf(row)).toBeUndefined();
  expect(rowOf(undefined)).toBeUndefined();
});
