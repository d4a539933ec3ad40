import { defaultProfile, type Pod } from '#scheduler';
import { QUESTIONS } from '#what-if';
import { hypothetical } from './hypothetical.js';

const ZONE = 'topology.kubernetes.io/zone';

const node = (name: string, zone: string) => ({
  metadata: { name, labels: { 'kubernetes.io/hostname': name, [ZONE]: zone } },
  status: { allocatable: { cpu: '4', memory: '4Gi', pods: '5' } },
});

const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'web', controller: true };

const pod = (name: string, nodeName: string, { metadata = {}, spec = {} }: Partial<Pod> = {}): Pod => ({
  metadata: { name, namespace: 'shop', uid: name, labels: { app: 'web' }, ownerReferences: [owner], ...metadata },
  spec: { nodeName, containers: [{ name: 'c', resources: { requests: { cpu: '1' } } }], ...spec },
});

/** A pod that is terminating keeps others out of the zone of the only node that stays. */
test('a pod that leaves by itself is in the way of no node that is emptied before its own', () => {
  const term = { labelSelector: { matchLabels: { app: 'web' } }, topologyKey: ZONE };
  const leaving = pod('leaving', 'b1', {
    metadata: { deletionTimestamp: '2026-05-01T09:00:00Z' },
    spec: { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } },
  });
  const cluster = hypothetical({
    nodes: [node('a1', 'a'), node('b1', 'b'), node('b2', 'b')],
    bound: [pod('first', 'a1'), pod('second', 'b1'), leaving],
    objects: {},
  });
  const profile = defaultProfile();
  const work = QUESTIONS.repack.answer(cluster, { profileOf: () => profile, most: 10 });
  let step = work.next();
  while (step.done !== true) step = work.next();
  const { emptied, atMost } = step.value;
  expect(emptied.map(({ node: name, moves }) => [name, moves.map(({ to }) => to)])).toEqual([
    ['a1', ['b2']],
    ['b1', ['b2']],
  ]);
  expect(atMost).toBe(2);
});
