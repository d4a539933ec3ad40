import { Scenario } from '../../testing/scenario.js';

test('pods of a node that is gone go when it has been missed for 40 seconds, and come again elsewhere', () => {
  const at = new Scenario().node('n1').workload('ReplicaSet', 'web', { replicas: 2 }).pod('bare').settle();
  at.node('n2').settle();
  at.delete('Node', 'n1').advance(39);
  expect(at.pods().map(({ spec }) => spec.nodeName)).toEqual(['n1', 'n1', 'n1']);
  at.advance(22);
  expect(at.pods().map(({ spec }) => spec.nodeName)).toEqual(['n2', 'n2']);
  const last = at.changes.findLast(({ op, object }) => op === 'delete' && object.metadata.name === 'bare');
  expect(last?.before).toMatchObject({ status: { phase: 'Failed', observedGeneration: 1 } });
  const { conditions } = last?.before?.['status'] as { readonly conditions: readonly object[] };
  expect(conditions.at(-1)).toMatchObject({
    ...{ type: 'DisruptionTarget', reason: 'DeletionByPodGC', observedGeneration: 1 },
  });
});

test('a node that comes back in time keeps its pods', () => {
  const at = new Scenario()
    .node('n1')
    .pod('bare', { model: { hold: 'true' } })
    .settle();
  at.delete('Node', 'n1').advance(30);
  at.node('n1').advance(120);
  expect(at.pods().map(({ metadata }) => metadata.name)).toEqual(['bare']);
});

test('a node that comes back and goes again within its time is missed since the first time', () => {
  const at = new Scenario()
    .node('n1')
    .pod('bare', { model: { hold: 'true' } })
    .settle();
  at.delete('Node', 'n1').advance(30);
  at.node('n1').advance(15).delete('Node', 'n1').advance(16);
  expect(at.pods()).toEqual([]);
});

test('pods that are deleted on a silent node which is out of service go', () => {
  const at = new Scenario()
    .node('n1', { annotations: { 'kubelet.model/kubelet': 'down' } })
    .pod('stuck')
    .settle();
  at.delete('Pod', 'stuck').advance(60);
  expect(at.pods()).toHaveLength(1);
  const conditions = [{ type: 'Ready', status: 'Unknown' }];
  at.patch('Node', 'n1', { status: { conditions } }, 'status');
  at.patch('Node', 'n1', { spec: { taints: [{ key: 'node.kubernetes.io/out-of-service', effect: 'NoExecute' }] } });
  at.advance(20);
  expect(at.pods()).toEqual([]);
});
