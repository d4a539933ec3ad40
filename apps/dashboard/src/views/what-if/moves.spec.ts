import { effectOf, flowsOf, movesInWords, worstFirst } from './moves.js';

const LOST = { from: 'a', to: null };
const WAITING = { from: null, to: null };
const MOVED = { from: 'a', to: 'b' };
const PLACED = { from: null, to: 'b' };
const STAYED = { from: 'b', to: 'b' };

test('what gets worse is first', () => {
  const all = [STAYED, PLACED, MOVED, WAITING, LOST];
  expect(worstFirst(all)).toEqual([LOST, WAITING, MOVED, PLACED, STAYED]);
  expect(all.map(effectOf)).toEqual(['stays', 'gets a node', 'moves', 'still waits', 'loses its node']);
});

test.each([
  [[MOVED, LOST, MOVED], '1 pod loses its node, 2 pods move.'],
  [[PLACED], '1 pod gets a node.'],
  [[], 'No pod is decided.'],
])('%j in words', (moves, words) => {
  expect(movesInWords(moves)).toBe(words);
});

test('flows are between zones where nodes are in several', () => {
  const zones = new Map(Object.entries({ a: 'z0', b: 'z1', c: 'z1' }));
  expect(flowsOf([MOVED, { from: 'a', to: 'c' }, LOST, PLACED, STAYED, WAITING], zones)).toEqual([
    { from: 'z0', to: 'z1', count: 2 },
    { from: 'z0', to: 'no node', count: 1 },
    { from: 'pending', to: 'z1', count: 1 },
  ]);
});

test('flows are between nodes where there are no zones, those of few pods together', () => {
  const moves = Array.from({ length: 10 }, (_, index) => ({ from: 'a', to: `n${index}` }));
  const flows = flowsOf([...moves, ...moves.slice(0, 7)], new Map());
  expect(flows.slice(0, 2)).toEqual([
    { from: 'a', to: 'n0', count: 2 },
    { from: 'a', to: 'n1', count: 2 },
  ]);
  expect(flows.at(-1)).toEqual({ from: 'a', to: 'other nodes', count: 3 });
});
