import { forkTree } from './fork-tree.js';

const cluster = (uid: string, origin?: string): { uid: string; name: string; origin: { cluster: string } | null } => ({
  uid,
  name: uid,
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
  expect(forkTree(clusters).map(({ cluster: { uid }, depth }) => [uid, depth])).toEqual([
    ['a', 0],
    ['fork', 1],
    ['fork-of-fork', 2],
    ['orphan', 0],
    ['z', 0],
  ]);
});
