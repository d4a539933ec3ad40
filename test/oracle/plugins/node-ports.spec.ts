import type { Cluster, PodChange } from '../model.js';
import type { ContainerPort, PodObject } from '../objects.js';
import { nodePorts } from './node-ports.js';

const node = { metadata: { name: 'a' } };
const pod = (name: string, ...ports: readonly ContainerPort[]): PodObject => ({
  metadata: { name, namespace: 'default' },
  spec: { nodeName: 'a', containers: [{ name: 'c', ports }] },
});
const clusterOf = (...pods: readonly PodObject[]): Cluster => ({ nodes: [node], pods, nominated: [], objects: {} });

describe('NodePorts, where pods come and go after PreFilter', () => {
  const [x, y] = [pod('x', { hostPort: 80 }), pod('y', { hostPort: 80 })];
  const elsewhere = pod('y', { hostPort: 80, hostIP: '10.0.0.1' });
  const gone = (other: PodObject): PodChange => ({ pod: other, node: 'a', added: false });
  const back = (other: PodObject): PodChange => ({ pod: other, node: 'a', added: true });
  const cases: [name: string, before: readonly PodObject[], changes: readonly PodChange[], fits: boolean][] = [
    ['both stay', [x, y], [], false],
    ['one goes: the port is free, whoever else has it', [x, y], [gone(x)], true],
    ['it comes back', [x, y], [gone(x), back(x)], false],
    ['both go, one comes back', [x, y], [gone(x), gone(y), back(y)], false],
    ['one goes that has another address', [x, elsewhere], [gone(x)], false],
    ['one goes from another node', [x], [{ ...gone(y), node: 'b' }], false],
  ];
  test.each(cases)('%s', (_name, before, changes, fits) => {
    const atPreFilter = clusterOf(...before);
    const attempt = { pod: pod('p', { hostPort: 80 }), cluster: atPreFilter, args: {}, atPreFilter, changes };
    expect(nodePorts.filter?.(attempt, node) ?? null).toEqual(
      fits ? null : { code: 'Unschedulable', reasons: ["node(s) didn't have free ports for the requested pod ports"] },
    );
  });
});
