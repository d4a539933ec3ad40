import { csvOf, nextSort, readSort, sorted, type Column } from './column.js';

interface Row {
  readonly name: string;
  readonly cpu: number | null;
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', title: 'Name', value: ({ name }) => name },
  { id: 'cpu', title: 'CPU, cores', value: ({ cpu }) => cpu, isNumber: true },
];
const ROWS: readonly Row[] = [
  { name: 'node-10', cpu: 4 },
  { name: 'node-9', cpu: null },
  { name: 'Node-1', cpu: 16 },
];

test.each([
  ['', ['node-10', 'node-9', 'Node-1']],
  ['name', ['Node-1', 'node-9', 'node-10']],
  ['-name', ['node-10', 'node-9', 'Node-1']],
  ['cpu', ['node-10', 'Node-1', 'node-9']],
  ['-cpu', ['Node-1', 'node-10', 'node-9']],
  ['colour', ['node-10', 'node-9', 'Node-1']],
])('sorted by "%s"', (text, names) => {
  expect(sorted(ROWS, COLUMNS, readSort(text)).map(({ name }) => name)).toEqual(names);
});

test.each([
  ['', 'name', 'name'],
  ['name', 'name', '-name'],
  ['-name', 'name', ''],
  ['', 'cpu', '-cpu'],
  ['-cpu', 'cpu', 'cpu'],
  ['cpu', 'cpu', ''],
  ['name', 'cpu', '-cpu'],
])('order "%s" and a click on %s give "%s"', (text, id, next) => {
  const column = COLUMNS.find((one) => one.id === id) as Column<Row>;
  expect(nextSort(readSort(text), column)).toBe(next);
});

test('CSV quotes what needs it, and gives a spreadsheet nothing to compute', () => {
  const rows = [
    { name: 'a,"b"', cpu: -1 },
    { name: '=1+1', cpu: null },
  ];
  expect(csvOf(rows, COLUMNS)).toBe('Name,"CPU, cores"\r\n"a,""b""",-1\r\n\'=1+1,\r\n');
});
