import { definePlugin, type Plugin } from '../../plugin.js';
import { placedPod, type Snapshot } from '../../snapshot/index.js';
import { makePod, snapshotState, type PodBuilder } from '../../testing/index.js';
import { attempt, cluster, cpu, needy, on, room } from '../../testing/preemption-attempts.js';
import { defaultPreemption } from './plugin.js';

describe('no room is made', () => {
  const errs = definePlugin({
    name: 'Errs',
    filter:
      ({ snapshot, status }) =>
      (row) =>
        snapshot.podCount[row] === 0 ? status('Error', 'broken') : status('Unschedulable', 'no'),
  });
  /** Says no to the first ones that it is asked about. */
  const moody = (times: number): Plugin =>
    definePlugin({
      name: 'Moody',
      filter: ({ status }) => {
        let asked = 0;
        return () => (asked++ < times ? status('Unschedulable', 'no') : 0);
      },
    });
  const low = (): readonly PodBuilder[] => [on('a', 'x', 1, 600), on('b', 'y', 1, 600)];
  const nominated = (pod = needy()): PodBuilder => pod.nominatedTo('a');
  const leaving = (reason = 'PreemptionByScheduler', status = 'True') =>
    on('a', 'x', 1, 600)
      .terminating()
      .withStatus({ conditions: [{ type: 'DisruptionTarget', status, reason }] });
  const message = (snapshot: Snapshot, pod?: PodBuilder, plugins?: readonly Plugin[]): string =>
    attempt(snapshot, pod, plugins).postFilter?.message ?? '';

  const cases: [name: string, seen: () => string, want: string][] = [
    [
      'for a pod that must not',
      () => message(cluster(low()), needy().with({ preemptionPolicy: 'Never' })),
      'preemption: not eligible due to preemptionPolicy=Never.',
    ],
    [
      'while pods leave for its sake',
      () => message(cluster([leaving(), on('b', 'y', 1, 600)]), nominated()),
      'preemption: not eligible due to a terminating pod on the nominated node.',
    ],
    [
      'by more important pods',
      () => message(cluster([on('a', 'x', 10, 600), on('b', 'y', 11, 600)])),
      'preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.',
    ],
    [
      'where it would not help',
      () => message(cluster(low()), needy(2000)),
      'preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.',
    ],
    [
      'where another filter says no',
      () =>
        message(
          cluster([on('a', 'x', 10, 600).hostPort(80), on('b', 'y', 1, 600), on('b', 'z', 11, 0).hostPort(80)]),
          needy().hostPort(80),
        ),
      "preemption: 0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 node(s) didn't have " +
        'free ports for the requested pod ports.',
    ],
    [
      'and some nodes are out of the question',
      () => message(cluster([on('a', 'x', 10, 600)]), needy().onNode('a')),
      'preemption: 0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 Preemption is ' +
        'not helpful for scheduling.',
    ],
    [
      'where a filter fails',
      () => message(cluster(low()), needy(100), [errs, defaultPreemption]),
      'preemption: running "Errs" filter plugin: broken',
    ],
    [
      'where nobody need go',
      () => message(cluster([on('a', 'x', 1, 600)], { nodes: ['a'] }), needy(100), [moody(1), defaultPreemption]),
      'preemption: expected at least one victim pod on node "a"',
    ],
    [
      'where several nodes fail, each in its way',
      () => message(cluster(low()), needy(100), [moody(2), defaultPreemption]),
      'preemption: [expected at least one victim pod on node "a", expected at least one victim pod on node "b"]',
    ],
  ];
  test.each(cases)('%s', (_name, seen, want) => expect(seen()).toBe(want));

  test('while one of several pods leaves for its sake', () => {
    const pods = [on('a', 'w', 1, 100), leaving(), on('a', 'z', 11, 100)];
    expect(message(cluster(pods, { nodes: ['a'] }), nominated())).toBe(
      'preemption: not eligible due to a terminating pod on the nominated node.',
    );
  });
  test('for a pod that says nothing, unless it finds victims', () => {
    const seen = (priority: number) =>
      attempt(cluster([on('a', 'x', priority, 100)], { nodes: ['a'] }), { metadata: { name: 'p' } }, [
        moody(1),
        defaultPreemption,
      ]).postFilter;
    expect(seen(0)).toMatchObject({
      message: 'preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.',
      status: { code: 'Unschedulable' },
    });
    expect(seen(-1)).toMatchObject({
      message: 'preemption: expected at least one victim pod on node "a"',
      status: { code: 'Error' },
    });
  });
  test('and the code tells whether it may be tried again', () => {
    expect(attempt(cluster(low()), needy().with({ preemptionPolicy: 'Never' })).postFilter?.status).toEqual({
      plugin: 'DefaultPreemption',
      code: 'Unschedulable',
      reasons: ['preemption: not eligible due to preemptionPolicy=Never.'],
    });
  });

  test('but a pod that is nominated does not wait for others', () => {
    const waits = (there: PodBuilder, pod = nominated()): string =>
      room(attempt(cluster([there, on('b', 'y', 2, 600)]), pod)).taken;
    expect(waits(leaving('DeletionByTaintManager'))).toBe('a: x');
    expect(waits(leaving('PreemptionByScheduler', 'False'))).toBe('a: x');
    expect(waits(on('a', 'x', 1, 600))).toBe('a: x');
    expect(waits(leaving().priority(10))).toBe('b: y');
    expect(waits(leaving(), needy().nominatedTo('gone'))).toBe('a: x');
    expect(waits(leaving(), needy().nominatedTo('b'))).toBe('a: x');
  });
  test('nor for a node that could not take it even then', () => {
    expect(room(attempt(cluster([leaving(), on('b', 'y', 2, 600)]), nominated().onNode('b'))).taken).toBe('b: y');
  });
  test('the nomination ends when it was tried, and not when it was not', () => {
    expect(attempt(cluster([on('a', 'x', 10, 600), on('b', 'y', 11, 600)])).postFilter?.nominatedNode).toBe('');
    expect(attempt(cluster(low()), needy().with({ preemptionPolicy: 'Never' })).postFilter?.nominatedNode).toBeNull();
    expect(attempt(cluster(low()), needy(100), [errs, defaultPreemption]).postFilter).toMatchObject({
      nominatedNode: null,
      status: { code: 'Error', plugin: 'DefaultPreemption' },
    });
  });
  test('every failure is reported by node', () => {
    const { postFilter } = attempt(cluster([on('a', 'x', 10, 600), on('b', 'y', 11, 600)]));
    expect([...(postFilter?.search.failures ?? [])].map(([row, { plugin, code }]) => [row, plugin, code])).toEqual([
      [0, null, 'UnschedulableAndUnresolvable'],
      [1, null, 'UnschedulableAndUnresolvable'],
    ]);
  });
});

describe('a trial', () => {
  test('leaves everything as it was', () => {
    const snapshot = cluster([
      on('a', 'x', 1, 300).hostPort(80),
      on('a', 'y', 2, 300),
      on('a', 'z', 1, 300),
      on('b', 'w', 1, 900),
    ]);
    const before = snapshotState(snapshot);
    expect(attempt(snapshot, needy(700).hostPort(80)).outcome).toBe('nominated');
    expect(snapshotState(snapshot)).toEqual(before);
  });
  test('counts pods nominated to the node, with them and without', () => {
    const snapshot = cluster([on('a', 'x', 1, 600), on('b', 'y', 9, 700)]);
    snapshot.nominations.add(placedPod(makePod('n').priority(10).requests(cpu(600))), 'a');
    expect(room(attempt(snapshot, needy(400))).candidates).toEqual({ 0: 'x 0', 1: 'y 0' });
    expect(room(attempt(snapshot, needy(500))).candidates).toEqual({ 1: 'y 0' });
  });
  test('tells the filters of pods that go and come', () => {
    const reported: string[] = [];
    const counting = definePlugin({
      name: 'Counting',
      preFilter: ({ snapshot, status }) => {
        let there = snapshot.podCount[0] ?? 0;
        return {
          kind: 'filter',
          filter: () => (there < 2 ? 0 : status('Unschedulable', 'crowded')),
          addPod: ({ name }) => {
            there += 1;
            reported.push(`+${name}`);
          },
          removePod: ({ name }) => {
            there -= 1;
            reported.push(`-${name}`);
          },
        };
      },
    });
    const snapshot = cluster([on('a', 'x', 1, 0), on('a', 'y', 2, 0), on('a', 'z', 3, 0)], { nodes: ['a'] });
    expect(room(attempt(snapshot, needy(0), [counting, defaultPreemption])).taken).toBe('a: y x');
    expect(reported.join(' ')).toBe('-x -y -z +z +y -y +x -x +x -x +y -y -z +z +y +x');
  });
});
