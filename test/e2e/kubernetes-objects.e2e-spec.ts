import { apis, core, pods } from './kubernetes-paths.js';
import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_AUTH: 'off' });
});
afterAll(() => api.stop());

test('an object is created, read, replaced, patched and deleted', async () => {
  const cluster = await api.cluster();
  const created = await api
    .post(core(cluster, 'nodes'))
    .send({ metadata: { name: 'a' }, status: { capacity: { cpu: '2' } } })
    .expect(201);
  expect(created.body).toMatchObject({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: 'a',
      resourceVersion: '1',
      uid: expect.any(String),
      creationTimestamp: expect.stringMatching(/Z$/),
    },
    status: { capacity: { cpu: '2', pods: '110' }, allocatable: { cpu: '2', pods: '110' } },
  });
  expect((await api.get(core(cluster, 'nodes/a')).expect(200)).body).toEqual(created.body);
  const labelled = { ...created.body, metadata: { ...created.body.metadata, labels: { zone: 'x' } } };
  const replaced = await api.put(core(cluster, 'nodes/a')).send(labelled).expect(200);
  expect(replaced.body.metadata).toMatchObject({ labels: { zone: 'x' }, resourceVersion: '2' });
  const merged = await api
    .patch(core(cluster, 'nodes/a'))
    .type('application/merge-patch+json')
    .send({ metadata: { labels: { zone: null, rack: 'r' } } })
    .expect(200);
  expect(merged.body.metadata).toMatchObject({ labels: { rack: 'r' }, resourceVersion: '3' });
  const strategic = { spec: { taints: [{ key: 'gpu', effect: 'NoSchedule' }], unschedulable: null } };
  const strategically = (): ReturnType<typeof api.patch> =>
    api.patch(core(cluster, 'nodes/a')).type('application/strategic-merge-patch+json').send(JSON.stringify(strategic));
  const tainted = await strategically().expect(200);
  expect(tainted.body).toMatchObject({ spec: { taints: [{ key: 'gpu' }] }, metadata: { resourceVersion: '4' } });
  expect((await strategically().expect(200)).body).toEqual(tainted.body);
  const patch = [
    { op: 'test', path: '/metadata/labels/rack', value: 'r' },
    { op: 'replace', path: '/metadata/labels/rack', value: 's' },
  ];
  const patched = await api
    .patch(core(cluster, 'nodes/a'))
    .type('application/json-patch+json')
    .send(JSON.stringify(patch))
    .expect(200);
  expect(patched.body.metadata).toMatchObject({ labels: { rack: 's' }, resourceVersion: '5' });
  const deleted = await api.delete(core(cluster, 'nodes/a')).expect(200);
  expect(deleted.body).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name: 'a', kind: 'nodes', uid: created.body.metadata.uid },
  });
  await api.get(core(cluster, 'nodes/a')).expect(404);
});

test('a replacement that changes nothing keeps the resourceVersion', async () => {
  const cluster = await api.cluster(node('a'));
  const { body } = await api.get(core(cluster, 'nodes/a'));
  expect((await api.put(core(cluster, 'nodes/a')).send(body).expect(200)).body).toEqual(body);
  expect((await api.get(`/v1/clusters/${cluster}`)).body.revision).toBe('1');
});

test('generateName makes a name', async () => {
  const cluster = await api.cluster();
  const { body } = await api
    .post(pods(cluster))
    .send({ metadata: { generateName: 'web-' }, spec: { containers: [{ name: 'c', image: 'i' }] } })
    .expect(201);
  expect(body.metadata).toMatchObject({ name: expect.stringMatching(/^web-[a-z0-9]{5}$/), namespace: 'default' });
});

test('the status has a door of its own', async () => {
  const cluster = await api.cluster(node('a'));
  const { body } = await api.get(core(cluster, 'nodes/a/status')).expect(200);
  const more = {
    ...body,
    metadata: { ...body.metadata, labels: { through: 'status' } },
    status: { ...body.status, capacity: { ...body.status.capacity, cpu: '8' } },
  };
  const updated = await api.put(core(cluster, 'nodes/a/status')).send(more).expect(200);
  expect(updated.body.status.capacity.cpu).toBe('8');
  expect(updated.body.metadata.labels).toEqual({ through: 'status' });
  const patched = await api
    .patch(core(cluster, 'nodes/a/status'))
    .type('application/merge-patch+json')
    .send({ status: { allocatable: { cpu: '7' } } })
    .expect(200);
  expect(patched.body.status.allocatable.cpu).toBe('7');
  const ignored = await api
    .patch(core(cluster, 'nodes/a'))
    .type('application/merge-patch+json')
    .send({ status: { allocatable: { cpu: '1' } } })
    .expect(200);
  expect(ignored.body.status.allocatable.cpu).toBe('7');
});

test('a pod is bound once', async () => {
  const cluster = await api.cluster(node('a'), pod('p'));
  const binding = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name: 'p' },
    target: { apiVersion: 'v1', kind: 'Node', name: 'a' },
  };
  const bound = await api.post(pods(cluster, '/p/binding')).send(binding).expect(201);
  expect(bound.body).toEqual({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 });
  const { body } = await api.get(pods(cluster, '/p'));
  expect(body).toMatchObject({
    spec: { nodeName: 'a' },
    status: { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'True' }] },
  });
  const again = await api.post(pods(cluster, '/p/binding')).send(binding).expect(409);
  expect(again.body).toMatchObject({
    reason: 'Conflict',
    message: 'Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "a"',
  });
  const none = { ...binding, metadata: { name: 'none' } };
  expect((await api.post(pods(cluster, '/none/binding')).send(none).expect(404)).body.message).toBe(
    'pods "none" not found',
  );
  expect((await api.post(pods(cluster, '/none/binding')).send(binding).expect(400)).body.message).toBe(
    'name in URL does not match name in Binding object',
  );
  const odd = { ...binding, target: { kind: 'Node', name: 5 } };
  expect((await api.post(pods(cluster, '/p/binding')).send(odd).expect(400)).body.message).toMatch(
    /cannot be handled as a Binding: json: cannot unmarshal number into .*ObjectReference.target.name of type string$/,
  );
});

test('a scale is read and changed, and nothing else of it', async () => {
  const set = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
    },
  };
  const cluster = await api.cluster(set);
  const path = `/v1/clusters/${cluster}/apis/apps/v1/namespaces/default/replicasets/web/scale`;
  const { body: scale } = await api.get(path).expect(200);
  expect(scale).toMatchObject({
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name: 'web', namespace: 'default', uid: expect.any(String) },
    spec: { replicas: 2 },
    status: { replicas: 0, selector: 'app=web' },
  });
  const patched = await api
    .patch(path)
    .type('application/merge-patch+json')
    .send({ metadata: { labels: { a: 'b' } }, spec: { replicas: 5 } })
    .expect(200);
  expect(patched.body).toMatchObject({ spec: { replicas: 5 }, metadata: { uid: scale.metadata.uid } });
  expect((await api.put(path).send(scale).expect(409)).body.reason).toBe('Conflict');
  const negative = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'web' }, spec: { replicas: -1 } };
  expect((await api.put(path).send(negative).expect(422)).body.message).toBe(
    'Scale.autoscaling "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
  );
  const { body: object } = await api.get(path.replace('/scale', '')).expect(200);
  expect([object.spec.replicas, object.metadata.generation, object.metadata.labels]).toEqual([5, 2, undefined]);
});

test('a pod is evicted, unless its budget is against it', async () => {
  const budget = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'web', namespace: 'default' },
    spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
  };
  const web = pod('p', '1', { app: 'web' }) as { spec: object };
  const cluster = await api.cluster(node('a'), { ...web, spec: { ...web.spec, nodeName: 'a' } }, budget);
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p', namespace: 'default' } };
  const refused = await api.post(pods(cluster, '/p/eviction')).send(eviction).expect(429);
  expect(refused.body).toMatchObject({
    reason: 'TooManyRequests',
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: { causes: [{ reason: 'DisruptionBudget' }] },
  });
  await api.delete(`/v1/clusters/${cluster}/apis/policy/v1/namespaces/default/poddisruptionbudgets/web`).expect(200);
  const evicted = await api.post(pods(cluster, '/p/eviction')).send(eviction).expect(201);
  expect(evicted.body).toEqual({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 });
});

test('dryRun=All answers as if, and keeps nothing', async () => {
  const cluster = await api.cluster(node('a'));
  expect(
    (
      await api
        .post(core(cluster, 'nodes?dryRun=All&dryRun=All'))
        .send({ metadata: { name: 'b' } })
        .expect(201)
    ).body.metadata.name,
  ).toBe('b');
  await api.delete(core(cluster, 'nodes/a?dryRun=All')).expect(200);
  await api
    .delete(core(cluster, 'nodes/a'))
    .send({ kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'], propagationPolicy: 'Background' })
    .expect(200);
  await api.get(core(cluster, 'nodes/a')).expect(200);
  await api.get(core(cluster, 'nodes/b')).expect(404);
  expect((await api.get(`/v1/clusters/${cluster}`)).body.revision).toBe('1');
});

test('a collection is deleted by selector', async () => {
  const cluster = await api.cluster(pod('a', '1', { app: 'x' }), pod('b', '1', { app: 'y' }));
  const { body } = await api.delete(pods(cluster, '?labelSelector=app%3Dx')).expect(200);
  expect(body).toMatchObject({ kind: 'PodList', items: [{ metadata: { name: 'a' } }] });
  expect((await api.get(pods(cluster))).body.items).toMatchObject([{ metadata: { name: 'b' } }]);
});

test('a deleted pod is answered with itself, a namespace takes what is in it along', async () => {
  const inShop = { ...pod('q'), metadata: { name: 'q', namespace: 'shop' } };
  const cluster = await api.cluster(pod('p'), inShop);
  expect((await api.delete(pods(cluster, '/p')).expect(200)).body).toMatchObject({
    kind: 'Pod',
    metadata: { name: 'p' },
  });
  await api.delete(core(cluster, 'namespaces/shop')).expect(200);
  await api.get(core(cluster, 'namespaces/shop/pods/q')).expect(404);
});

test('YAML and a body without a content type are read', async () => {
  const cluster = await api.cluster();
  await api
    .post(core(cluster, 'nodes'))
    .type('application/yaml')
    .send('kind: Node\napiVersion: v1\nmetadata:\n  name: from-yaml\n')
    .expect(201);
  const response = await fetch(`${api.url}${core(cluster, 'nodes')}`, {
    method: 'POST',
    body: new Blob(['{"metadata":{"name":"untyped"}}']).stream(),
    duplex: 'half',
  });
  expect(response.status).toBe(201);
});

test('who writes, and why, stands in the log', async () => {
  const cluster = await api.cluster();
  await api
    .post(core(cluster, 'nodes'))
    .set({ 'x-berth-actor': 'ann', 'x-berth-reason': 'a new rack', 'x-request-id': 'r-1' })
    .send({ metadata: { name: 'a' } })
    .expect(201);
  expect(await revisions(cluster)).toEqual([{ actor: 'ann', reason: 'a new rack', request_id: 'r-1' }]);
});

async function revisions(cluster: string): Promise<object[]> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  try {
    return (
      await client.query(
        'SELECT actor, reason, request_id FROM revisions JOIN clusters c ON c.id = cluster_id WHERE c.name = $1',
        [cluster],
      )
    ).rows;
  } finally {
    await client.end();
  }
}

test('a creation with an idempotency key happens once', async () => {
  const cluster = await api.cluster();
  const create = (image: string) =>
    api
      .post(pods(cluster))
      .set('idempotency-key', `pod-${cluster}`)
      .send({ metadata: { generateName: 'p-' }, spec: { containers: [{ name: 'c', image }] } });
  const first = await create('i').expect(201);
  const second = await create('i').expect(201);
  expect(second.body).toEqual(first.body);
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect((await create('j').expect(422)).body).toMatchObject({ kind: 'Status', reason: 'Invalid' });
});

test('a binding with an idempotency key happens once, and the key is for no other body', async () => {
  const cluster = await api.cluster(node('a'), pod('p'), pod('q'));
  const bind = (name: string) =>
    api
      .post(pods(cluster, `/${name}/binding`))
      .set('idempotency-key', `bind-${cluster}`)
      .send({ metadata: { name }, target: { kind: 'Node', name: 'a' } });
  const first = await bind('p').expect(201);
  const second = await bind('p').expect(201);
  expect(second.body).toEqual(first.body);
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect((await bind('q').expect(422)).body).toMatchObject({ kind: 'Status', reason: 'Invalid' });
  expect((await api.get(pods(cluster, '/q'))).body.spec.nodeName).toBeUndefined();
});

describe('lists', () => {
  let cluster: string;
  beforeAll(async () => {
    cluster = await api.cluster(
      node('a'),
      pod('p1', '1', { app: 'x' }),
      pod('p2', '1', { app: 'x' }),
      pod('p3', '1', { app: 'y' }),
    );
    await api
      .post(pods(cluster, '/p1/binding'))
      .send({ metadata: { name: 'p1' }, target: { kind: 'Node', name: 'a' } })
      .expect(201);
  });
  const namesOf = (body: { items: { metadata: { name: string } }[] }): string[] =>
    body.items.map(({ metadata }) => metadata.name);

  test.each([
    ['', ['p1', 'p2', 'p3']],
    ['?labelSelector=app%3Dx', ['p1', 'p2']],
    ['?labelSelector=app+notin+(x)', ['p3']],
    ['?fieldSelector=spec.nodeName%3D', ['p2', 'p3']],
    ['?fieldSelector=spec.nodeName%3Da', ['p1']],
    ['?fieldSelector=metadata.name!%3Dp1&labelSelector=app', ['p2', 'p3']],
    ['?limit=0', ['p1', 'p2', 'p3']],
  ])('%s', async (query, names) => {
    const { body } = await api.get(pods(cluster, query)).expect(200);
    expect(body).toMatchObject({ kind: 'PodList', apiVersion: 'v1' });
    expect(namesOf(body)).toEqual(names);
    expect(namesOf((await api.get(core(cluster, `pods${query}`)).expect(200)).body)).toEqual(names);
  });

  test('come in pages of one moment, that of the first page and its resourceVersion', async () => {
    const moving = await api.cluster(pod('p1'), pod('p2'), pod('p3'));
    const first = (await api.get(pods(moving, '?limit=2')).expect(200)).body;
    await api.delete(pods(moving, '/p3')).expect(200);
    await api.post(pods(moving)).send(pod('p25')).expect(201);
    const token = encodeURIComponent(first.metadata.continue);
    const second = (await api.get(pods(moving, `?limit=2&continue=${token}`)).expect(200)).body;
    expect([...namesOf(first), ...namesOf(second)]).toEqual(['p1', 'p2', 'p3']);
    expect(second.metadata).toEqual({ resourceVersion: first.metadata.resourceVersion });
    expect(namesOf((await api.get(pods(moving)).expect(200)).body)).toEqual(['p1', 'p2', 'p25']);
    const other = (await api.get(pods(moving, `?labelSelector=app&continue=${token}`)).expect(410)).body;
    expect(other).toMatchObject({ kind: 'Status', reason: 'Expired', code: 410 });
  });

  test.each([
    ['?labelSelector=a+in', 400, { message: "unable to parse requirement: found '' expected: '('" }],
    ['?fieldSelector=spec.foo%3Dx', 400, { message: 'field label not supported: spec.foo' }],
    ['?limit=x', 400, { message: 'strconv.ParseInt: parsing "x": invalid syntax' }],
    ['?continue=abc', 400, { message: expect.stringMatching(/^invalid continue token: /) }],
    ['?resourceVersion=999999999', 504, { reason: 'Timeout', details: { retryAfterSeconds: 1 } }],
    ['?resourceVersionMatch=Exact', 422, { details: { kind: 'ListOptions', group: 'meta.k8s.io' } }],
    ['?watch=true&limit=x', 400, { reason: 'BadRequest' }],
  ])('%s is refused', async (query, code, status) => {
    expect((await api.get(pods(cluster, query)).expect(code)).body).toMatchObject({ kind: 'Status', code, ...status });
  });

  test('a client that asks for a Table gets one, and YAML where it asks for that', async () => {
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
    const table = (await api.get(pods(cluster, '?limit=1')).set('accept', accept).expect(200)).body;
    expect(table.metadata.remainingItemCount).toBeGreaterThan(0);
    expect(table.rows).toMatchObject([{ cells: expect.arrayContaining(['0/1', 'Pending']), object: { metadata: {} } }]);
    const yaml = await api.get(pods(cluster, '?limit=1')).set('accept', 'application/yaml').expect(200);
    expect(yaml.text).toMatch(/^apiVersion: v1\nitems:\n- metadata:\n/);
  });
});

describe('discovery', () => {
  test('names every group, version and resource that is served', async () => {
    const cluster = await api.cluster();
    const at = async (rest: string): Promise<Record<string, unknown> & { groups: never[]; resources: never[] }> =>
      (await api.get(`/v1/clusters/${cluster}/${rest}`).expect(200)).body;
    expect(await at('api')).toMatchObject({ kind: 'APIVersions', versions: ['v1'] });
    const groups = (await at('apis')).groups.map(({ name }) => name);
    expect(groups).toEqual(expect.arrayContaining(['apps', 'batch', 'policy', 'storage.k8s.io']));
    expect(await at('apis/apps')).toMatchObject({ kind: 'APIGroup', preferredVersion: { groupVersion: 'apps/v1' } });
    expect((await at('api/v1')).resources).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'pods', kind: 'Pod', namespaced: true, shortNames: ['po'] }),
        expect.objectContaining({ name: 'nodes/status', kind: 'Node', verbs: ['get', 'patch', 'update'] }),
        // Without it a drain deletes pods, and asks no disruption budget.
        expect.objectContaining({ name: 'pods/eviction', group: 'policy', version: 'v1', kind: 'Eviction' }),
      ]),
    );
    for (const { name, verbs } of (await at('apis/storage.k8s.io/v1')).resources as {
      name: string;
      verbs: string[];
    }[]) {
      if (verbs.includes('list')) await api.get(apis(cluster, `storage.k8s.io/v1/${name}`)).expect(200);
    }
    expect(await at('version')).toMatchObject({ major: '1', minor: '34' });
    expect((await api.get(`/v1/clusters/${cluster}/healthz`).expect(200)).text).toBe('ok');
    expect((await api.get(`/v1/clusters/${cluster}/apis/none/v1`).expect(404)).text).toBe('404 page not found\n');
    expect((await api.get(`/v1/clusters/${cluster}/apis/apps/v9`).expect(404)).body.kind).toBe('Status');
    expect((await api.get('/v1/clusters/none/api').expect(404)).body.message).toBe('clusters "none" not found');
  });
});
