import type { ClusterObjects } from '../../in-tree-snapshot.js';
import type { ClusterObject } from '../../objects/objects.js';
import { IncomingPod } from '../../pods/incoming-pod.js';
import { makePod, type PodBuilder } from '../../testing/index.js';
import { defaultSelector } from './default-selector.js';

const object = (selector: unknown, { name = 'o', namespace = 'default' } = {}): ClusterObject => ({
  metadata: { name, namespace },
  spec: { selector },
});
const pod = (): PodBuilder => makePod('p').labels({ app: 'x', tier: 'web' });
const replicated = (): PodBuilder => pod().ownedBy('ReplicaSet', 'o');
const matchLabels = (labels: Record<string, string>): object => ({ matchLabels: labels });

describe('the default selector', () => {
  const others = {
    bare: {},
    x: { app: 'x' },
    y: { app: 'y' },
    web: { tier: 'web' },
    both: { app: 'x', tier: 'web' },
    mixed: { app: 'y', tier: 'web' },
  };
  const cases: [name: string, pod: PodBuilder, objects: ClusterObjects, matched: (keyof typeof others)[] | null][] = [
    ['nothing selects the pod', pod(), {}, null],
    ['a service', pod(), { services: [object({ app: 'x' })] }, ['x', 'both']],
    ['two services, both asked', pod(), { services: [object({ app: 'x' }), object({ tier: 'web' })] }, ['both']],
    ['a service of other pods', pod(), { services: [object({ app: 'y' })] }, null],
    ['a service that asks for more than the pod has', pod(), { services: [object({ app: 'x', shard: '1' })] }, null],
    ['a service of another namespace', pod(), { services: [object({ app: 'x' }, { namespace: 'other' })] }, null],
    [
      'a service in no namespace, as the pod',
      pod().namespace(''),
      { services: [{ spec: { selector: { app: 'x' } } }] },
      ['x', 'both'],
    ],
    [
      'services without selector',
      pod(),
      { services: [object(undefined), object(null), object({}), { metadata: { namespace: 'default' } }] },
      null,
    ],
    ['a replica set', replicated(), { replicaSets: [object(matchLabels({ app: 'y' }))] }, ['y', 'mixed']],
    [
      'a replica set of another name',
      replicated(),
      { replicaSets: [object(matchLabels({ app: 'x' }), { name: 'other' })] },
      null,
    ],
    [
      'a replica set of another namespace',
      replicated(),
      { replicaSets: [object(matchLabels({ app: 'x' }), { namespace: 'other' })] },
      null,
    ],
    [
      'a replica set of another API group',
      pod().ownedBy('ReplicaSet', 'o', 'v1'),
      { replicaSets: [object(matchLabels({ app: 'x' }))] },
      null,
    ],
    ['a replica set without selector', replicated(), { replicaSets: [object(undefined)] }, null],
    [
      'a replica set whose selector cannot be read',
      replicated(),
      { replicaSets: [object({ matchLabels: { app: 'x' }, matchExpressions: [{ key: 'app', operator: 'Near' }] })] },
      null,
    ],
    [
      'a replica set with expressions',
      replicated(),
      { replicaSets: [object({ matchExpressions: [{ key: 'tier', operator: 'Exists' }] })] },
      ['web', 'both', 'mixed'],
    ],
    [
      'a service and a replica set, both asked',
      replicated(),
      { services: [object({ app: 'x' })], replicaSets: [object(matchLabels({ tier: 'web' }))] },
      ['both'],
    ],
    [
      'a stateful set',
      pod().ownedBy('StatefulSet', 'o'),
      { statefulSets: [object(matchLabels({ app: 'y' }))], replicaSets: [object(matchLabels({ app: 'x' }))] },
      ['y', 'mixed'],
    ],
    [
      'a replication controller',
      pod().ownedBy('ReplicationController', 'o', 'v1'),
      { replicationControllers: [object({ tier: 'web' })] },
      ['web', 'both', 'mixed'],
    ],
    [
      'a replication controller goes before a service',
      pod().ownedBy('ReplicationController', 'o', 'v1'),
      { services: [object({ app: 'x', tier: 'web' })], replicationControllers: [object({ app: 'y' })] },
      ['mixed'],
    ],
    [
      'a replication controller that is not there',
      pod().ownedBy('ReplicationController', 'o', 'v1'),
      { services: [object({ app: 'x' })] },
      ['x', 'both'],
    ],
    ['no replica sets at all', replicated(), {}, null],
    [
      'a replica set without metadata',
      replicated().namespace(''),
      { replicaSets: [{ spec: { selector: matchLabels({ app: 'x' }) } }] },
      null,
    ],
    [
      'another kind of controller',
      pod().ownedBy('Job', 'o', 'batch/v1'),
      { replicaSets: [object(matchLabels({ app: 'x' }))] },
      null,
    ],
  ];
  test.each(cases)('%s', (_name, asked, objects, want) => {
    const matches = defaultSelector(new IncomingPod(asked), objects);
    expect(
      matches &&
        Object.entries(others)
          .filter(([, labels]) => matches(labels))
          .map(([name]) => name),
    ).toEqual(want);
  });

  test('an owner that is not the controller says nothing', () => {
    const owned = pod();
    owned.metadata = { ...owned.metadata, ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'o' }] };
    expect(defaultSelector(new IncomingPod(owned), { replicaSets: [object(matchLabels({ app: 'x' }))] })).toBeNull();
  });
  test('a pod that says nothing at all belongs to nobody', () =>
    expect(defaultSelector(new IncomingPod({}), {})).toBeNull());
});
