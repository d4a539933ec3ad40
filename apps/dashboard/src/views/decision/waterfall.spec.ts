import { filtersOf, leftByEach, waterfallOf } from './waterfall.js';

const set = (nodes: number, ...plugins: string[]) => ({ nodes, plugins });

test('a node is taken by the first filter at which it fails, in the order of the profile', () => {
  const sets = [
    set(4, 'NodeResourcesFit'),
    set(2, 'NodeResourcesFit', 'TaintToleration'),
    set(1, 'NodeAffinity', 'NodeResourcesFit'),
    set(1),
    { ...set(3), feasible: true },
    set(1, 'MyOwn'),
  ];
  const filters = filtersOf({
    effective: { plugins: { filter: ['TaintToleration', 'NodeAffinity', 'NodeResourcesFit'] } },
  });
  expect(waterfallOf(12, sets, filters)).toEqual([
    { plugin: null, taken: 1, left: 11 },
    { plugin: 'TaintToleration', taken: 2, left: 9 },
    { plugin: 'NodeAffinity', taken: 1, left: 8 },
    { plugin: 'NodeResourcesFit', taken: 4, left: 4 },
    { plugin: 'MyOwn', taken: 1, left: 3 },
  ]);
});

test('a filter leaves the nodes at which it did not fail, alone or with others', () => {
  const sets = [
    { plugins: ['A', 'B'], nodes: 4 },
    { plugins: ['B'], nodes: 3 },
    { plugins: [], nodes: 1 },
  ];
  expect(leftByEach(8, sets)).toEqual([
    { plugin: 'B', left: 1 },
    { plugin: 'A', left: 4 },
  ]);
});
