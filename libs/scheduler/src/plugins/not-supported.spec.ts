import { decidePods } from '../decide-pods.js';
import type { ClusterObjects, PodSpec } from '../objects.js';
import { defaultProfile } from '../profile/index.js';
import { makeNode, makePod, makeSnapshot, type PodBuilder } from '../testing/index.js';

const spread = (whenUnsatisfiable: string): PodSpec => ({ topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable }] });
const mine = { metadata: { namespace: 'default', name: 's' }, spec: { selector: { app: 'x' } } };
const labelled = (): PodBuilder => makePod('p').labels({ app: 'x' });

function outcome(pod: PodBuilder, { objects = {} }: { objects?: ClusterObjects } = {}): string {
  const snapshot = makeSnapshot([makeNode('a'), makeNode('b')], [], objects);
  const [attempt] = decidePods({ snapshot, pods: [pod], profileOf: defaultProfile, tieBreak: { rule: 'first' }, preemption: 'off', now: '2026-01-01T00:00:00Z' });
  return attempt?.nodeName ?? attempt?.message ?? '';
}

describe('what is not built yet is refused by the plugin\'s name:', () => {
  const claim = { volumes: [{ persistentVolumeClaim: { claimName: 'c' } }] };
  const cases: [name: string, pod: PodBuilder, options: Parameters<typeof outcome>[1], plugin: string][] = [
    ['a claim', makePod('p').with(claim), {}, 'VolumeRestrictions'],
    ['a disk', makePod('p').with({ volumes: [{ gcePersistentDisk: {} }] }), {}, 'VolumeRestrictions'],
    ['an ephemeral volume', makePod('p').with({ volumes: [{ ephemeral: {} }] }), {}, 'NodeVolumeLimits'],
    ['device claims', makePod('p').with({ resourceClaims: [{ name: 'c' }] }), {}, 'DynamicResources'],
    ['a hard constraint', makePod('p').with(spread('DoNotSchedule')), {}, 'PodTopologySpread'],
    ['a soft constraint', makePod('p').with(spread('ScheduleAnyway')), {}, 'PodTopologySpread'],
    ['default constraints by a service', labelled(), { objects: { services: [mine] } }, 'PodTopologySpread'],
    ['default constraints by a replica set', labelled().ownedBy('ReplicaSet', 's'),
      { objects: { replicaSets: [{ ...mine, spec: { selector: { matchLabels: { app: 'y' } } } }] } }, 'PodTopologySpread'],
    ['default constraints by a replication controller', labelled().ownedBy('ReplicationController', 's', 'v1'), { objects: { replicationControllers: [mine] } }, 'PodTopologySpread'],
  ];
  test.each(cases)('%s', (_name, pod, options, plugin) => expect(outcome(pod, options)).toBe(`${plugin}: not supported yet`));
});

describe('and is not in the way of', () => {
  const none: Parameters<typeof outcome>[1] = {};
  const cases: [name: string, pod: PodBuilder, options: Parameters<typeof outcome>[1], want: string][] = [
    ['volumes that bind to no node', makePod('p').with({ volumes: [{ name: 'tmp' }] }), none, 'a'],
    ['services of other pods', makePod('p').labels({ app: 'y' }), { objects: { services: [mine] } }, 'a'],
    ['services of other namespaces', labelled().namespace('other'), { objects: { services: [mine] } }, 'a'],
    ['services without selector', labelled(), { objects: { services: [{ ...mine, spec: {} }, { ...mine, spec: { selector: {} } }] } }, 'a'],
    ['controllers that are not there', labelled().ownedBy('StatefulSet', 'gone'), { objects: { statefulSets: [mine] } }, 'a'],
    ['soft constraints of a pod that fits nowhere', makePod('p').onNode('c').with(spread('ScheduleAnyway')), none,
      "0/2 nodes are available: 2 node(s) didn't match the requested node name."],
  ];
  test.each(cases)('%s', (_name, pod, options, want) => expect(outcome(pod, options)).toBe(want));
});
