import { createHash } from 'node:crypto';
import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.ofTeam();
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
    const message = `${REASON} (LimitRange default/limits)`;
    expect(body).toMatchObject({ created: 2, warnings: [{ name: 'greedy', message }] });
    expect(await read('c')).toMatchObject(CREATED);
    expect(await read('greedy')).toMatchObject({ spec: { containers: [{ resources: { limits: { cpu: '4' } } }] } });
  });

  test('and the same file again changes nothing', async () => {
    expect((await send()).body).toMatchObject({ created: 0, unchanged: 2 });
  });
});

describe('what each step set stands in the change', () => {
  const LIMITED = {
    step: 'LimitRanger',
    changes: [
      { path: '/spec/containers/0/resources/requests/cpu', value: '100m' },
      { path: '/spec/containers/0/resources/limits/cpu', value: '500m' },
      {
        path: '/metadata/annotations/kubernetes.io~1limit-ranger',
        value: 'LimitRanger plugin set: cpu request for container c; cpu limit for container c',
      },
    ],
  };
  const STEPS = [LIMITED, { step: 'Priority' }, { step: 'DefaultTolerationSeconds' }];
  const FIELDS = 'edges { node { name admission { step changes { path value } } } }';
  const QUERY = `query ($name: String!) { cluster(name: $name) { changes(first: 9, kinds: ["Pod"]) { ${FIELDS} } } }`;
  let cluster: string;
  beforeAll(async () => {
    cluster = await api.cluster(RANGE);
    const pods = `/v1/clusters/${cluster}/api/v1/namespaces/default/pods`;
    await api.post(pods).send(podOf('a')).expect(201);
    await api.post(`/v1/clusters/${cluster}/import`).send(podOf('b')).expect(200);
    const known = podOf('c');
    const spec = { ...known.spec, priority: 0, preemptionPolicy: 'Never' };
    const elsewhere = { ...known, metadata: { ...known.metadata, uid: 'u' }, spec };
    await api.post(`/v1/clusters/${cluster}/import`).send(elsewhere).expect(200);
  });
  const changes = async (name: string) =>
    (await api.get(`/v1/clusters/${name}/changes?kinds=Pod`).expect(200)).body.items;

  test('of what is created and of what is imported anew; what another cluster admitted has none', async () => {
    const [created, imported, known] = await changes(cluster);
    expect(created).toMatchObject({ op: 'create', name: 'a', admission: STEPS });
    expect(imported).toMatchObject({ op: 'create', name: 'b', admission: created.admission });
    expect(known).not.toHaveProperty('admission');
  });

  test('in GraphQL too', async () => {
    const { data } = (
      await api
        .post('/graphql')
        .send({ query: QUERY, variables: { name: cluster } })
        .expect(200)
    ).body;
    const found = await changes(cluster);
    expect(data.cluster.changes.edges.map(({ node }: { node: { admission: unknown } }) => node.admission)).toEqual([
      found[0].admission,
      found[1].admission,
      [],
    ]);
  });

  test('under the hash of the change, and in the ledger', async () => {
    const [{ position, admission }] = await changes(cluster);
    await api.post(`/v1/clusters/${cluster}/checkpoints`).expect(201);
    const proof = await api.get(`/v1/clusters/${cluster}/proofs/inclusion?position=${position}`).expect(200);
    const canonical = JSON.stringify(admission, (_key, value: unknown) => sorted(value));
    const admissionHash = createHash('sha256').update(canonical).digest('hex');
    expect(proof.body.entry).toMatchObject({ type: 'berth.change/2', admissionHash });
    const { text } = await api.get(`/v1/clusters/${cluster}/ledger`).expect(200);
    expect(text).toContain(`{"admission":${canonical},"body":{`);
  });
});

/** Members in order: the values here hold nothing else that RFC 8785 is about. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

test('a write is warned of as the API server warns', async () => {
  const cluster = await api.cluster();
  const path = `/v1/clusters/${cluster}/api/v1`;
  const nodeSelector = { 'beta.kubernetes.io/os': 'linux' };
  const odd = { ...podOf('odd.name'), spec: { containers: [container({})], nodeSelector } };
  const { headers } = await api
    .post(`${path}/namespaces/default/pods`)
    .send({ ...odd, odd: 1 })
    .expect(201);
  expect(headers['warning']).toBe(
    [
      '299 - "unknown field \\"odd\\""',
      '299 - "metadata.name: this is used in the Pod\'s hostname, which can result in surprising behavior; a DNS ' +
        'label is recommended: [must not contain dots]"',
      '299 - "spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use \\"kubernetes.io/os\\" instead"',
    ].join(', '),
  );
  const labels = { metadata: { labels: { a: 'b' } } };
  const patched = await api
    .patch(`${path}/namespaces/default/pods/odd.name`)
    .set('content-type', 'application/merge-patch+json')
    .send(labels)
    .expect(200);
  expect(patched.headers).not.toHaveProperty('warning');
  const query = 'mutation($input: ApplyObjectInput!) { applyObject(input: $input) { warnings } }';
  const variables = {
    input: { clusterId: cluster, manifest: { ...odd, metadata: { name: 'b', namespace: 'default' } } },
  };
  const { data } = (await api.post('/graphql').send({ query, variables }).expect(200)).body;
  expect(data.applyObject.warnings).toEqual([
    'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
  ]);
});

test('an import keeps what another cluster has admitted', async () => {
  const known = { ...podOf('a'), metadata: { name: 'a', namespace: 'default', uid: 'u-1' } };
  const cluster = await api.cluster(RANGE, known);
  const { body } = await api.get(`/v1/clusters/${cluster}/api/v1/namespaces/default/pods/a`).expect(200);
  expect(body.spec).toMatchObject({ containers: [{ resources: {} }] });
  expect(body.spec.tolerations).toBeUndefined();
});

test('conditions taint a node as they are said, and no more where the cluster is set so', async () => {
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
