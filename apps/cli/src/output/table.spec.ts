import { table } from './table.js';

const TITLES = [{ title: 'NAME' }, { title: 'PODS' }, { title: 'MESSAGE', prose: true }];
const ROWS = [
  ['web', 3, 'everything is as it should be'],
  ['a-much-longer-name', 12, 'nothing\nis: \u001b[31mred\u001b[0m 日本語'],
];

test('complete in files and pipes: numbers to the right, one line a row, no control characters', () => {
  expect(table(TITLES, ROWS)).toEqual([
    'NAME                PODS  MESSAGE',
    'web                    3  everything is as it should be',
    'a-much-longer-name    12  nothing is: \ufffd[31mred\ufffd[0m 日本語',
  ]);
});

test.each([
  [50, ['NAME                PODS  MESSAGE', 'web                    3  everything is as it sho…']],
  [36, ['NAME          PODS  MESSAGE', 'web              3  everything is a…']],
])('in %d columns prose gives way first, then what is widest', (columns, lines) => {
  const all = table(TITLES, ROWS, columns);
  expect(all.slice(0, 2)).toEqual(lines);
  expect(Math.max(...all.map((line) => line.length))).toBeLessThanOrEqual(columns);
});
