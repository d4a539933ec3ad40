import { makePod } from '../testing/index.js';
import { Nominations } from './nominations.js';
import { placedPod } from './placed-pod.js';

const pod = (name: string) => placedPod(makePod(name));
const seen = (nominations: Nominations): Record<string, string> =>
  Object.fromEntries(
    [...nominations.nodes()].map((node) => [
      node,
      nominations
        .on(node)
        .map(({ name }) => name)
        .join(' '),
    ]),
  );

test('nominations are in the order in which they were made, and a pod has one', () => {
  const nominations = new Nominations();
  expect([nominations.isEmpty, nominations.on('a')]).toEqual([true, []]);
  for (const [name, node] of [
    ['p', 'a'],
    ['q', 'a'],
    ['r', 'b'],
  ] as const)
    nominations.add(pod(name), node);
  expect([nominations.isEmpty, seen(nominations)]).toEqual([false, { a: 'p q', b: 'r' }]);
  nominations.add(pod('p'), 'a');
  nominations.add(pod('q'), 'b');
  expect(seen(nominations)).toEqual({ b: 'r q', a: 'p' });
  nominations.remove('p');
  nominations.remove('nobody');
  expect(seen(nominations)).toEqual({ b: 'r q' });
});

test('a fork goes its own way', () => {
  const nominations = new Nominations();
  nominations.add(pod('p'), 'a');
  const fork = nominations.fork();
  fork.remove('p');
  fork.add(pod('q'), 'a');
  expect([seen(nominations), seen(fork)]).toEqual([{ a: 'p' }, { a: 'q' }]);
  nominations.remove('p');
  expect([nominations.isEmpty, seen(fork)]).toEqual([true, { a: 'q' }]);
});
