import { csv, type Cell } from './csv.js';

const cells: [string, Cell, string][] = [
  ['text', 'node-1', 'node-1'],
  ['a quote and a comma', 'a "b", c', '"a ""b"", c"'],
  ['lines', 'a\r\nb', '"a\r\nb"'],
  ['nothing', null, ''],
  ['a number', -5, '-5'],
  ['a claim', false, 'false'],
  ['a formula', '=1+1', "'=1+1"],
  ['a sum', '+cmd', "'+cmd"],
  ['a difference', '-cmd', "'-cmd"],
  ['a function', '@SUM(A1)', "'@SUM(A1)"],
  ['a tab', '\t=1', "'\t=1"],
];

test.each(cells)('%s', (_, cell, text) => {
  expect(
    csv([
      ['a', 'b'],
      ['x', cell],
    ]),
  ).toBe(`a,b\r\nx,${text}\r\n`);
});
