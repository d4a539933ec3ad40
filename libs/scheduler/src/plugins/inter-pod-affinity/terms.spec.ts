import { TopologySums } from './terms.js';

describe('sums by topology', () => {
  test('are there for pairs that are not 0, on nodes that have the key', () => {
    const sums = new TopologySums();
    expect([
      sums.isEmpty,
      sums.add({ zone: '1' }, 'zone', 2),
      sums.add({ zone: '1' }, 'host', 2),
      sums.add(undefined, 'zone', 2),
    ]).toEqual([true, true, false, false]);
    expect([
      sums.isEmpty,
      sums.of({ zone: '1' }, 'zone'),
      sums.of({ zone: '2' }, 'zone'),
      sums.of({}, 'zone'),
      sums.of({ host: 'a' }, 'host'),
    ]).toEqual([false, 2, 0, undefined, 0]);
    expect([sums.add({ zone: '1' }, 'zone', -2), sums.isEmpty]).toEqual([true, true]);
  });
  test('keep one pair when another goes', () => {
    const sums = new TopologySums();
    for (const [zone, amount] of [
      ['1', 1],
      ['2', 3],
      ['1', -1],
    ] as const)
      sums.add({ zone }, 'zone', amount);
    expect([sums.isEmpty, sums.of({ zone: '1' }, 'zone'), sums.of({ zone: '2' }, 'zone')]).toEqual([false, 0, 3]);
  });
  test('reach a node by any pair above 0', () => {
    const sums = new TopologySums();
    sums.add({ zone: '1' }, 'zone', -1);
    sums.add({ host: 'a' }, 'host', 1);
    expect(
      [{ zone: '1' }, { zone: '1', host: 'a' }, { host: 'b' }, {}, undefined].map((labels) => sums.reaches(labels)),
    ).toEqual([false, true, false, false, false]);
    expect(
      [{ zone: '1' }, { zone: '1', host: 'a' }, { host: 'a' }, undefined].map((labels) => sums.total(labels)),
    ).toEqual([-1, 0, 1, 0]);
  });
  test('take a label of an empty value for one', () => {
    const sums = new TopologySums();
    sums.add({ gpu: '' }, 'gpu', 1);
    expect([sums.reaches({ gpu: '' }), sums.reaches({}), sums.of({ gpu: '' }, 'gpu')]).toEqual([true, false, 1]);
  });
});
