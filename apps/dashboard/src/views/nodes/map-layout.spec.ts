import { cellAt, cellBeside, mapLayout } from './map-layout.js';

test('groups are in the order of their numbers, and lines are as long as there is room', () => {
  const { cells, titles, perLine, height } = mapLayout(['z10', 'z2', 'z2', 'z2', ''], 90);
  expect(perLine).toBe(2);
  expect(titles.map(({ text }) => text)).toEqual(['without it  1', 'z2  3', 'z10  1']);
  expect(cells.map(({ row, x }) => [row, x])).toEqual([
    [4, 0],
    [1, 0],
    [2, 46],
    [3, 0],
    [0, 0],
  ]);
  expect(height).toBe(3 * 18 + 3 * 10 + 4 * 46);
});

test('without a label there are no titles', () => {
  expect(mapLayout(['', '', ''], 300)).toMatchObject({ titles: [], height: 138, perLine: 1 });
});

test('a point is in one cell at most, and arrows lead to neighbours', () => {
  const layout = mapLayout(
    Array.from({ length: 5 }, () => ''),
    138,
  );
  expect([cellAt(layout, 0, 0), cellAt(layout, 45, 0), cellAt(layout, 50, 50)]).toEqual([0, undefined, 4]);
  expect(['ArrowRight', 'ArrowDown', 'ArrowUp', 'x'].map((key) => cellBeside(layout, 1, key))).toEqual([
    2,
    4,
    0,
    undefined,
  ]);
});

test('few nodes have large cells, many have small ones, and all of them a side that fills the room or less', () => {
  const sizes = [60, 500, 5_000].map((count) =>
    mapLayout(
      Array.from({ length: count }, () => ''),
      1_000,
    ),
  );
  expect(sizes.map(({ size, wide }) => [size, wide])).toEqual([
    [44, 44],
    [23, 23],
    [13, 13],
  ]);
  expect(sizes.slice(0, 2).every(({ height }) => height <= 360)).toBe(true);
});

test('cells have room for names where those of all nodes have it', () => {
  const groups = Array.from({ length: 42 }, () => '');
  const layout = mapLayout(groups, 1_000);
  expect(layout).toMatchObject({ size: 44, wide: 150, perLine: 6, height: 322 });
  expect([cellAt(layout, 149, 0), cellAt(layout, 150, 0), cellAt(layout, 152, 44)]).toEqual([0, undefined, undefined]);
  expect(mapLayout([...groups, ''], 1_000)).toMatchObject({ size: 44, wide: 44 });
  expect(mapLayout([''], 149)).toMatchObject({ size: 44, wide: 44 });
});
