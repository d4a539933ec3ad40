/** A node of clusters that live, which is ready. */
export function livingNode(index: number): object {
  const amounts = { cpu: '32', memory: '128Gi', pods: '110' };
  return {
    ...{ apiVersion: 'v1', kind: 'Node', metadata: { name: `node-${index}` } },
    status: { capacity: amounts, allocatable: amounts, conditions: [{ type: 'Ready', status: 'True' }] },
  };
}
