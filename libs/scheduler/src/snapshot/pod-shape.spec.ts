import { makePod } from '../testing/index.js';
import type { Pod } from '../objects/objects.js';
import { placedLike, placedPod, UNLOGGED, type PlacedPod } from './placed-pod.js';
import { podOfShape, podShape } from './pod-shape.js';

const selects = (app: string): object => ({ labelSelector: { matchLabels: { app } }, topologyKey: 'zone' });
const anti = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [selects('a')] } };
const resized = {
  containerStatuses: [
    { name: 'c', resources: { requests: { cpu: 3 } }, allocatedResources: { cpu: 4 } },
    { name: 'other' },
  ],
};

/** All that can be asked of a placed pod; terms about nodes are nobody's question. */
function asked({ terms, affinity, ...pod }: PlacedPod): unknown {
  const { podAffinity = null, podAntiAffinity = null } = affinity ?? {};
  return { ...pod, podAffinity, podAntiAffinity, terms: JSON.parse(JSON.stringify(terms())) as unknown };
}

function throughShape(pod: Pod): PlacedPod {
  const like = placedPod(podOfShape(pod.metadata?.namespace ?? '', podShape(pod)));
  const startTime = pod.status?.startTime;
  return placedLike(like, {
    uid: pod.metadata?.uid ?? '',
    name: pod.metadata?.name ?? '',
    startedAt: startTime ? Date.parse(startTime) : null,
    position: UNLOGGED,
  });
}

describe('a pod that is placed from its shape is the same', () => {
  const mirrorPod = { metadata: { name: 'p', uid: 'u', annotations: { 'kubernetes.io/config.mirror': 'x' } } };
  const cases: [name: string, pod: Pod][] = [
    ['with nothing', makePod('p')],
    [
      'with labels, priority and requests',
      makePod('p').labels({ app: 'a' }).priority(7).requests({ cpu: '500m', 'nvidia.com/gpu': 1 }),
    ],
    ['with containers that request nothing', makePod('p').container({ name: 'd' }).container({})],
    [
      'with init containers, sidecars and overhead',
      makePod('p')
        .initContainer({ cpu: 4 })
        .sidecar({ cpu: 2 })
        .initContainer({ memory: '1Gi' })
        .with({ overhead: { cpu: '100m' } }),
    ],
    ['with requests as a whole', makePod('p').requests({ cpu: 3 }).podRequests({ cpu: 2 })],
    [
      'with host ports',
      makePod('p')
        .hostPort(80)
        .hostPort(53, { hostIP: '10.0.0.1', protocol: 'UDP' })
        .hostPort(0)
        .initContainer({}, { restartPolicy: 'Always', ports: [{ hostPort: 9 }] }),
    ],
    [
      'with terms about pods and nodes',
      makePod('p')
        .affinity(anti)
        .requires({ matchExpressions: [{ key: 'zone', operator: 'Exists' }] }),
    ],
    [
      'with terms that cannot be read',
      makePod('p').affinity({
        podAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { labelSelector: { matchExpressions: [{ key: 'a', operator: 'What' }] } },
          ],
        },
      }),
    ],
    [
      'with volumes',
      makePod('p')
        .claims('data')
        .volume({ name: 'tmp' })
        .volume({ name: 'scratch', ephemeral: {} })
        .volume({ name: 'disk', gcePersistentDisk: { pdName: 'd', readOnly: true } }),
    ],
    ['while it is resized', makePod('p').requests({ cpu: 2 }).withStatus(resized)],
    [
      'when it cannot be resized',
      makePod('p')
        .requests({ cpu: 2 })
        .withStatus({ ...resized, conditions: [{ type: 'PodResizePending', reason: 'Infeasible' }] }),
    ],
    [
      'when an init container is resized',
      makePod('p')
        .sidecar({ cpu: 1 })
        .withStatus({ initContainerStatuses: [{ name: 'i', resources: { requests: { cpu: 5 } } }] }),
    ],
    ['when it started', makePod('p').withStatus({ startTime: '2026-03-01T10:00:00Z' })],
    ['while it terminates', makePod('p').terminating()],
    ['of a controller', makePod('p').ownedBy('ReplicaSet', 'r')],
    ['of a DaemonSet', makePod('p').labels({ app: 'a' }).ownedBy('DaemonSet', 'd')],
    ['of a file of the kubelet', mirrorPod],
    [
      'while it makes room',
      makePod('p')
        .terminating()
        .withStatus({
          conditions: [
            { type: 'Ready', status: 'True' },
            { type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler' },
          ],
        }),
    ],
  ];
  test.each(cases)('%s', (_name, pod) => expect(asked(throughShape(pod))).toEqual(asked(placedPod(pod))));
});

test('replicas have one shape, whatever else they are', () => {
  const one = makePod('one')
    .labels({ app: 'a' })
    .requests({ cpu: 1 })
    .image('a:1')
    .tolerates({ operator: 'Exists' })
    .volume({ name: 'token-x' });
  const other = makePod('other')
    .namespace('b')
    .labels({ app: 'a' })
    .requests({ cpu: 1 })
    .image('a:2')
    .onNode('n')
    .nodeSelector({ zone: 'x' })
    .withStatus({
      startTime: '2026-03-01T10:00:00Z',
      conditions: [{ type: 'Ready', status: 'True' }],
      containerStatuses: [{ name: 'c' }],
    });
  expect(podShape(one)).toBe(podShape(other));
  expect(podShape(one)).toBe(
    '{"metadata":{"ownerReferences":[],"labels":{"app":"a"}},' +
      '"spec":{"containers":[{"resources":{"requests":{"cpu":1}}}]},"status":{}}',
  );
  expect(podShape(one.requests({ cpu: 2 }))).not.toBe(podShape(other));
});

test('replicas of different controllers have one shape, which does not name any', () => {
  const [one, other] = ['ReplicaSet', 'StatefulSet'].map((kind) => podShape(makePod('p').ownedBy(kind, kind)));
  expect(one).toBe(other);
  expect(one).toMatch(/^\{"metadata":\{\}/);
});

test('what is no time is none', () => {
  const startedAt = (startTime?: string): number =>
    placedPod(makePod('p').withStatus(startTime === undefined ? {} : { startTime })).startedAt;
  expect(startedAt('once')).toBe(startedAt());
});
