import { berth } from './berth-command.js';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
let cluster: string;
/** Of a team that may schedule in `ours`, may look at `seen`, and must not know of `hidden`. */
let guests: string;

const made = (name: string, namespace: string): object => ({ ...pod(name), metadata: { name, namespace } });
const bearer = (key: string): { readonly authorization: string } => ({ authorization: `Bearer ${key}` });

async function keyOf(team: string, roles: readonly string[]): Promise<string> {
  const body = { name: `k${Math.random()}`, roles };
  return (await api.post(`/v1/teams/${team}/keys`).send(body).expect(201)).body.key as string;
}

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

beforeEach(async () => {
  const pods = [made('a', 'ours'), made('b', 'seen'), made('c', 'seen'), made('d', 'hidden')];
  cluster = await api.clusterId(node('n', { cpu: '9', memory: '9Gi' }), ...pods);
  await api.post('/v1/teams').send({ name: 'guests' });
  guests = await keyOf('guests', ['viewer', 'scheduler']);
  for (const [namespace, role] of [
    ['ours', 'scheduler'],
    ['seen', 'viewer'],
  ])
    await api.post(`/v1/clusters/${cluster}/grants`).send({ team: 'guests', role, namespace }).expect(201);
});

const runs = (): string => `/v1/clusters/${cluster}/runs`;
const counts = { selected: 1, scheduled: 1, unschedulable: 0, nominated: 0, gated: 0, skipped: 0, error: 0 };

test('a run says how many pods it left out, of those that are seen', async () => {
  const { body: run } = await api.post(runs()).set(bearer(guests)).expect(201);
  expect(run.counts).toEqual({ ...counts, forbidden: 2 });
  for (const key of [api.key, guests])
    expect((await api.get(`${runs()}/${run.id}`).set(bearer(key)).expect(200)).body.counts).toEqual(run.counts);
  const query = `{ cluster(name: "${cluster}") { run(id: "${run.id}") { counts { selected scheduled forbidden } }
    decisions { edges { node { pod { name } } } } } }`;
  const { body } = await api.post('/graphql').set(bearer(guests)).send({ query });
  expect(body.data.cluster.run.counts).toEqual({ selected: 1, scheduled: 1, forbidden: 2 });
  expect(body.data.cluster.decisions.edges).toHaveLength(1);
  const { body: verdict } = await api.post('/v1/verifications').send({ cluster }).expect(200);
  expect(verdict).toMatchObject({ holds: true });
});

test('a reader hears of those alone that they see too', async () => {
  const { body: run } = await api.post(runs()).set(bearer(guests)).expect(201);
  await api.post('/v1/teams').send({ name: 'narrow' });
  const narrow = await keyOf('narrow', ['viewer']);
  const grant = { team: 'narrow', role: 'viewer', namespace: 'ours' };
  await api.post(`/v1/clusters/${cluster}/grants`).send(grant).expect(201);
  const { body } = await api.get(`${runs()}/${run.id}`).set(bearer(narrow)).expect(200);
  expect(body).toMatchObject({ redacted: true });
  expect(body.counts).toEqual(counts);
});

test('a dry run says it, and an answer that is given again', async () => {
  const asked = { clusterId: cluster, dryRun: true, clientMutationId: 'x' };
  const query = `mutation ($input: ScheduleInput!) {
    schedule(input: $input) { run { counts { selected forbidden } } } }`;
  const { body } = await api
    .post('/graphql')
    .set(bearer(guests))
    .send({ query, variables: { input: asked } });
  expect(body.data.schedule.run.counts).toEqual({ selected: 1, forbidden: 2 });
  const once = async (): Promise<object> =>
    (await api.post(runs()).set(bearer(guests)).set('idempotency-key', `"${cluster}"`).expect(201)).body as object;
  expect(await once()).toEqual(await once());
  const { body: verdict } = await api.post('/v1/verifications').send({}).expect(200);
  expect(verdict).toMatchObject({ holds: true });
});

test('whoever may schedule everything leaves nothing out', async () => {
  expect((await api.post(runs()).expect(201)).body.counts).toEqual({ ...counts, selected: 4, scheduled: 4 });
});

test('a run of nothing but such pods is refused, and says why', async () => {
  const { body } = await api
    .post(runs())
    .set(bearer(guests))
    .send({ pods: { namespace: 'seen' } });
  expect(body).toMatchObject({ status: 422, code: 'NO_PODS_SELECTED' });
  expect(body.detail).toContain('no pending pod in namespace "seen" that is yours to schedule');
  const hidden = await api
    .post(runs())
    .set(bearer(guests))
    .send({ pods: { namespace: 'hidden' } });
  expect(hidden.body.detail).not.toContain('yours');
});

const named = (names: readonly string[]) => api.post(runs()).set(bearer(guests)).send({ pods: { names } });

test('pods that are named, seen, and not theirs to schedule are forbidden', async () => {
  for (const names of [['seen/b'], ['ours/a', 'seen/c', 'seen/b']])
    for (const dryRun of [true, false]) {
      const { body } = await named(names).send({ dryRun });
      expect(body).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect(body.detail).toBe('this takes the role scheduler: the request names pods of seen');
    }
  const query = `mutation { schedule(input: { clusterId: "${cluster}", pods: { names: ["seen/b"] } }) {
    run { id } refusals { __typename code message } } }`;
  const { body } = await api.post('/graphql').set(bearer(guests)).send({ query });
  expect(body.data.schedule).toMatchObject({ run: null, refusals: [{ __typename: 'Forbidden', code: 'FORBIDDEN' }] });
  expect((await named(['ours/a'])).body).toMatchObject({ counts: { selected: 1, scheduled: 1 } });
});

test('a pod that is hidden and one that never was are not found alike, whatever is named beside them', async () => {
  for (const beside of [[], ['ours/a'], ['seen/b'], ['ours/never'], ['hidden/never'], ['seen/never', 'ours/a']]) {
    const [hidden, never] = await Promise.all(
      ['hidden/d', 'hidden/x'].map(async (name) => (await named([...beside, name])).body as Record<string, unknown>),
    );
    const same = { requestId: '', instance: '' };
    const said = JSON.stringify({ ...hidden, ...same }).replaceAll('hidden/d', 'hidden/x');
    expect(said).toBe(JSON.stringify({ ...never, ...same }));
    expect(hidden).toMatchObject({ status: 422, code: 'PODS_NOT_FOUND' });
    expect(hidden?.['detail']).toContain('hidden/d');
  }
});

test.each([true, false])('what others have pending is asked for in vain, as what nobody has: wait %j', async (wait) => {
  const labelled = { ...made('e', 'hidden'), metadata: { name: 'e', namespace: 'hidden', labels: { app: 'theirs' } } };
  await api.post(`/v1/clusters/${cluster}/import`).send(labelled).expect(200);
  const asked = async (pods: object): Promise<object> => {
    const { body } = await api.post(runs()).set(bearer(guests)).send({ pods, wait });
    return { ...body, requestId: '', instance: '' };
  };
  const without = (answer: object): string => JSON.stringify(answer).replaceAll(/hidden|noname|theirs|nobody/g, 'NAME');
  for (const [theirs, never] of [
    [{ namespace: 'hidden' }, { namespace: 'noname' }],
    [{ labelSelector: 'app=theirs' }, { labelSelector: 'app=nobody' }],
    [{ names: ['hidden/e'] }, { names: ['noname/e'] }],
  ] as const) {
    const [one, other] = [await asked(theirs), await asked(never)];
    expect(without(one)).toBe(without(other));
    expect(one).toMatchObject({ status: 422 });
  }
});

test('berth schedule says it', async () => {
  const environment = { BERTH_URL: api.url, BERTH_CLUSTER: cluster, BERTH_KEY: guests, BERTH_CONFIG: '/nowhere' };
  const { out } = await berth('schedule', { environment });
  expect(out).toContain('2 pods were left out: no permission to schedule');
  expect(out).toContain('1 scheduled in');
});
