import { makeMonth } from './made-month.js';
import { bearer, keyOfTeam, type TeamKey } from './team-key.js';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

const keyOf = (team: string, roles: readonly string[]): Promise<TeamKey> => keyOfTeam(api, { team, roles });

describe('a cluster that is shared', () => {
  let cluster: string;
  const made = (name: string, namespace: string): object => ({ ...pod(name), metadata: { name, namespace } });
  beforeEach(async () => {
    cluster = await api.clusterId(node('n'), made('ours', 'theirs'));
  });

  test('is not there for a team that was granted nothing', async () => {
    const key = await keyOf('nobody', ['admin', 'auditor']);
    const { body } = await api.get(`/v1/clusters/${cluster}`).set(bearer(key)).expect(404);
    const { body: never } = await api.get('/v1/clusters/none').set(bearer(key)).expect(404);
    const said = (answer: object, name: string): string =>
      JSON.stringify({ ...answer, requestId: '', traceId: '' }).replaceAll(name, 'X');
    expect(said(body, cluster)).toBe(said(never, 'none'));
  });

  test('roles of a grant are those that the principal has in the team too', async () => {
    const [viewer, editor] = [await keyOf('guests', ['viewer']), await keyOf('guests', ['editor'])];
    await api.post(`/v1/clusters/${cluster}/grants`).send({ team: 'guests', role: 'editor' }).expect(201);
    const nodes = `/v1/clusters/${cluster}/api/v1/nodes`;
    await api.get(nodes).set(bearer(viewer)).expect(200);
    const refused = await api.post(nodes).set(bearer(viewer)).send(node('m')).expect(403);
    expect(refused.body).toMatchObject({ kind: 'Status', reason: 'Forbidden' });
    await api.post(nodes).set(bearer(editor)).send(node('m')).expect(201);
    await api.delete(`/v1/clusters/${cluster}`).set(bearer(editor)).expect(403);
    const { body } = await api.get(`/v1/clusters/${cluster}/grants`).expect(200);
    await api.delete(`/v1/clusters/${cluster}/grants/${body.items[0].id}`).expect(204);
    await api.get(nodes).set(bearer(editor)).expect(404);
  });

  test('who made a change is shown to those who see the whole cluster', async () => {
    const key = await keyOf('lookers', ['viewer']);
    await api.post(`/v1/clusters/${cluster}/grants`).send({ team: 'lookers', role: 'viewer' }).expect(201);
    await api.post(`/v1/clusters/${cluster}/api/v1/nodes`).set('x-berth-actor', 'ann').send(node('m')).expect(201);
    const query = `{ cluster(name: "${cluster}") { changes(kinds: ["Node"]) { edges { node { name actor } } } } }`;
    const asked = async (asker?: TeamKey): Promise<unknown[]> => {
      const request = api.post('/graphql').send({ query });
      const { body } = await (asker === undefined ? request : request.set(bearer(asker)));
      return body.data.cluster.changes.edges.map((edge: { node: object }) => edge.node) as unknown[];
    };
    expect(await asked()).toEqual([
      { name: 'n', actor: 'admin' },
      { name: 'm', actor: 'admin' },
    ]);
    expect(await asked(key)).toEqual([
      { name: 'n', actor: null },
      { name: 'm', actor: null },
    ]);
  });

  test('is named by the team that it belongs to: others do not learn which names that team has', async () => {
    const key = await keyOf('renamers', ['admin', 'editor']);
    await api.post(`/v1/clusters/${cluster}/grants`).send({ team: 'renamers', role: 'editor' }).expect(201);
    const taken = (await api.get(`/v1/clusters/${await api.clusterId(node('n'))}`)).body.name as string;
    const path = `/v1/clusters/${cluster}`;
    for (const name of [taken, 'nobodys-name'])
      expect((await api.patch(path).set(bearer(key)).send({ name })).body).toMatchObject({
        status: 403,
        detail: expect.stringContaining('named by the team that it belongs to') as string,
      });
    await api.patch(path).set(bearer(key)).send({ conditionTaints: false }).expect(200);
    await api.patch(path).send({ name: 'another-name' }).expect(200);
  });

  test('a namespace that a team makes there is its own, and an import leaves out what is of others', async () => {
    const key = await keyOf('makers', ['editor', 'scheduler']);
    for (const role of ['editor', 'scheduler'])
      await api.post(`/v1/clusters/${cluster}/grants`).send({ team: 'makers', role }).expect(201);
    const items = [made('mine', 'makers-own'), made('foreign', 'theirs')];
    const { body } = await api
      .post(`/v1/clusters/${cluster}/import?onError=skip`)
      .set(bearer(key))
      .send({ apiVersion: 'v1', kind: 'List', items });
    expect(body).toMatchObject({ created: 1, rejected: [{ name: 'foreign', namespace: 'theirs' }] });
    expect(body.rejected[0].message).toContain('Forbidden');
    const owner = await api.get(`/v1/clusters/${cluster}/namespaces/makers-own/team`).expect(200);
    expect(owner.body).toEqual({ namespace: 'makers-own', team: 'makers' });
    const run = await api.post(`/v1/clusters/${cluster}/runs`).set(bearer(key)).expect(201);
    expect(run.body.counts.selected).toBe(1);
    const { body: pods } = await api.get(`/v1/clusters/${cluster}/api/v1/pods`).expect(200);
    expect(pods.items.map(({ metadata, spec }: never) => [metadata, spec] as unknown)).toHaveLength(2);
  });

  test('whose a namespace of others is, is answered as of one that never was', async () => {
    const key = await keyOf('default', ['viewer']);
    await api.post('/v1/teams').send({ name: 'apart' }).expect(201);
    await api.put(`/v1/clusters/${cluster}/namespaces/aparts/team`).send({ team: 'apart' }).expect(200);
    const asked = async (name: string): Promise<string> => {
      const answer = await api.get(`/v1/clusters/${cluster}/namespaces/${name}/team`).set(bearer(key)).expect(404);
      return answer.text.replaceAll(name, 'NAME').replace(/"requestId":"[^"]*"/, '');
    };
    expect(await asked('aparts')).toBe(await asked('nobodys'));
    await api.get(`/v1/clusters/${cluster}/namespaces/theirs/team`).set(bearer(key)).expect(200);
  });

  test('nothing is written into a namespace of others, by name either', async () => {
    const key = await keyOf('writers', ['editor', 'scheduler']);
    await api.post(`/v1/clusters/${cluster}/grants`).send({ team: 'writers', role: 'editor' }).expect(201);
    await api.post(`/v1/clusters/${cluster}/grants`).send({ team: 'writers', role: 'scheduler' }).expect(201);
    const theirs = `/v1/clusters/${cluster}/api/v1/namespaces/theirs/pods`;
    await api.delete(`${theirs}/ours`).set(bearer(key)).expect(404);
    await api.delete(`/v1/clusters/${cluster}/api/v1/namespaces/theirs`).set(bearer(key)).expect(404);
    const named = { pods: { names: ['theirs/ours'] } };
    const run = await api.post(`/v1/clusters/${cluster}/runs`).set(bearer(key)).send(named);
    expect(run.body).toMatchObject({ status: 422, code: 'PODS_NOT_FOUND' });
    await api.put(`/v1/clusters/${cluster}/namespaces/theirs/team`).send({ team: 'writers' }).expect(200);
    await api.delete(`${theirs}/ours`).set(bearer(key)).expect(200);
  });
});

test('what a team asked of a cluster of others with an idempotency key is found by verification', async () => {
  const cluster = await api.clusterId(node('n'));
  const key = await keyOf('repeating', ['editor', 'auditor']);
  const { body: grant } = await api
    .post(`/v1/clusters/${cluster}/grants`)
    .send({ team: 'repeating', role: 'editor' })
    .expect(201);
  const call = api.post(`/v1/clusters/${cluster}/import`).set({ ...bearer(key), 'idempotency-key': 'once' });
  await call.send({ apiVersion: 'v1', kind: 'List', items: [node('m')] }).expect(200);
  const kept = async (): Promise<unknown> => {
    const { body } = await api.post('/v1/verifications').set(bearer(key)).expect(200);
    return (body.checks as { name: string }[]).find(({ name }) => name.startsWith('idempotency'));
  };
  expect(await kept()).toMatchObject({ holds: true, checked: 1 });
  await api.delete(`/v1/clusters/${cluster}/grants/${grant.id}`).expect(204);
  expect(await kept()).toMatchObject({ holds: true, checked: 1 });
});

describe('questions of a team that sees a part', () => {
  const placed = (namespace: string, name: string, spec: object): object => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels: { app: name } },
    spec: { containers: [{ name: 'c', image: 'i', ...spec }], ...(spec as { readonly more?: object }).more },
  });
  const cpu = (amount: string): object => ({ resources: { requests: { cpu: amount } } });
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: '7c1f0c5e-0000-4000-8000-000000000001' };
  const own = [
    node('a'),
    node('b'),
    {
      ...placed('ours', 'mine', cpu('500m')),
      metadata: { name: 'mine', namespace: 'ours', ownerReferences: [{ ...owner, controller: true }] },
      spec: { nodeName: 'a', containers: [{ name: 'c', image: 'i', ...cpu('500m') }] },
    },
    placed('ours', 'large', cpu('1700m')),
  ];
  const on = (at: string, object: object): object => ({
    ...object,
    spec: { ...(object as { readonly spec: object }).spec, nodeName: at },
  });
  /** Two pods of 1.2 cores on b: how they are called, what they are and what guards them differs. */
  const hidden = [
    [on('b', placed('theirs', 'secret-x', cpu('600m'))), on('b', placed('theirs', 'secret-y', cpu('600m')))],
    [
      on('b', placed('apart', 'covert', { ...cpu('1'), ports: [{ containerPort: 80, hostPort: 80 }] })),
      on('b', placed('apart', 'veiled', cpu('200m'))),
      placed('apart', 'waiting', cpu('1')),
      {
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { name: 'guard', namespace: 'apart' },
        spec: { minAvailable: 2, selector: {} },
      },
    ],
  ];
  const NEW = JSON.stringify(placed('ours', 'new', { ...cpu('700m'), ports: [{ containerPort: 80, hostPort: 80 }] }));
  const ASKED: readonly (readonly [path: string, body?: object])[] = [
    [
      'what-if',
      { steps: [{ import: { manifests: NEW } }, { schedule: {} }, { drain: { names: ['a'] } }], traces: true },
    ],
    ['questions/fits', { manifests: NEW }],
    ['questions/how-many', { templates: [{ manifests: NEW }] }],
    ['questions/drain', { names: ['a', 'b'] }],
    ['questions/drain', { names: ['a'] }],
    ['questions/loss', { topologyKey: 'kubernetes.io/hostname' }],
    ['questions/nodes-needed', { shapes: [{ name: 's', price: 1, node: node('shape') }] }],
    ['questions/repack', {}],
    ['advice'],
    ['pending/explanation'],
  ];
  let key: TeamKey;
  beforeAll(async () => {
    key = await keyOf('askers', ['viewer', 'scheduler']);
  });

  async function worldOf(objects: readonly object[]): Promise<string> {
    const cluster = await api.clusterId(...own, ...objects);
    for (const namespace of ['ours'])
      for (const role of ['viewer', 'scheduler'])
        await api.post(`/v1/clusters/${cluster}/grants`).send({ team: 'askers', role, namespace }).expect(201);
    return cluster;
  }

  /** What is asked of both, without what tells one cluster or request from another. */
  async function answers(cluster: string): Promise<unknown[]> {
    const all: unknown[] = [];
    for (const [path, body] of ASKED) {
      const url = `/v1/clusters/${cluster}/${path}`;
      const { status, body: answer } = await (body ? api.post(url).send(body) : api.get(url)).set(bearer(key));
      const { id: _id, cluster: _cluster, at: _at, ...rest } = answer as Record<string, unknown>;
      all.push({ path, status, ...rest });
    }
    return all;
  }

  test('are answered from what it sees and sums: two clusters that differ in hidden things alike', async () => {
    const [one = '', other = ''] = await Promise.all(hidden.map(worldOf));
    const [first, second] = [await answers(one), await answers(other)];
    expect(second).toEqual(first);
    const text = JSON.stringify(first);
    for (const word of ['theirs', 'apart', 'secret', 'covert', 'veiled', 'guard', '(other teams)'])
      expect(text).not.toContain(word);
    for (const answer of first as { path: string; status: number; redacted?: true; others?: object }[]) {
      expect(answer).toMatchObject({ status: 200, redacted: true });
      if (answer.path !== 'advice')
        expect(answer.others).toMatchObject({ pods: 2, requests: [{ resource: 'cpu', quantity: '1200m' }] });
    }
    // Room that others take is taken: 700m more is nowhere beside 500m and large, or beside 1200m.
    expect(first[1]).toMatchObject({ path: 'questions/fits' });
    expect(first[4]).toMatchObject({ possible: true, moves: [{ pod: { namespace: 'ours', name: 'mine' }, to: 'b' }] });
    expect(first[7]).toMatchObject({ emptied: [{ node: 'a' }] });
  });

  test('a what-if is read again by those who see the same of the cluster, or all of it', async () => {
    const cluster = await worldOf(hidden[0] ?? []);
    const asked = { steps: [{ schedule: {} }] };
    const whole = (await api.post(`/v1/clusters/${cluster}/what-if`).send(asked).expect(200)).body as { id: string };
    const part = (await api.post(`/v1/clusters/${cluster}/what-if`).set(bearer(key)).send(asked).expect(200)).body;
    const read = (id: string): ReturnType<TestApi['get']> => api.get(`/v1/clusters/${cluster}/what-if/${id}`);
    expect(whole).not.toHaveProperty('redacted');
    await read(whole.id).set(bearer(key)).expect(404);
    await read(part.id).set(bearer(key)).expect(200);
    await read(part.id).expect(200);
    const { body } = await api.get(`/v1/clusters/${cluster}/what-if/${part.id}/decisions`).set(bearer(key)).expect(200);
    expect(body.items.map((decision: { pod: { namespace: string } }) => decision.pod.namespace)).toEqual(['ours']);
    const other = await keyOf('bystanders', ['viewer']);
    const grant = { team: 'bystanders', role: 'viewer', namespace: 'theirs' };
    await api.post(`/v1/clusters/${cluster}/grants`).send(grant).expect(201);
    await read(part.id).set(bearer(other)).expect(404);
  });
});

test('reports answer a reader of a part about that part, and say so', async () => {
  const key = await keyOf('report-guests', ['viewer']);
  const name = await makeMonth(api, 'shared');
  const { id } = (await api.get(`/v1/clusters/${name}`).expect(200)).body as { id: string };
  const grant = { team: 'report-guests', role: 'viewer', namespace: 'kiosk' };
  await api.post(`/v1/clusters/${id}/grants`).send(grant).expect(201);
  const read = async (report: string, query = '') =>
    (await api.get(`/v1/clusters/${id}/reports${report}?${query}`).set(bearer(key)).expect(200)).body;
  const { items: reports } = await read('');
  for (const { name: report } of reports) {
    const answer = await read(`/${report}`);
    expect([report, answer.redacted, answer.clusters[0].visibility]).toEqual([report, true, 'part']);
    expect(JSON.stringify(answer.items)).not.toMatch(/shop|web|huge|"large"|stay/);
  }
  const groups = async (report: string, query: string): Promise<unknown[]> =>
    (await read(`/${report}`, query)).items.map(({ group }: { readonly group: unknown }) => group);
  expect(await groups('capacity', 'by=namespace&resources=cpu')).toEqual(['kiosk']);
  expect(await groups('chargeback', 'by=namespace&resources=cpu')).toEqual(['kiosk']);
  expect(await groups('changes', 'by=actor')).toEqual([null]);
  const [nodes] = (await read('/capacity', 'by=node&resources=cpu')).items;
  expect(nodes).toMatchObject({ group: 'a1', allocatable: 4 });
  const csv = await api
    .get(`/v1/clusters/${id}/reports/capacity`)
    .set(bearer(key))
    .set('accept', 'text/csv')
    .expect(200);
  expect(csv.headers['x-berth-visibility']).toBe('part');
});
