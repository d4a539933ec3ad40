import { consumers } from './consumers.js';

const row = (group: string | null, requested: number, pending: number | null = 0) => ({
  group,
  pods: 1,
  pendingPods: 1,
  requested,
  pending,
});

test('the groups that request the most come first, what pends counts, and pods without a group are left out', () => {
  const found = consumers([row('b', 1), row(null, 9), row('c', 0, 5), row('a', 1, null)]);
  expect(found.map(({ group }) => group)).toEqual(['c', 'a', 'b']);
  expect(found[0]).toEqual({ group: 'c', pods: 2, requested: 0, pending: 5 });
});

test('six at most', () => {
  expect(consumers(Array.from({ length: 9 }, (_, index) => row(`g${index}`, index)))).toHaveLength(6);
});
