import { schedulePod } from '../../schedule-pod.js';
import type { Attempt } from '../../attempt.js';
import { DenseExecutor } from '../../executor/index.js';
import type { ClusterObject, Pod } from '../../objects.js';
import { definePlugin, type Plugin } from '../../plugin.js';
import { nodeName } from '../node-name/plugin.js';
import { nodePorts } from '../node-ports/plugin.js';
import { nodeResourcesFit } from '../node-resources-fit/plugin.js';
import { placedPod, type Snapshot } from '../../snapshot/index.js';
import { makeNode, makePod, makeSnapshot, profileWith, snapshotState, type PodBuilder } from '../../testing/index.js';
import { defaultPreemption } from './plugin.js';

const PLUGINS: readonly Plugin[] = [nodeName, nodePorts, nodeResourcesFit, defaultPreemption];
const cpu = (milli: number): { cpu: string } => ({ cpu: `${milli}m` });
const started = (time: string) => ({ startTime: `2026-01-01T${time}Z` });

/** A pod on a node, with a priority and a share of its 1000m. */
const on = (node: string, name: string, priority: number, milli: number): PodBuilder =>
  makePod(name).onNode(node).priority(priority).requests(cpu(milli));
const needy = (milli = 1000): PodBuilder => makePod('p').priority(10).requests(cpu(milli));

function budget(
  allowed: number,
  selector: unknown,
  more: { namespace?: string; disruptedPods?: object } = {},
): ClusterObject {
  const { namespace = 'default', disruptedPods = {} } = more;
  const object = {
    metadata: { name: 'b', namespace },
    spec: { selector },
    status: { disruptionsAllowed: allowed, disruptedPods },
  };
  return object;
}

function cluster(
  pods: readonly PodBuilder[],
  { nodes = ['a', 'b'], budgets = [] }: { nodes?: readonly string[]; budgets?: readonly ClusterObject[] } = {},
): Snapshot {
  return makeSnapshot(
    nodes.map((name) => makeNode(name).onlyAllocatable({ cpu: '1', pods: '10' })),
    pods,
    { podDisruptionBudgets: budgets },
  );
}

function attempt(snapshot: Snapshot, pod: Pod = needy(), plugins: readonly Plugin[] = PLUGINS): Attempt {
  const cycle = schedulePod({
    profile: profileWith(plugins),
    snapshot,
    executor: new DenseExecutor(),
    pod,
    tieBreak: { rule: 'first' },
    ordinal: 0,
  });
  const step = cycle.next();
  if (step.done !== true) throw new Error('nothing is asked here');
  return step.value;
}

/** `node: victims`, and the candidates with their budget violations. */
function room({ postFilter }: Attempt): { taken: string; candidates: Record<string, string> } {
  const names = (victims: readonly { name: string }[]): string => victims.map(({ name }) => name).join(' ');
  const candidates = (postFilter?.search.candidates ?? []).map(({ row, victims, budgetViolations }) => [
    row,
    `${names(victims)} ${budgetViolations}`,
  ]);
  return {
    taken: `${postFilter?.nominatedNode}: ${names(postFilter?.victims ?? [])}`,
    candidates: Object.fromEntries(candidates),
  };
}

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
          profile: profileWith(PLUGINS),
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
      "preemption: 0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 node(s) didn't have free ports for the requested pod ports.",
    ],
    [
      'and some nodes are out of the question',
      () => message(cluster([on('a', 'x', 10, 600)]), needy().onNode('a')),
      'preemption: 0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling.',
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
  test('every failure is told by node', () => {
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
    const told: string[] = [];
    const counting = definePlugin({
      name: 'Counting',
      preFilter: ({ snapshot, status }) => {
        let there = snapshot.podCount[0] ?? 0;
        return {
          kind: 'filter',
          filter: () => (there < 2 ? 0 : status('Unschedulable', 'crowded')),
          addPod: ({ name }) => {
            there += 1;
            told.push(`+${name}`);
          },
          removePod: ({ name }) => {
            there -= 1;
            told.push(`-${name}`);
          },
        };
      },
    });
    const snapshot = cluster([on('a', 'x', 1, 0), on('a', 'y', 2, 0), on('a', 'z', 3, 0)], { nodes: ['a'] });
    expect(room(attempt(snapshot, needy(0), [counting, defaultPreemption])).taken).toBe('a: y x');
    expect(told.join(' ')).toBe('-x -y -z +z +y -y +x -x +x -x +y -y -z +z +y +x');
  });
});
