import { ChangedIndices } from './changed-indices.js';

describe('indices that an engine names', () => {
  const lists: readonly { name: string; list: ArrayLike<number>; want: readonly number[] }[] = [
    { name: 'in order', list: [1, 4, 9], want: [1, 4, 9] },
    { name: 'in disorder', list: [9, 1, 4], want: [1, 4, 9] },
    { name: 'twice', list: [4, 1, 4], want: [1, 4, 4] },
    { name: 'in a typed array', list: Uint32Array.of(9, 1, 4), want: [1, 4, 9] },
    { name: 'none', list: [], want: [] },
    {
      name: 'many',
      list: Array.from({ length: 1_000 }, (_, index) => 999 - index),
      want: Array.from({ length: 1_000 }, (_, index) => index),
    },
  ];

  test.each(lists)('$name are read in order, and the list stays as it is', ({ list, want }) => {
    const indices = new ChangedIndices();
    const before = Array.from(list);
    indices.read(list);
    expect(Array.from(indices.places.subarray(0, indices.count))).toEqual(want);
    expect(Array.from(list)).toEqual(before);
  });

  test('a list is read again for the next decision', () => {
    const indices = new ChangedIndices();
    const list = [3];
    indices.read(list);
    list.push(1);
    indices.begin();
    indices.read(list);
    expect(Array.from(indices.places.subarray(0, indices.count))).toEqual([1, 3]);
  });
});
