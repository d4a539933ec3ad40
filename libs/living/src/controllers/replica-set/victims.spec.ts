import type { Pod } from '#kubernetes';
import { victimsOf } from './victims.js';

const NOW = Date.parse('2026-01-05T01:00:00Z');

interface Parts {
  readonly node?: string;
  readonly phase?: string;
  readonly ready?: string;
  readonly cost?: string;
  readonly restarts?: number;
  /** Of a container beside the others. */
  readonly sidecarRestarts?: number;
  readonly created?: string;
}

function pod(
  name: string,
  {
    node = 'n1',
    phase = 'Running',
    ready = '00:30:00',
    cost,
    restarts = 0,
    sidecarRestarts,
    created = '00:20:00',
  }: Parts = {},
): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...{ name, uid: name, creationTimestamp: `2026-01-05T${created}Z` },
      ...(cost !== undefined && { annotations: { 'controller.kubernetes.io/pod-deletion-cost': cost } }),
    },
    spec: {
      ...(node !== '' && { nodeName: node }),
      ...(sidecarRestarts !== undefined && { initContainers: [{ name: 's', restartPolicy: 'Always' }, { name: 'i' }] }),
    },
    status: {
      phase,
      conditions: [
        {
          type: 'Ready',
          status: ready === '' ? 'False' : 'True',
          ...(ready !== '' && { lastTransitionTime: `2026-01-05T${ready}Z` }),
        },
      ],
      containerStatuses: [{ name: 'c', restartCount: restarts }],
      ...(sidecarRestarts !== undefined && {
        initContainerStatuses: [
          { name: 's', restartCount: sidecarRestarts },
          { name: 'i', restartCount: 99 },
        ],
      }),
    },
  } as unknown as Pod;
}

const cases: [name: string, pods: Pod[]][] = [
  ['one without a node', [pod('a', { node: '' }), pod('b', { phase: 'Pending' })]],
  ['then one that does not run', [pod('a', { phase: 'Pending' }), pod('b', { ready: '' })]],
  ['then one that is not ready', [pod('a', { ready: '' }), pod('b', { cost: '-5' })]],
  ['then the cheapest', [pod('a', { cost: '-5' }), pod('b')]],
  ['a cost that is no number counts 0', [pod('a', { cost: 'x' }), pod('b', { cost: '1' })]],
  [
    'then one with more kin on its node',
    [pod('a', { node: 'n2' }), pod('b', { restarts: 9 }), pod('c', { node: 'n2' })],
  ],
  ['then one that is ready for a much shorter time', [pod('a', { ready: '00:59:00' }), pod('b', { restarts: 9 })]],
  ['of about the same time the smaller uid', [pod('a', { ready: '00:30:00' }), pod('b', { ready: '00:31:00' })]],
  ['then one that restarted more often', [pod('a', { restarts: 2 }), pod('b', { created: '00:59:00' })]],
  [
    'then one whose sidecar did',
    [pod('a', { restarts: 1, sidecarRestarts: 2 }), pod('b', { restarts: 1, sidecarRestarts: 1, created: '00:59:00' })],
  ],
  ['then a much younger one', [pod('z', { created: '00:59:30' }), pod('b')]],
];

test.each(cases)('%s goes first', (_name, pods) => {
  const options = { count: 1, related: pods, now: NOW };
  const first = pods[0]?.metadata.name;
  expect(victimsOf(pods, options).map(({ metadata }) => metadata.name)).toEqual([first]);
  expect(victimsOf([...pods].reverse(), options).map(({ metadata }) => metadata.name)).toEqual([first]);
});

test('without a controller above, kin count nothing', () => {
  const pods = [pod('b', { node: 'n2' }), pod('c', { node: 'n2' }), pod('a')];
  const named = (related: readonly Pod[]) => victimsOf(pods, { count: 1, related, now: NOW })[0]?.metadata.name;
  expect([named([]), named(pods)]).toEqual(['a', 'b']);
});
