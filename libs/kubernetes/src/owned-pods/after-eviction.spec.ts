import { afterEviction } from './after-eviction.js';

test.each([
  ['of a controller', { ownerReferences: [{ kind: 'ReplicaSet', name: 'web', controller: true }] }, 'recreated'],
  ['of a DaemonSet', { ownerReferences: [{ kind: 'DaemonSet', name: 'agent', controller: true }] }, 'stays'],
  [
    'of a file of the kubelet',
    {
      annotations: { 'kubernetes.io/config.mirror': 'x' },
      ownerReferences: [{ kind: 'Node', name: 'n1', controller: true }],
    },
    'stays',
  ],
  ['with an owner that does not control it', { ownerReferences: [{ kind: 'DaemonSet', name: 'agent' }] }, 'lost'],
  ['without an owner', {}, 'lost'],
])('a pod %s, after its eviction', (_name, metadata, becomes) => {
  expect(afterEviction({ metadata })).toBe(becomes);
});
