import { movedBy } from './grid-keys.js';

test.each([
  ['ArrowDown', { row: 1, column: 1 }, { row: 2, column: 1 }],
  ['ArrowUp', { row: 0, column: 1 }, { row: 0, column: 1 }],
  ['ArrowRight', { row: 0, column: 2 }, { row: 0, column: 2 }],
  ['PageDown', { row: 95, column: 0 }, { row: 99, column: 0 }],
  ['End', { row: 3, column: 1 }, { row: 99, column: 1 }],
  ['Home', { row: 3, column: 1 }, { row: 0, column: 1 }],
  ['x', { row: 3, column: 1 }, undefined],
])('%s leads from %j to %j', (key, from, to) => {
  expect(movedBy(key, from, { rows: 100, columns: 3, page: 20 })).toEqual(to);
});

test('in a grid without rows nothing moves', () => {
  expect(movedBy('ArrowDown', { row: 0, column: 0 }, { rows: 0, columns: 3, page: 20 })).toBeUndefined();
});
