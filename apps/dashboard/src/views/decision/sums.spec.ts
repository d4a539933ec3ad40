import { nodesIn, sumsOf } from './sums.js';

test('shares add up to the totals and to their difference', () => {
  const plugins = [
    { difference: 12, node: { weighted: 90 }, against: { weighted: 78 } },
    { difference: -5, node: { weighted: 0 }, against: { weighted: 5 } },
  ];
  expect(sumsOf(plugins)).toEqual({ node: 90, against: 83, difference: 7 });
  expect(sumsOf([])).toEqual({ node: 0, against: 0, difference: 0 });
});

test('sets of failing filters count each node once', () => {
  expect(nodesIn([{ nodes: 1189 }, { nodes: 301 }, { nodes: 33 }])).toBe(1523);
});
