import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

const RANGE = {
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'limits', namespace: 'default' },
  spec: {
    limits: [{ type: 'Container', max: { cpu: '2' }, default: { cpu: '500m' }, defaultRequest: { cpu: '100m' } }],
  },
};
const REASON = 'maximum cpu usage per Container is 2, but limit is 4';
const container = (resources: object) => ({ name: 'c', image: 'i', resources });
const podOf = (name: string, resources: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  spec: { containers: [container(resources)] },
});
const greedy = podOf('greedy', { limits: { cpu: '4' } });
const CREATED = {
  spec: {
    containers: [{ resources: { limits: { cpu: '500m' }, requests: { cpu: '100m' } } }],
    tolerations: [
      { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute', tolerationSeconds: 300 },
      { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute', tolerationSeconds: 300 },
    ],
  },
  status: { qosClass: 'Burstable' },
};

describe('every door leads through the chain', () => {
  let cluster: string;
  beforeAll(async () => {
    cluster = await api.cluster(RANGE);
  });
  const at = (path: string) => `/v1/clusters/${cluster}${path}`;
  const read = async (name: string) => (await api.get(at(`/api/v1/namespaces/default/pods/${name}`)).expect(200)).body;

  test('the Kubernetes API', async () => {
    const pods = at('/api/v1/namespaces/default/pods');
    expect((await api.post(pods).send(podOf('a')).expect(201)).body).toMatchObject(CREATED);
    expect((await api.post(pods).send(greedy).expect(403)).body).toMatchObject({
      kind: 'Status',
      reason: 'Forbidden',
      message: `pods "greedy" is forbidden: ${REASON}`,
      details: { name: 'greedy', kind: 'pods' },
      code: 403,
    });
  });

  test('GraphQL', async () => {
    const query = `mutation($input: ApplyObjectInput!) {
      applyObject(input: $input) { object { manifest } refusals { code message } } }`;
    const apply = async (manifest: object) => {
      const variables = { input: { clusterId: cluster, manifest } };
      return (await api.post('/graphql').send({ query, variables }).expect(200)).body.data.applyObject;
    };
    expect((await apply(podOf('b'))).object.manifest).toMatchObject(CREATED);
    expect(await apply(greedy)).toEqual({
      object: null,
      refusals: [{ code: 'OBJECT_FORBIDDEN', message: `Pod "default/greedy" is forbidden: ${REASON}` }],
    });
  });

  const file = [podOf('c'), greedy].map((one) => JSON.stringify(one)).join('\n');
  const send = () => api.post(at('/import')).type('application/yaml').serialize(String).send(file).expect(200);

  test('an import, which tells and refuses nothing', async () => {
    const { body } = await send();
    expect(body).toMatchObject({ created: 2, warnings: [{ name: 'greedy', message: REASON }] });
    expect(await read('c')).toMatchObject(CREATED);
    expect(await read('greedy')).toMatchObject({ spec: { containers: [{ resources: { limits: { cpu: '4' } } }] } });
  });

  test('and the same file again changes nothing', async () => {
    expect((await send()).body).toMatchObject({ created: 0, unchanged: 2 });
  });
});

test('an import keeps what another cluster has admitted', async () => {
  const known = { ...podOf('a'), metadata: { name: 'a', namespace: 'default', uid: 'u-1' } };
  const cluster = await api.cluster(RANGE, known);
  const { body } = await api.get(`/v1/clusters/${cluster}/api/v1/namespaces/default/pods/a`).expect(200);
  expect(body.spec).toMatchObject({ containers: [{ resources: {} }] });
  expect(body.spec.tolerations).toBeUndefined();
});

test('conditions taint a node as they are said, and no more where the cluster is told so', async () => {
  const cluster = await api.cluster(node('a'), pod('p'));
  const status = `/v1/clusters/${cluster}/api/v1/nodes/a/status`;
  const say = async (ready: string) => {
    const patch = { status: { conditions: [{ type: 'Ready', status: ready }] } };
    const answer = await api.patch(status).set('content-type', 'application/merge-patch+json').send(patch).expect(200);
    return (answer.body.spec?.taints ?? []).map(({ key, effect }: Record<string, string>) => `${key}:${effect}`);
  };
  const NOT_READY = ['node.kubernetes.io/not-ready:NoSchedule', 'node.kubernetes.io/not-ready:NoExecute'];
  expect(await say('False')).toEqual(NOT_READY);
  await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
  const [decision] = (await api.get(`/v1/clusters/${cluster}/decisions`).expect(200)).body.items;
  expect(decision).toMatchObject({
    outcome: 'unschedulable',
    message: expect.stringContaining('untolerated taint {node.kubernetes.io/not-ready: }'),
  });
  expect(await say('True')).toEqual([]);
  const { body } = await api.patch(`/v1/clusters/${cluster}`).send({ conditionTaints: false }).expect(200);
  expect(body).toMatchObject({ conditionTaints: false, memoryPressureTolerations: false });
  expect(await say('False')).toEqual([]);
});

test('a node that is imported again keeps the taints of its conditions, and when they came', async () => {
  const cluster = await api.cluster();
  const known = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' }, spec: {} };
  const sick = { ...known, status: { conditions: [{ type: 'Ready', status: 'False' }] } };
  const send = async (object: object) =>
    (await api.post(`/v1/clusters/${cluster}/import`).send(object).expect(200)).body;
  const { body } = await api.post(`/v1/clusters/${cluster}/api/v1/nodes`).send(sick).expect(201);
  expect(body.spec.taints).toHaveLength(2);
  expect(await send(known)).toMatchObject({ updated: 0, unchanged: 1 });
});

test('an imported node has the taints that the import says', async () => {
  const sick = { status: { conditions: [{ type: 'Ready', status: 'False' }] }, spec: { unschedulable: true } };
  const cluster = await api.cluster({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' }, ...sick });
  const { body } = await api.get(`/v1/clusters/${cluster}/api/v1/nodes/a`).expect(200);
  expect(body.spec).toEqual({ unschedulable: true });
});

test('a namespace that every cluster has stays, and nothing comes into one that goes', async () => {
  const cluster = await api.cluster({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'going' },
    status: { phase: 'Terminating' },
  });
  const namespaces = `/v1/clusters/${cluster}/api/v1/namespaces`;
  expect((await api.delete(`${namespaces}/default`).expect(403)).body.message).toBe(
    'namespaces "default" is forbidden: this namespace may not be deleted',
  );
  expect(
    (
      await api
        .post(`${namespaces}/going/pods`)
        .send({ ...podOf('a'), metadata: { name: 'a' } })
        .expect(403)
    ).body,
  ).toMatchObject({
    message: 'pods "a" is forbidden: unable to create new content in namespace going because it is being terminated',
    details: { causes: [{ reason: 'NamespaceTerminating', field: 'metadata.namespace' }] },
  });
});
