import { compareQueued, type PendingPod } from './queue-order.js';
import { makePod } from '../testing/index.js';

describe('pending pods are tried', () => {
  const pending = (name: string, position: number, build = makePod(name)): PendingPod => ({ pod: build, position });
  const cases: [name: string, pods: PendingPod[], want: string[]][] = [
    [
      'by priority, highest first',
      [pending('a', 1), pending('b', 2, makePod('b').priority(9)), pending('c', 3, makePod('c').priority(-1))],
      ['b', 'a', 'c'],
    ],
    [
      'then by creation',
      [
        pending('a', 1, makePod('a').created('2026-01-02T00:00:00Z')),
        pending('b', 2, makePod('b').created('2026-01-01T23:00:00-05:00')),
        pending('c', 3, makePod('c').created('2026-01-01T00:00:00Z')),
      ],
      ['c', 'a', 'b'],
    ],
    ['then by position', [pending('a', 3), pending('b', 1), pending('c', 2)], ['b', 'c', 'a']],
    [
      'without creation first',
      [pending('a', 1, makePod('a').created('2026-01-02T00:00:00Z')), pending('b', 2)],
      ['b', 'a'],
    ],
  ];
  test.each(cases)('%s', (_name, pods, want) =>
    expect(pods.sort(compareQueued).map(({ pod }) => pod.metadata?.name)).toEqual(want),
  );
});
