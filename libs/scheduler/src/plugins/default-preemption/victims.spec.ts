import type { ClusterObject } from '../../objects/objects.js';
import type { PodBuilder } from '../../testing/index.js';
import { attempt, budget, cluster, needy, on, room, started } from '../../testing/preemption-attempts.js';

describe('of a node', () => {
  const one = (pods: readonly PodBuilder[], budgets: readonly ClusterObject[] = [], pod = needy()): string =>
    room(attempt(cluster(pods, { nodes: ['a'], budgets }), pod)).candidates[0] ?? 'none';
  const labelled = (pod: PodBuilder): PodBuilder => pod.labels({ app: 'x' });
  const keepX = (allowed: number, more = {}) => budget(allowed, { matchLabels: { app: 'x' } }, more);

  const cases: [name: string, seen: () => string, want: string][] = [
    [
      'only pods of strictly lower priority go',
      () => one([on('a', 'same', 10, 400), on('a', 'low', 9, 300)], [], needy(600)),
      'low 0',
    ],
    ['pods that need not go stay', () => one([on('a', 'x', 1, 400), on('a', 'y', 2, 400)], [], needy(500)), 'x 0'],
    ['the important are asked last', () => one([on('a', 'x', 2, 500), on('a', 'y', 1, 500)], [], needy(500)), 'y 0'],
    [
      'of equals the one that started later goes',
      () =>
        one(
          [
            on('a', 'late', 1, 500).withStatus(started('10:00:01')),
            on('a', 'early', 1, 500).withStatus(started('10:00:00')),
          ],
          [],
          needy(500),
        ),
      'late 0',
    ],
    [
      'one that has not started goes first',
      () => one([on('a', 'never', 1, 500), on('a', 'early', 1, 500).withStatus(started('10:00:00'))], [], needy(500)),
      'never 0',
    ],
    [
      'start times are moments, not texts',
      () =>
        one(
          [
            on('a', 'late', 1, 500).withStatus({ startTime: '2026-01-01T09:30:00-01:00' }),
            on('a', 'early', 1, 500).withStatus(started('10:00:00')),
          ],
          [],
          needy(500),
        ),
      'late 0',
    ],
    [
      'victims are named by importance',
      () => one([on('a', 'x', 1, 300), on('a', 'y', 3, 300), on('a', 'z', 2, 300)]),
      'y z x 0',
    ],
    [
      'a pod that goes frees its host port, whoever else has the same',
      () => one([on('a', 'x', 1, 0).hostPort(80), on('a', 'stays', 11, 0).hostPort(80)], [], needy(0).hostPort(80)),
      'x 0',
    ],
    [
      'and takes it again when it is put back',
      () =>
        one(
          [on('a', 'x', 1, 0).hostPort(80), on('a', 'y', 2, 0).hostPort(80), on('a', 'z', 3, 0).hostPort(81)],
          [],
          needy(0).hostPort(80),
        ),
      'y x 0',
    ],
    [
      'but no port of another address or protocol',
      () =>
        one(
          [
            on('a', 'x', 1, 0).hostPort(80),
            on('a', 'stays', 11, 0).hostPort(80, { hostIP: '10.0.0.1' }),
            on('a', 'stays-too', 11, 0).hostPort(80, { protocol: 'UDP' }),
          ],
          [],
          needy(0).hostPort(80),
        ),
      'none',
    ],
    ['terminating pods count as victims', () => one([on('a', 'x', 1, 600).terminating()]), 'x 0'],
    [
      'a pod that a budget keeps is put back first',
      () => one([labelled(on('a', 'kept', 1, 500)), on('a', 'free', 5, 500)], [keepX(0)], needy(500)),
      'free 0',
    ],
    [
      'a kept pod goes if it must, and is counted',
      () => one([labelled(on('a', 'kept', 1, 600)), on('a', 'free', 5, 400)], [keepX(0)]),
      'free kept 1',
    ],
    [
      'a budget is used up in order of importance',
      () => one([labelled(on('a', 'x', 1, 500)), labelled(on('a', 'y', 2, 500))], [keepX(1)]),
      'y x 1',
    ],
    [
      'a budget with room keeps nobody',
      () => one([labelled(on('a', 'x', 1, 500)), labelled(on('a', 'y', 2, 500))], [keepX(2)]),
      'y x 0',
    ],
    [
      'budgets of other namespaces keep nobody',
      () => one([labelled(on('a', 'x', 1, 600))], [keepX(0, { namespace: 'other' })]),
      'x 0',
    ],
    [
      'pods whose disruption is under way use nothing up',
      () => one([labelled(on('a', 'x', 1, 600))], [keepX(0, { disruptedPods: { x: '2026-01-01T00:00:00Z' } })]),
      'x 0',
    ],
    [
      'a budget with an empty selector keeps nobody',
      () => one([labelled(on('a', 'x', 1, 600))], [budget(0, {})]),
      'x 0',
    ],
    [
      'a budget without selector keeps nobody',
      () => one([labelled(on('a', 'x', 1, 600))], [budget(0, undefined)]),
      'x 0',
    ],
    [
      'a malformed selector keeps nobody',
      () =>
        one([labelled(on('a', 'x', 1, 600))], [budget(0, { matchExpressions: [{ key: 'app', operator: 'Near' }] })]),
      'x 0',
    ],
    [
      'a pod without labels is kept by nobody',
      () => one([on('a', 'x', 1, 600)], [budget(0, { matchExpressions: [{ key: 'app', operator: 'DoesNotExist' }] })]),
      'x 0',
    ],
    [
      'every budget that selects a pod is used',
      () => one([labelled(on('a', 'x', 1, 500)), labelled(on('a', 'y', 2, 500))], [keepX(9), keepX(1)]),
      'y x 1',
    ],
    [
      'a budget that says nothing keeps nobody',
      () => one([labelled(on('a', 'x', 1, 600))], [{ metadata: { name: 'b', namespace: 'default' } }]),
      'x 0',
    ],
    [
      'a budget without namespace keeps pods without one',
      () =>
        one([labelled(on('a', 'x', 1, 600)).namespace('')], [{ spec: { selector: { matchLabels: { app: 'x' } } } }]),
      'x 1',
    ],
    [
      'a budget without status allows nothing',
      () =>
        one(
          [labelled(on('a', 'x', 1, 600))],
          [{ metadata: { name: 'b', namespace: 'default' }, spec: { selector: { matchLabels: { app: 'x' } } } }],
        ),
      'x 1',
    ],
  ];
  test.each(cases)('%s', (_name, seen, want) => expect(seen()).toBe(want));
});
