import { Scenario, type Seen } from '../../testing/scenario.js';
import { controllersWith, TestApi } from '../../testing/test-api.js';

const cluster = () => new Scenario().node('n1').settle();
const named = (container: Seen): string => {
  const { running, waiting, terminated } = container.state;
  const state = running ? 'running' : waiting ? waiting.reason : `${terminated.exitCode} ${terminated.reason}`;
  return `${container.name} ${state}${container.ready ? ' ready' : ''} ${container.restartCount}`;
};
const seen = (at: Scenario, name = 'p') => {
  const { phase, initContainerStatuses = [], containerStatuses = [] } = at.get('Pod', name).status;
  return [phase, ...[...initContainerStatuses, ...containerStatuses].map(named)];
};

test('pending, then running and not ready, then ready, with an address of its own', () => {
  const at = cluster()
    .pod('p', { model: { 'start-after': '5s', 'ready-after': '5s' } })
    .pod('q')
    .advance(4.9);
  expect(seen(at)).toEqual(['Pending']);
  expect(seen(at.advance(0.1))).toEqual(['Running', 'app running 0']);
  expect(seen(at.advance(5))).toEqual(['Running', 'app running ready 0']);
  expect(
    at
      .pods()
      .map(({ status }) => status?.podIP)
      .sort(),
  ).toEqual(['10.244.1.2', '10.244.1.3']);
  expect(at.conditions('Pod', 'p')).toEqual([
    ...[
      'ContainersReady=True',
      'Initialized=True',
      'PodReadyToStartContainers=True',
      'PodScheduled=True',
      'Ready=True',
    ],
  ]);
});

test('a container that has run says what it has of its node, and takes a resize at once', () => {
  const sized = (cpu: string) => ({ containers: [{ name: 'app', image: 'i', resources: { requests: { cpu } } }] });
  const at = cluster()
    .pod('p', { spec: sized('1'), model: { 'start-after': '5s' } })
    .settle();
  const said = () => at.get('Pod', 'p').status.containerStatuses?.[0] ?? {};
  expect(said()).not.toHaveProperty('resources');
  at.advance(5);
  expect(said()).toMatchObject({ resources: { requests: { cpu: '1' } }, allocatedResources: { cpu: '1' } });
  at.patch('Pod', 'p', { spec: sized('2') }, 'resize').settle();
  expect(said()).toMatchObject({ resources: { requests: { cpu: '2' } }, allocatedResources: { cpu: '2' } });
});

test('a status says of which generation of the pod it is, also while the pod ends', () => {
  const at = cluster()
    .pod('p', { model: { 'stop-after': '5s' } })
    .settle();
  const observed = () => [at.get('Pod', 'p').metadata.generation, at.get('Pod', 'p').status.observedGeneration];
  expect(observed()).toEqual([1, 1]);
  const sized = { name: 'app', image: 'app:2', resources: { requests: { cpu: '100m', memory: '64Mi' } } };
  at.patch('Pod', 'p', { spec: { containers: [sized] } }).settle();
  expect(observed()).toEqual([2, 2]);
  at.delete('Pod', 'p').advance(1);
  expect(observed()).toEqual([3, 3]);
});

test('durations that are drawn differ between pods and runs, and are the same again', () => {
  const lived = () => {
    const model = { 'start-after': 'uniform(1s,30s)', 'run-for': 'exponential(20s)' };
    const at = cluster();
    for (let index = 0; index < 4; index += 1) at.pod(`p${index}`, { model });
    return at.advance(300);
  };
  const at = lived();
  const starts = at.pods().map(({ status }) => status?.['containerStatuses']);
  expect(new Set(starts.map((one) => JSON.stringify(one))).size).toBe(4);
  const ends = at.changes.flatMap(({ object }) =>
    object.metadata.name === 'p0' && object.kind === 'Pod'
      ? ((object as Seen).status.containerStatuses ?? []).flatMap(({ lastState }: Seen) => lastState.terminated ?? [])
      : [],
  );
  const spans = new Set(ends.map(({ startedAt, finishedAt }: Seen) => Date.parse(finishedAt) - Date.parse(startedAt)));
  expect(spans.size).toBeGreaterThan(1);
  expect(JSON.stringify(lived().changes)).toBe(JSON.stringify(at.changes));
});

test('a pod that ran before its kubelet knew of it goes on where it is, with its address', () => {
  const at = cluster();
  const startedAt = '2026-01-04T23:59:50Z';
  const ran = { terminated: { exitCode: 1, startedAt, finishedAt: '2026-01-04T23:59:55Z' } };
  const [running, ended] = [{ running: { startedAt } }, { name: 'app', restartCount: 1, state: {}, lastState: ran }];
  const spec = { nodeName: 'n1' };
  for (const name of ['runs', 'waits', 'fresh'])
    at.pod(name, { spec, model: { 'start-after': '1m', 'run-for': '30s' } });
  const status = { phase: 'Running', startTime: startedAt };
  const containerStatuses = [{ name: 'app', restartCount: 2, state: running, lastState: {} }];
  at.patch('Pod', 'runs', { status: { ...status, podIP: '10.244.1.2', containerStatuses } }, 'status');
  at.patch('Pod', 'waits', { status: { ...status, containerStatuses: [ended] } }, 'status');
  at.advance(1);
  expect(seen(at, 'runs')).toEqual(['Running', 'app running ready 2']);
  expect(at.get('Pod', 'runs').status.containerStatuses[0].state).toEqual(running);
  // Its back-off of 10 seconds ends 5 seconds from the beginning.
  expect(seen(at, 'waits')).toEqual(['Running', 'app CrashLoopBackOff 1']);
  expect(seen(at.advance(4), 'waits')).toEqual(['Running', 'app running ready 2']);
  expect(seen(at.advance(15), 'runs')).toEqual(['Running', 'app CrashLoopBackOff 2']);
  expect(seen(at.advance(40), 'fresh')).toEqual(['Running', 'app running ready 0']);
  expect(new Set(at.pods().map((pod) => pod.status?.podIP)).size).toBe(3);
});

test('containers for the initialization run one after the other; sidecars stay', () => {
  const initContainers = [
    { name: 'one', image: 'i' },
    { name: 'side', image: 'i', restartPolicy: 'Always' },
    { name: 'two', image: 'i' },
  ];
  const at = cluster()
    .pod('p', { model: { 'run-for.one': '5s', 'run-for.two': '5s' }, spec: { initContainers } })
    .advance(3);
  expect(seen(at)).toEqual([
    'Pending',
    'one running 0',
    'side PodInitializing 0',
    'two PodInitializing 0',
    'app PodInitializing 0',
  ]);
  expect(seen(at.advance(3))).toEqual([
    'Pending',
    'one 0 Completed ready 0',
    'side running ready 0',
    'two running 0',
    'app PodInitializing 0',
  ]);
  expect(seen(at.advance(5))).toEqual([
    'Running',
    'one 0 Completed ready 0',
    'side running ready 0',
    'two 0 Completed ready 0',
    'app running ready 0',
  ]);
});

test.each([
  ['Never', '0', 'Succeeded'],
  ['Never', '3', 'Failed'],
  ['OnFailure', '0', 'Succeeded'],
  ['OnFailure', '3', 'Running'],
])('with restartPolicy %s and exit code %s a pod is %s', (restartPolicy, code, phase) => {
  const at = cluster()
    .pod('p', { model: { 'run-for': '1s', 'exit-code': code }, spec: { restartPolicy } })
    .advance(1);
  expect(at.get('Pod', 'p').status.phase).toBe(phase);
});

test('a container that keeps failing starts again at once, then after 10 s, 20 s ...', () => {
  const at = cluster().pod('p', { model: { 'run-for': '1s', 'exit-code': '1' } });
  const ends = [1, 1, 10, 1, 20, 1, 40].map((seconds) => seen(at.advance(seconds))[1]);
  expect(ends).toEqual([
    ...['app running ready 1', 'app CrashLoopBackOff 1', 'app running ready 2', 'app CrashLoopBackOff 2'],
    ...['app running ready 3', 'app CrashLoopBackOff 3', 'app running ready 4'],
  ]);
  expect(at.events().some((event) => /^kubelet Pod\/p BackOff/.test(event))).toBe(true);
});

test('exit codes go by the run', () => {
  const at = cluster().pod('p', {
    model: { 'run-for': '1s', 'exit-codes': '1,0' },
    spec: { restartPolicy: 'OnFailure' },
  });
  expect(seen(at.advance(2))).toEqual(['Succeeded', 'app 0 Completed 1']);
});

test('an image that cannot be pulled, a deadline, and annotations that say nothing', () => {
  const at = cluster()
    .pod('p', { model: { waiting: 'ImagePullBackOff' } })
    .pod('late', { spec: { activeDeadlineSeconds: 6 } });
  at.pod('odd', { model: { 'ready-after': 'soon' } }).advance(6);
  expect([seen(at), seen(at, 'late'), seen(at, 'odd')]).toEqual([
    ['Pending', 'app ImagePullBackOff 0'],
    ['Failed', 'app 143 Error 0'],
    ['Running', 'app running ready 0'],
  ]);
  expect(at.get('Pod', 'late').status.reason).toBe('DeadlineExceeded');
  expect(at.events()).toContain('kubelet Pod/odd InvalidAnnotation: kubelet.model/ready-after: "soon" is no duration');
});

test('a deleted pod has its own time, at most the grace period; with grace 0 it goes at once', () => {
  const slow = { model: { 'stop-after': '60s' }, spec: { terminationGracePeriodSeconds: 7 } };
  const at = cluster().pod('p', slow).pod('q', slow).settle().delete('Pod', 'p').delete('Pod', 'q').advance(6.9);
  expect(
    at
      .delete('Pod', 'q', { gracePeriodSeconds: 0 })
      .pods()
      .map(({ metadata }) => metadata.name),
  ).toEqual(['p']);
  expect(at.advance(0.1).pods()).toEqual([]);
  expect(
    at.changes
      .filter(({ object }) => object.metadata.name === 'p')
      .slice(-2)
      .map(({ op, object }) => [op, (object as Seen).status.phase]),
  ).toEqual([
    ['update', 'Failed'],
    ['delete', 'Failed'],
  ]);
});

test('each container of a deleted pod that runs is reported to stop', () => {
  const container = (name: string) => ({ name, image: 'i' });
  const spec = {
    initContainers: [{ ...container('beside'), restartPolicy: 'Always' }, container('first')],
    containers: [container('a'), container('b'), container('done')],
    restartPolicy: 'Never',
  };
  const at = cluster().pod('p', { spec, model: { 'run-for.done': '1s' } });
  at.settle().delete('Pod', 'p').settle();
  expect(at.events().filter((event) => event.includes('Killing'))).toEqual(
    ['a', 'b', 'beside'].map((name) => `kubelet Pod/p Killing: Stopping container ${name}`),
  );
});

test('a second deletion may shorten the grace period of a pod', () => {
  const at = cluster()
    .pod('p', { model: { 'stop-after': '60s' } })
    .settle()
    .delete('Pod', 'p')
    .advance(2);
  expect(at.delete('Pod', 'p', { gracePeriodSeconds: 4 }).advance(1).pods()).toHaveLength(1);
  expect(at.advance(1).pods()).toHaveLength(0);
});

test('a kubelet that is down does nothing; when it is back it catches up', () => {
  const down = { metadata: { annotations: { 'kubelet.model/kubelet': 'down' } } };
  const at = cluster()
    .pod('p')
    .pod('q', { model: { 'ready-after': '5s' } })
    .advance(1)
    .patch('Node', 'n1', down);
  at.delete('Pod', 'p').advance(60);
  expect([at.pods().length, seen(at, 'q')[1]]).toEqual([2, 'app running 0']);
  at.patch('Node', 'n1', { metadata: { annotations: null } }).advance(0);
  expect(seen(at, 'q')[1]).toBe('app running ready 0');
  expect(at.pods().map(({ metadata }) => metadata.name)).toEqual(['q']);
});

describe('kubelets with a model of their own', () => {
  const model = {
    settings: { 'start-after': '20s' },
    rules: [
      { image: 'broken:*', settings: { waiting: 'ImagePullBackOff' } },
      { nodes: 'pool=slow', pods: 'app=q', settings: { 'start-after': '40s' } },
    ],
  };
  const own = () =>
    new Scenario(new TestApi({ controllers: controllersWith(model) }))
      .node('n1', { labels: { pool: 'slow' } })
      .settle();

  test('report pods as soon as they see them; annotations, then rules, then defaults hold', () => {
    const at = own()
      .pod('p')
      .pod('q')
      .pod('r', { model: { 'start-after': '1s' } })
      .advance(1);
    expect(seen(at)).toEqual(['Pending', 'app ContainerCreating 0']);
    const { hostIP, podIP, conditions } = at.get('Pod', 'p').status;
    expect([hostIP, podIP]).toEqual(['172.18.0.2', undefined]);
    expect(conditions.map(({ type, status }: Seen) => `${type}=${status}`).sort()).toEqual([
      ...['ContainersReady=False', 'Initialized=True', 'PodReadyToStartContainers=False'],
      ...['PodScheduled=True', 'Ready=False'],
    ]);
    expect(seen(at, 'r')).toEqual(['Running', 'app running ready 0']);
    expect(seen(at.advance(19))).toEqual(['Running', 'app running ready 0']);
    expect(seen(at, 'q')).toEqual(['Pending', 'app ContainerCreating 0']);
    expect(seen(at.advance(20), 'q')).toEqual(['Running', 'app running ready 0']);
    expect(at.events().filter((event) => event.startsWith('kubelet Pod/p'))).toEqual([
      'kubelet Pod/p Pulled: Container image "app:1" already present on machine',
      'kubelet Pod/p Created: Created container: app',
      'kubelet Pod/p Started: Started container app',
    ]);
  });

  test('an image that a rule names is never pulled', () => {
    const at = own()
      .pod('p', { spec: { containers: [{ name: 'app', image: 'broken:2' }] } })
      .advance(21);
    expect(seen(at)).toEqual(['Pending', 'app ImagePullBackOff 0']);
    expect(at.events()).toContain('kubelet Pod/p BackOff: Back-off pulling image "broken:2"');
  });
});

test('what others write of a pod stands until its kubelet has something to say', () => {
  const at = new Scenario()
    .node('n1')
    .pod('p', { model: { 'run-for': '1m' } })
    .settle();
  const ready = (): unknown => at.get('Pod', 'p').status.conditions?.find(({ type }: Seen) => type === 'Ready')?.status;
  at.patch('Pod', 'p', { status: { conditions: [{ type: 'Ready', status: 'False' }] } }, 'status').settle();
  expect(ready()).toBe('False');
  expect(at.advance(70).get('Pod', 'p').status.phase).toBe('Running');
  expect(ready()).toBe('True');
});
