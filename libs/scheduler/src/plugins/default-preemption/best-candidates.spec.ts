import { schedulePod } from '../../schedule-pod.js';
import type { Attempt } from '../../attempt/attempt.js';
import { DenseExecutor } from '../../executor/index.js';
import type { ClusterObject } from '../../objects/objects.js';
import { profileWith, type PodBuilder } from '../../testing/index.js';
import {
  PREEMPTION_PLUGINS,
  attempt,
  budget,
  cluster,
  needy,
  on,
  room,
  started,
} from '../../testing/preemption-attempts.js';

describe('among nodes', () => {
  const cases: [name: string, pods: readonly PodBuilder[], want: string, budgets?: readonly ClusterObject[]][] = [
    [
      'fewest broken budgets come first',
      [on('a', 'x', 1, 600).labels({ app: 'x' }), on('b', 'y', 9, 600)],
      'b: y',
      [budget(0, { matchLabels: { app: 'x' } })],
    ],
    [
      'then the least important of the most important victims',
      [on('a', 'x', 2, 600), on('b', 'y', 1, 300), on('b', 'z', 1, 300)],
      'b: y z',
    ],
    [
      'then the smallest sum of priorities',
      [on('a', 'x', 5, 300), on('a', 'y', 5, 300), on('b', 'z', 5, 300), on('b', 'w', 4, 300)],
      'b: z w',
    ],
    [
      'a victim more is more, though its priority is negative',
      [on('a', 'x', 1, 300), on('a', 'y', -5, 300), on('b', 'z', 1, 600)],
      'b: z',
    ],
    [
      'then the latest start of those that matter most',
      [on('a', 'x', 1, 600).withStatus(started('10:00:00')), on('b', 'y', 1, 600).withStatus(started('11:00:00'))],
      'b: y',
    ],
    [
      'of those the earliest counts',
      [
        on('a', 'x', 1, 300).withStatus(started('10:00:00')),
        on('a', 'w', 1, 300).withStatus(started('15:00:00')),
        on('b', 'y', 1, 300).withStatus(started('11:00:00')),
        on('b', 'z', 1, 300).withStatus(started('12:00:00')),
      ],
      'b: y z',
    ],
    [
      'and less important ones do not',
      [
        on('a', 'x', 2, 300).withStatus(started('12:00:00')),
        on('a', 'w', 1, 300).withStatus(started('01:00:00')),
        on('b', 'y', 2, 300).withStatus(started('11:00:00')),
        on('b', 'z', 1, 300).withStatus(started('02:00:00')),
      ],
      'a: x w',
    ],
    ['then the first by name', [on('b', 'x', 1, 600), on('a', 'y', 1, 600)], 'a: y'],
  ];
  test.each(cases)('%s', (_name, pods, want, budgets = []) =>
    expect(room(attempt(cluster(pods, { nodes: ['b', 'a'], budgets }))).taken).toBe(want),
  );

  test('fewest victims count where sums are equal', () => {
    // Two of -2^31 weigh nothing.
    const pods = [on('a', 'x', 1, 600), on('a', 'y', -(2 ** 31), 200), on('b', 'z', 1, 600)];
    expect(room(attempt(cluster(pods))).taken).toBe('b: z');
  });
  test('all that are equal are named, by name', () => {
    const { postFilter } = attempt(cluster([on('b', 'x', 1, 600), on('a', 'y', 1, 600)], { nodes: ['b', 'a'] }));
    expect(postFilter?.best).toEqual([1, 0]);
  });
  test('a seed draws among them', () => {
    const snapshot = cluster([on('b', 'x', 1, 600), on('a', 'y', 1, 600)]);
    const drawn = Array.from(
      { length: 20 },
      (_, ordinal) =>
        schedulePod({
          profile: profileWith(PREEMPTION_PLUGINS),
          snapshot,
          executor: new DenseExecutor(),
          pod: needy(),
          tieBreak: { rule: 'seeded', seed: 1n },
          ordinal,
        }).next().value as Attempt,
    );
    expect(new Set(drawn.map(({ postFilter }) => postFilter?.nominatedNode))).toEqual(new Set(['a', 'b']));
  });
});
