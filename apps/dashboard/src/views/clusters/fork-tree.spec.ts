import { forkTree } from './fork-tree.js';

const cluster = (id: string, origin?: string): { id: string; name: string; origin: { cluster: string } | null } => ({
  id,
  name: id,
  origin: origin === undefined ? null : { cluster: origin },
});

test('forks follow their origins, and orphans stand by themselves', () => {
  const clusters = [
    cluster('z'),
    cluster('fork-of-fork', 'fork'),
    cluster('orphan', 'gone'),
    cluster('fork', 'a'),
    cluster('a'),
  ];
  expect(forkTree(clusters).map(({ cluster: { id }, depth }) => [id, depth])).toEqual([
    ['a', 0],
    ['fork', 1],
    ['fork-of-fork', 2],
    ['orphan', 0],
    ['z', 0],
  ]);
});
