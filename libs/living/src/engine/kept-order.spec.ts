import type { KeptState } from './kept-state.js';
import { inOrder, newcomers } from './kept-order.js';

const cause = { kind: 'request', request: 'r' } as const;
const kept: KeptState = {
  ...{ draws: 3, controllers: ['a', 'b'], stopped: [] },
  timers: [{ at: 1, owner: 1, key: 'k' }],
  queued: [[], [['k', cause]]],
  memories: [[['m', 1]], [], [['event', 2]]],
};

test('what was kept goes to the controllers by their names, in any order', () => {
  const after = inOrder(kept, ['b', 'new', 'a']);
  expect(after.timers).toEqual([{ at: 1, owner: 0, key: 'k' }]);
  expect(after.queued).toEqual([[['k', cause]], [], []]);
  expect(after.memories).toEqual([[], [], [['m', 1]], [['event', 2]]]);
  expect(newcomers(kept, ['b', 'new', 'a'])).toEqual(['new']);
  expect(inOrder(kept, ['a', 'b'])).toBe(kept);
});

test('a timer of a controller that is there no more is forgotten', () => {
  expect(inOrder(kept, ['a']).timers).toEqual([]);
});

test('the first release did not keep names', () => {
  const { controllers: _, ...first } = { ...kept, memories: Array.from({ length: 10 }, () => []), queued: [] };
  expect(newcomers(first, ['kubelet', 'resourcequota-controller'])).toEqual(['resourcequota-controller']);
  expect(inOrder({ ...first, timers: [{ at: 1, owner: 8, key: 'k' }] }, ['event-expiry']).timers[0]?.owner).toBe(0);
});
