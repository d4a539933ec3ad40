import { podColumns } from './columns.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const ENDED = '2025-12-31T23:55:00Z';

const waiting = (reason: string) => ({ waiting: { reason } });
const terminated = (rest: object) => ({ terminated: { finishedAt: ENDED, ...rest } });
const running = { running: { startedAt: ENDED } };

/** The cells Ready, Status and Restarts of a pod. */
function printed({ spec, status, metadata }: { spec?: object; status?: object; metadata?: object }) {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', ...metadata },
    spec: { containers: [{ name: 'a' }], ...spec },
    status: { phase: 'Pending', ...status },
  };
  return podColumns.cells(pod, NOW).slice(1, 4);
}

const sidecar = { initContainers: [{ name: 's', restartPolicy: 'Always' }, { name: 'i' }] };
const gone = { metadata: { deletionTimestamp: ENDED } };

test.each([
  ['a pod that waits', {}, ['0/1', 'Pending', '0']],
  ['the reason of the status', { status: { reason: 'Evicted', phase: 'Failed' } }, ['0/1', 'Evicted', '0']],
  [
    'scheduling gates',
    { status: { conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] } },
    ['0/1', 'SchedulingGated', '0'],
  ],
  [
    'a crash loop, with its last end',
    {
      status: {
        containerStatuses: [{ restartCount: 5, state: waiting('CrashLoopBackOff'), lastState: terminated({}) }],
      },
    },
    ['0/1', 'CrashLoopBackOff', '5 (5m ago)'],
  ],
  [
    'an exit code where there is no reason',
    { status: { phase: 'Failed', containerStatuses: [{ state: terminated({ exitCode: 3 }) }] } },
    ['0/1', 'ExitCode:3', '0'],
  ],
  [
    'a signal before the exit code',
    { status: { phase: 'Failed', containerStatuses: [{ state: terminated({ exitCode: 137, signal: 9 }) }] } },
    ['0/1', 'Signal:9', '0'],
  ],
  [
    'the first container that has something to say',
    { status: { containerStatuses: [{ state: waiting('A') }, { state: waiting('B') }] } },
    ['0/1', 'A', '0'],
  ],
  [
    'one that runs while another has completed',
    {
      status: {
        phase: 'Running',
        containerStatuses: [
          { state: terminated({ reason: 'Completed' }) },
          { ready: true, restartCount: 0, state: running },
        ],
      },
    },
    ['1/1', 'NotReady', '0'],
  ],
  [
    'init containers that are not through',
    {
      spec: { initContainers: [{ name: 'i' }, { name: 'j' }] },
      status: {
        initContainerStatuses: [
          { name: 'i', restartCount: 1, state: terminated({ exitCode: 0 }) },
          { name: 'j', restartCount: 1, state: waiting('PodInitializing') },
        ],
      },
    },
    ['0/1', 'Init:1/2', '2'],
  ],
  [
    'an init container that fails',
    {
      spec: { initContainers: [{ name: 'i' }] },
      status: { initContainerStatuses: [{ name: 'i', state: terminated({ exitCode: 1, reason: 'Error' }) }] },
    },
    ['0/1', 'Init:Error', '0'],
  ],
  [
    'a sidecar, which counts among the containers',
    {
      spec: sidecar,
      status: {
        phase: 'Running',
        initContainerStatuses: [
          { name: 's', ready: true, started: true, restartCount: 2, state: running },
          { name: 'i', restartCount: 4, state: terminated({ exitCode: 0 }) },
        ],
        containerStatuses: [{ ready: true, restartCount: 1, state: running }],
      },
    },
    ['2/2', 'Running', '3'],
  ],
  ['a pod that is deleted', gone, ['0/1', 'Terminating', '0']],
  ['one that had ended before', { ...gone, status: { phase: 'Succeeded' } }, ['0/1', 'Succeeded', '0']],
  ['one whose node is lost', { ...gone, status: { reason: 'NodeLost' } }, ['0/1', 'Unknown', '0']],
])('the status shows %s', (_, pod, expected) => {
  expect(printed(pod)).toEqual(expected);
});

test('-o wide shows addresses, nodes and the gates that are open', () => {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', creationTimestamp: '2025-12-31T23:59:00Z' },
    spec: { containers: [{}], nodeName: 'n', readinessGates: [{ conditionType: 'a' }, { conditionType: 'b' }] },
    status: { podIPs: [{ ip: '10.0.0.1' }], nominatedNodeName: 'm', conditions: [{ type: 'a', status: 'True' }] },
  };
  expect(podColumns.cells(pod, NOW).slice(4)).toEqual(['60s', '10.0.0.1', 'n', 'm', '1/2']);
});

test('a pod that has ended says so in a condition of its row', () => {
  const ended = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, status: { phase: 'Failed' } };
  expect(podColumns.conditions(ended)).toMatchObject([{ type: 'Completed', reason: 'Failed' }]);
  expect(podColumns.conditions({ ...ended, status: { phase: 'Running' } })).toEqual([]);
});
