import type { Pod } from '#scheduler';
import type { Situation } from '../applied-changes.js';
import { cheaper } from './least-changes.js';

const HOSTNAME = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

const required = (terms: unknown): object => ({ requiredDuringSchedulingIgnoredDuringExecution: terms });
const near = required([
  { labelSelector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['c'] }] }, topologyKey: HOSTNAME },
]);
const apart = required([{ labelSelector: { matchLabels: { app: 'a' } }, topologyKey: ZONE }]);

/** Two nodes of a zone. */
const nodes = ['n0', 'n1'].map((name) => ({
  metadata: { name, labels: { [HOSTNAME]: name, [ZONE]: 'z' } },
  spec: {},
  status: { allocatable: { cpu: '1', memory: '2Gi', pods: '2' } },
}));

test('pods that match go where their pod may be the first of its kind then', () => {
  const pod = (name: string, spec: object): Pod => ({
    metadata: { name, namespace: 'default', uid: name, labels: { app: 'a' } },
    spec: { containers: [{ name: 'c', resources: { requests: { cpu: '100m' } } }], ...spec },
  });
  const bound = [pod('p', { nodeName: 'n1', affinity: { podAntiAffinity: apart } })];
  const asked = pod('q', { affinity: { podAffinity: near, nodeAffinity: {} } });
  const situation: Situation = { nodes, bound, pod: asked, node: 'n0', objects: { podDisruptionBudgets: [] } };
  expect(cheaper(situation)).toBeNull();
});
