import { integer, key, orNull, text } from '#reports';
import { diffRows } from './diff-rows.js';

const COLUMNS = { cluster: key(text('')), pod: key(text('')), node: orNull(text('')), wait: integer('seconds', '') };
const row = (pod: string, wait: number, node: string | null = null) => ({ cluster: 'prod', pod, node, wait });
const whole = { column: null, before: null, after: null };

test('what a row is about tells it from others, also where there is one row', () => {
  expect(diffRows(COLUMNS, [row('a', 1)], [row('b', 2)])).toEqual([
    { change: 'added', row: 'prod / b', ...whole },
    { change: 'removed', row: 'prod / a', ...whole },
  ]);
  expect(diffRows(COLUMNS, [row('a', 1), row('b', 2)], [row('b', 3, 'n'), row('a', 1)])).toEqual([
    { change: 'changed', row: 'prod / b', column: 'node', before: null, after: 'n' },
    { change: 'changed', row: 'prod / b', column: 'wait', before: 2, after: 3 },
  ]);
});

test('rows about the same are distinguished by the next columns, as are all rows of a result without marks', () => {
  const twice = [row('a', 1, 'n'), row('a', 2, 'm')];
  expect(diffRows(COLUMNS, twice, [row('a', 1, 'n')])).toEqual([{ change: 'removed', row: 'prod / a / m', ...whole }]);
  const unmarked = Object.fromEntries(Object.entries(COLUMNS).map(([name, { isKey: _, ...column }]) => [name, column]));
  expect(diffRows(unmarked, [row('a', 1), row('b', 2)], [row('a', 2), row('b', 2)])).toEqual([
    { change: 'changed', row: 'prod / a', column: 'wait', before: 1, after: 2 },
  ]);
});
