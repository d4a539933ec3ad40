import { defaultProfile, type Node } from '#scheduler';
import { QUESTIONS } from '#what-if';
import { hypothetical } from './hypothetical.js';

const profile = defaultProfile();
const NODES = ['kube-node-1', 'kube-node-2', 'kube-node-3', 'kube-node-4'];

function nodeNamed(name: string, taints: NonNullable<Node['spec']>['taints'] = []): Node {
  return { metadata: { name }, spec: { taints }, status: { allocatable: { cpu: '2', memory: '4Gi', pods: '110' } } };
}

/** https://github.com/kubernetes-sigs/cluster-capacity, "Example output". */
test("the README's example of cluster-capacity has the same answer: 52 pods, 13 on each of four nodes", () => {
  const master = nodeNamed('kube-master', [{ key: 'node-role.kubernetes.io/master', effect: 'NoSchedule' }]);
  const cluster = hypothetical({ nodes: [master, ...NODES.map((name) => nodeNamed(name))], bound: [], objects: {} });
  const requests = { cpu: '150m', memory: '100Mi' };
  const pod = {
    metadata: { name: 'small-pod', namespace: 'default', uid: 'small-pod' },
    spec: { containers: [{ name: 'c', resources: { requests } }] },
  };
  const question = QUESTIONS['how-many'].answer(cluster, {
    templates: [{ pod, count: 1 }],
    profileOf: () => profile,
    most: 1_000,
  });
  let step = question.next();
  while (step.done !== true) step = question.next();
  const { copies, nodes, stoppedBy } = step.value;
  expect(copies).toBe(52);
  expect([...nodes].sort((a, b) => (a.node < b.node ? -1 : 1))).toEqual(NODES.map((node) => ({ node, pods: 13 })));
  expect(stoppedBy?.message).toMatch(/^0\/5 nodes are available: .*4 Insufficient cpu/);
});
