import { violationsOf } from '../reliability/violations-of.js';
import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_AUTH: 'off' });
});
afterAll(() => api.stop());

const scoring = (type: string): object => ({
  pluginConfig: [
    { name: 'NodeResourcesFit', args: { scoringStrategy: { type, resources: [{ name: 'cpu', weight: 1 }] } } },
  ],
});
const PACKING = { schedulerName: 'packing', ...scoring('MostAllocated') };
const SPREADING = { schedulerName: 'packing', ...scoring('LeastAllocated') };

/** A pod of its own scheduler. */
function podOf(schedulerName: string, name: string): object {
  const plain = pod(name) as { spec: object };
  return { ...plain, spec: { ...plain.spec, schedulerName } };
}

const path = (cluster: string, ...rest: string[]): string => ['/v1/clusters', cluster, 'profiles', ...rest].join('/');

test('a dry run of each write says what would be, and keeps nothing', async () => {
  const cluster = await api.cluster();
  const dry = { dryRun: true };
  const would = (await api.post(path(cluster)).query(dry).send(PACKING).expect(201)).body;
  expect(would).toMatchObject({ name: 'packing', version: 1 });
  await api.get(path(cluster, 'packing')).expect(404);
  const made = (await api.post(path(cluster)).send(PACKING).expect(201)).body;
  const changed = (await api.put(path(cluster, 'packing')).query(dry).send(SPREADING).expect(200)).body;
  expect(changed).toMatchObject({ version: 2 });
  await api.delete(path(cluster, 'packing')).query(dry).expect(204);
  expect((await api.get(path(cluster, 'packing')).expect(200)).body).toEqual(made);
  expect(
    (await api.put(path(cluster, 'packing')).query({ dryRun: 'All' }).send(SPREADING).expect(400)).body,
  ).toMatchObject({ errors: [{ pointer: '/dryRun' }] });
});

test('a profile is made, read, changed and deleted; its versions stay', async () => {
  const cluster = await api.cluster();
  const made = await api.post(path(cluster)).set('x-berth-actor', 'ann').send(PACKING).expect(201);
  expect(made.headers).toMatchObject({ location: path(cluster, 'packing'), etag: '"1.1"' });
  expect(made.body).toMatchObject({
    name: 'packing',
    version: 1,
    resourceVersion: '1',
    changedBy: 'ann',
    config: { source: PACKING, effective: { schedulerName: 'packing' } },
    ignored: [],
  });
  const read = await api.get(path(cluster, 'packing')).expect(200);
  expect([read.body, read.headers['etag']]).toEqual([made.body, '"1.1"']);
  await api.get(path(cluster, 'packing')).set('if-none-match', '"1.1"').expect(304);
  const changed = await api
    .put(path(cluster, 'packing'))
    .set('if-match', '"1.1"')
    .send(scoring('LeastAllocated'))
    .expect(200);
  expect([changed.body, changed.headers['etag']]).toMatchObject([
    { name: 'packing', version: 2, resourceVersion: '2', config: { source: SPREADING } },
    '"2.2"',
  ]);
  expect((await api.put(path(cluster, 'packing')).send(SPREADING).expect(200)).body).toEqual(changed.body);
  expect((await api.put(path(cluster, 'packing')).set('if-match', '*').send(PACKING).expect(200)).body).toMatchObject({
    version: 1,
    digest: made.body.digest,
    resourceVersion: '3',
  });
  const versions = (await api.get(path(cluster, 'packing', 'versions')).expect(200)).body;
  expect(versions.items).toMatchObject([
    { version: 2, config: { source: SPREADING } },
    { version: 1, digest: made.body.digest, config: { source: PACKING } },
  ]);
  await api.delete(path(cluster, 'packing')).set('if-match', '"2.2", "3.1"').expect(204);
  expect((await api.get(path(cluster, 'packing')).expect(404)).body.code).toBe('PROFILE_UNKNOWN');
  expect((await api.get(path(cluster, 'packing', 'versions')).expect(200)).body).toEqual(versions);
  expect((await api.get(path(cluster, 'packing', 'versions', '1')).expect(200)).body).toEqual(versions.items[1]);
  expect((await api.post(path(cluster)).send(PACKING).expect(201)).body).toMatchObject({
    version: 1,
    resourceVersion: '5',
  });
});

test('profiles serve the pods that name them, nobody once deleted; decisions go on naming the version', async () => {
  const cluster = await api.cluster(
    node('a'),
    node('b', { cpu: '8', memory: '8Gi' }),
    podOf('packing', 'p'),
    podOf('spreading', 'q'),
    podOf('nobody', 'r'),
    pod('s'),
  );
  await api.post(path(cluster)).send(PACKING).expect(201);
  await api
    .post(path(cluster))
    .send({ schedulerName: 'spreading', ...scoring('LeastAllocated') })
    .expect(201);
  expect((await api.post(`/v1/clusters/${cluster}/runs`).expect(201)).body.counts).toMatchObject({
    scheduled: 3,
    skipped: 1,
  });
  await api.delete(path(cluster, 'packing')).expect(204);
  await api.post(`/v1/clusters/${cluster}/import`).send(podOf('packing', 'late')).expect(200);
  expect((await api.post(`/v1/clusters/${cluster}/runs`).expect(201)).body.counts).toMatchObject({
    scheduled: 0,
    skipped: 2,
  });
  expect((await api.post(`/v1/clusters/${cluster}/runs`).send({ profile: 'packing' }).expect(422)).body.detail).toBe(
    'no profile is named "packing"; known: default-scheduler, spreading',
  );
  const { items } = (await api.get(`/v1/clusters/${cluster}/decisions`).expect(200)).body;
  const decided = Object.fromEntries(
    items.map(
      (one: {
        pod: { name: string };
        node: string;
        reasonCode?: string;
        profile: { name: string; version: number } | null;
      }) => [one.pod.name, [one.profile?.name, one.profile?.version, one.node ?? one.reasonCode]],
    ),
  );
  expect(decided).toEqual({
    p: ['packing', 1, 'a'],
    q: ['spreading', 1, 'b'],
    s: ['default-scheduler', 1, 'b'],
    r: [undefined, undefined, 'OtherScheduler'],
    late: [undefined, undefined, 'OtherScheduler'],
  });
});

test('the default profile is always there: as a version, replaced, and back again', async () => {
  const cluster = await api.cluster(node('a'), node('b', { cpu: '8', memory: '8Gi' }), pod('p'));
  const before = (await api.get(path(cluster, 'default-scheduler')).expect(200)).body;
  expect(before).toMatchObject({ version: 1, resourceVersion: '0', changedAt: null, changedBy: null });
  expect(before.config.source).toEqual({});
  expect((await api.get(path(cluster, 'default-scheduler', 'versions', '1')).expect(200)).body.digest).toBe(
    before.digest,
  );
  expect((await api.delete(path(cluster, 'default-scheduler')).expect(409)).body.code).toBe('DEFAULT_PROFILE_KEPT');
  await api.put(path(cluster, 'default-scheduler')).set('if-match', '"0.1"').send(scoring('MostAllocated')).expect(200);
  expect((await api.post(path(cluster)).send({ schedulerName: 'default-scheduler' }).expect(409)).body.code).toBe(
    'PROFILE_ALREADY_EXISTS',
  );
  expect((await api.post(`/v1/clusters/${cluster}/runs`).expect(201)).body).toMatchObject({
    profile: { name: 'default-scheduler' },
    counts: { scheduled: 1 },
  });
  expect((await api.get(`/v1/clusters/${cluster}/decisions`)).body.items).toMatchObject([{ node: 'a' }]);
  await api.delete(path(cluster, 'default-scheduler')).expect(204);
  const { items } = (await api.get(path(cluster)).expect(200)).body;
  expect(items).toMatchObject([{ name: 'default-scheduler', digest: before.digest, resourceVersion: '0' }]);
});

test('profiles and versions come in pages', async () => {
  const cluster = await api.cluster();
  for (const name of ['zoned', 'Big', 'a/b']) await api.post(path(cluster)).send({ schedulerName: name }).expect(201);
  const first = (await api.get(`${path(cluster)}?pageSize=3`).expect(200)).body;
  const second = (await api.get(`${path(cluster)}?pageSize=3&pageToken=${first.nextPageToken}`).expect(200)).body;
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual([
    'Big',
    'a/b',
    'default-scheduler',
    'zoned',
  ]);
  expect(second.nextPageToken).toBeUndefined();
  expect((await api.get(path(cluster, 'a%2Fb')).expect(200)).body.name).toBe('a/b');
  await api.put(path(cluster, 'Big')).send(scoring('MostAllocated')).expect(200);
  const versions = (await api.get(`${path(cluster, 'Big', 'versions')}?pageSize=1`).expect(200)).body;
  expect(
    (await api.get(`${path(cluster, 'Big', 'versions')}?pageToken=${versions.nextPageToken}`).expect(200)).body.items,
  ).toMatchObject([{ version: 1 }]);
  expect(
    (await api.get(`${path(cluster)}?pageToken=${versions.nextPageToken}`).expect(400)).body.errors[0].pointer,
  ).toBe('/pageToken');
});

const CONFIGURATION = `
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: 8
profiles:
- schedulerName: packing
  pluginConfig:
  - name: NodeResourcesFit
    args: {scoringStrategy: {type: MostAllocated, resources: [{name: cpu, weight: 1}]}}
- schedulerName: default-scheduler
  percentageOfNodesToScore: 10
`;

test('a whole configuration is imported, in one revision or not at all', async () => {
  const cluster = await api.cluster();
  await api.post(path(cluster)).send({ schedulerName: 'other' }).expect(201);
  const imported = (text: string) =>
    api.post(`/v1/clusters/${cluster}/scheduler-configuration`).set('content-type', 'application/yaml').send(text);
  const { body: report } = await imported(CONFIGURATION).expect(200);
  expect(report).toMatchObject({
    revision: '2',
    created: 2,
    updated: 0,
    unchanged: 0,
    profiles: [
      { name: 'packing', version: 1, resourceVersion: '2' },
      { name: 'default-scheduler', version: 1, resourceVersion: '3' },
    ],
    ignored: [
      { field: 'parallelism', message: 'no decision depends on it' },
      { field: 'profiles[1].percentageOfNodesToScore', message: 'every node is always evaluated' },
    ],
  });
  expect((await api.get(path(cluster, 'default-scheduler'))).body.ignored).toEqual([
    { field: 'percentageOfNodesToScore', message: 'every node is always evaluated' },
  ]);
  expect((await imported(CONFIGURATION).expect(200)).body).toMatchObject({
    revision: '2',
    created: 0,
    updated: 0,
    unchanged: 2,
  });
  expect((await imported(CONFIGURATION.replace('MostAllocated', 'LeastAllocated')).expect(200)).body).toMatchObject({
    revision: '3',
    created: 0,
    updated: 1,
    unchanged: 1,
  });
  const wrong = CONFIGURATION.replace('schedulerName: default-scheduler', 'schedulerName: new\n  plugins: {scores: {}}')
    .replace('MostAllocated', 'Best')
    .concat('extenders: [{}]\n');
  const refused = (await imported(wrong).expect(422)).body;
  expect(refused).toMatchObject({
    code: 'SCHEDULER_CONFIGURATION_INVALID',
    errors: [
      { pointer: '/extenders/0/urlPrefix', detail: 'Required value' },
      { pointer: '/profiles/0/pluginConfig/0/args/scoringStrategy/type' },
      {
        pointer: '/profiles/1/plugins/scores',
        code: 'FIELD_FORBIDDEN',
        detail: 'unknown field "profiles[1].plugins.scores"',
      },
    ],
  });
  expect((await api.get(path(cluster))).body.items.map(({ name }: { name: string }) => name)).toEqual([
    'default-scheduler',
    'other',
    'packing',
  ]);
  expect((await imported('kind: [').expect(400)).body.code).toBe('MANIFESTS_UNREADABLE');
});

test('a profile may be written as YAML, and as nothing else', async () => {
  const cluster = await api.cluster();
  const make = (type: string) =>
    api.post(path(cluster)).set('content-type', type).send('schedulerName: plain\npercentageOfNodesToScore: 3\n');
  expect((await make('application/yaml').expect(201)).body).toMatchObject({
    name: 'plain',
    ignored: [{ field: 'percentageOfNodesToScore' }],
  });
  expect((await make('text/csv').expect(415)).body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
});

test('the chain of the log holds over changes of profiles and the runs between them', async () => {
  const cluster = await api.cluster(node('a'), podOf('packing', 'p'), pod('q'));
  await api.post(path(cluster)).send(PACKING).expect(201);
  await api.post(`/v1/clusters/${cluster}/runs`).expect(201);
  await api.put(path(cluster, 'packing')).send(SPREADING).expect(200);
  await api.delete(path(cluster, 'packing')).expect(204);
  const { body } = await api.get(`/v1/clusters/${cluster}`).expect(200);
  expect([await violationsOf(api.database.url, cluster), body.revision]).toEqual([[], '5']);
});

test('a profile is made once per key', async () => {
  const cluster = await api.cluster();
  const make = (body: object) => api.post(path(cluster)).set('idempotency-key', `make-${cluster}`).send(body);
  const first = await make(PACKING).expect(201);
  const second = await make(PACKING).expect(201);
  expect([second.body, second.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
  expect((await make(SPREADING).expect(422)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

const wrong = {
  plugins: { scores: {} },
  pluginConfig: [{ name: 'InterPodAffinity', args: { hardPodAffinityWeight: 101 } }],
};

test.each<[string, 'post' | 'put' | 'delete' | 'get', string, object | undefined, number, object]>([
  [
    'a profile with everything wrong',
    'post',
    '',
    wrong,
    422,
    {
      code: 'PROFILE_INVALID',
      errors: [
        { pointer: '/schedulerName', code: 'FIELD_REQUIRED' },
        { pointer: '/plugins/scores', code: 'FIELD_FORBIDDEN', detail: 'unknown field "plugins.scores"' },
        { pointer: '/pluginConfig/0/args/hardPodAffinityWeight', code: 'FIELD_INVALID' },
      ],
    },
  ],
  ['no body', 'post', '', undefined, 422, { code: 'PROFILE_INVALID', errors: [{ pointer: '/schedulerName' }] }],
  [
    'a list for a body',
    'post',
    '',
    [],
    422,
    { code: 'PROFILE_INVALID', errors: [{ pointer: '', code: 'FIELD_TYPE_INVALID' }] },
  ],
  [
    'a name that is taken',
    'post',
    '',
    PACKING,
    409,
    { code: 'PROFILE_ALREADY_EXISTS', errors: [{ pointer: '/schedulerName' }] },
  ],
  [
    'another name than that of the path',
    'put',
    '/packing',
    { schedulerName: 'other' },
    422,
    { errors: [{ pointer: '/schedulerName', detail: 'Invalid value: "other": the request is for "packing"' }] },
  ],
  ['a replacement that is not valid', 'put', '/packing', wrong, 422, { errors: [{ pointer: '/plugins/scores' }, {}] }],
  [
    'a replacement of nothing',
    'put',
    '/none',
    {},
    404,
    { code: 'PROFILE_UNKNOWN', detail: 'profile "none" not found' },
  ],
  ['a deletion of nothing', 'delete', '/none', undefined, 404, { code: 'PROFILE_UNKNOWN' }],
  ['versions of nothing', 'get', '/none/versions', undefined, 404, { code: 'PROFILE_UNKNOWN' }],
  [
    'a version that is not there',
    'get',
    '/packing/versions/2',
    undefined,
    404,
    { code: 'PROFILE_VERSION_NOT_FOUND', detail: 'profile "packing" has no version "2"' },
  ],
])('%s is refused', async (_, method, rest, body, status, problem) => {
  const cluster = await api.cluster();
  await api.post(path(cluster)).send(PACKING).expect(201);
  const answer = await api[method](path(cluster) + rest).send(body);
  expect(answer.body).toMatchObject({ status, ...problem });
  expect((await api.get(`/v1/clusters/${cluster}`)).body.revision).toBe('1');
});

test.each(['"0.1"', 'W/"1.1"', 'none'])('If-Match with %s refuses to write', async (tag) => {
  const cluster = await api.cluster();
  await api.post(path(cluster)).send(PACKING).expect(201);
  const { body } = await api.put(path(cluster, 'packing')).set('if-match', tag).send({}).expect(412);
  expect(body.code).toBe('PROFILE_MODIFIED');
  await api.delete(path(cluster, 'packing')).set('if-match', tag).expect(412);
});

test('there are no profiles where there is no cluster', async () => {
  const none = '/v1/clusters/none';
  const answers = [
    api.get(`${none}/profiles`),
    api.get(`${none}/profiles/p`),
    api.get(`${none}/profiles/p/versions`),
    api.get(`${none}/profiles/p/versions/1`),
    api.post(`${none}/profiles`).send(PACKING),
    api.put(`${none}/profiles/p`).send({}),
    api.delete(`${none}/profiles/p`),
    api
      .post(`${none}/scheduler-configuration`)
      .send({ apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'KubeSchedulerConfiguration' }),
  ];
  for (const answer of answers) expect((await answer.expect(404)).body.code).toBe('CLUSTER_NOT_FOUND');
});

test('a list goes on where it stood, though the profile that it stood at is gone', async () => {
  const cluster = await api.cluster();
  for (const schedulerName of ['a', 'b', 'c']) await api.post(path(cluster)).send({ schedulerName }).expect(201);
  const first = (await api.get(`${path(cluster)}?pageSize=2`).expect(200)).body;
  await api.delete(path(cluster, 'b')).expect(204);
  const second = (await api.get(`${path(cluster)}?pageSize=2&pageToken=${first.nextPageToken}`).expect(200)).body;
  expect([first, second].map(({ items }) => items.map(({ name }: { name: string }) => name))).toEqual([
    ['a', 'b'],
    ['c', 'default-scheduler'],
  ]);
  expect(second.nextPageToken).toBeUndefined();
});
