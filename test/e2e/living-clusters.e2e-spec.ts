import { randomUUID } from 'node:crypto';
import { endOfOperation, type Schemas } from '#client';
import { ClockDriver } from '#scheduling';
import { bearer, keyOfTeam } from './team-key.js';
import { node, TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await api.doJobs();
});
afterAll(() => api.stop());

const NOW = '2026-01-05T00:00:00Z';
const DEPLOYMENTS = 'apis/apps/v1/namespaces/default/deployments';

/** A living cluster with a node and the namespace `default`, at `/v1/clusters/NAME`. */
async function living(): Promise<string> {
  const name = `l-${randomUUID().slice(0, 8)}`;
  await api
    .post('/v1/clusters')
    .send({ name, clock: { mode: 'virtual', now: NOW, seed: '1' } })
    .expect(201);
  const root = `/v1/clusters/${name}`;
  await api.post(`${root}/api/v1/nodes`).send(node('n1')).expect(201);
  await api
    .post(`${root}/api/v1/namespaces`)
    .send({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } });
  // Nodes are not ready until the node controller has looked at them.
  await move(root, { advance: '0' });
  return root;
}

const deployment = (replicas: number, annotations = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' }, annotations }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
});

async function move(root: string, body: object): Promise<Record<string, string>> {
  return (await api.post(`${root}/clock`).send(body).expect(200)).body as Record<string, string>;
}

/** JSON as a test reads it. */
type Read = ReturnType<typeof JSON.parse>;

const items = async (root: string, path: string): Promise<Read[]> =>
  (await api.get(`${root}/${path}`).expect(200)).body.items;

test('a Deployment becomes running pods as time passes, and every step is in the log', async () => {
  const root = await living();
  await api
    .post(`${root}/${DEPLOYMENTS}`)
    .send(deployment(2, { 'kubelet.model/start-after': '20s' }))
    .expect(201);
  expect(await items(root, 'api/v1/pods')).toEqual([]);
  expect(await move(root, { advance: '19s' })).toMatchObject({ mode: 'virtual', now: '2026-01-05T00:00:19.000Z' });
  const phases = async () =>
    (await items(root, 'api/v1/pods')).map(({ spec, status }) => [spec.nodeName, status.phase]);
  expect(await phases()).toEqual([
    ['n1', 'Pending'],
    ['n1', 'Pending'],
  ]);
  const clock = await move(root, { advanceTo: '2026-01-05T00:00:20Z' });
  expect(await phases()).toEqual([
    ['n1', 'Running'],
    ['n1', 'Running'],
  ]);
  expect((await api.get(`${root}/clock`).expect(200)).body).toEqual(clock);
  const [web] = await items(root, DEPLOYMENTS);
  expect(web.status).toMatchObject({ readyReplicas: 2, availableReplicas: 2, observedGeneration: 1 });
  expect((await items(root, 'api/v1/events')).map(({ reason }) => reason as string)).toContain('ScalingReplicaSet');
  const { body } = await api.get(`${root}/changes?pageSize=500`).expect(200);
  expect(body.items.at(-1).position).toBe(clock['position']);
});

test('ages in tables go by the time of the cluster, in events by that of the change', async () => {
  const root = await living();
  await api
    .post(`${root}/${DEPLOYMENTS}`)
    .send(deployment(1, { 'kubelet.model/start-after': '20s' }))
    .expect(201);
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const table = async (path: string): Promise<Read> =>
    (await api.get(`${root}/${path}`).set('accept', accept).expect(200)).body;
  const { metadata } = await table('api/v1/pods');
  await move(root, { advance: '90s' });
  const ages = ({ columnDefinitions, rows }: Read): string[] => {
    const at = columnDefinitions.findIndex(({ name }: Read) => name === 'Age');
    return rows.map(({ cells }: Read) => cells[at]);
  };
  expect(ages(await table('api/v1/pods'))).toEqual(['90s']);
  expect(ages(await table(`${DEPLOYMENTS}/web`))).toEqual(['90s']);
  /** The ages that a watch says from a version on; from the first that it is given all columns. */
  const watched = async (query: string, count: number): Promise<string[]> => {
    const gone = new AbortController();
    const answer = await fetch(`${api.url}${root}/api/v1/pods?watch=true&${query}`, {
      headers: { accept },
      signal: gone.signal,
    });
    let text = '';
    for await (const part of (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
      text += part;
      if (text.split('\n').length > count) break;
    }
    gone.abort();
    const tables = text.split('\n', count).map((line): Read => JSON.parse(line).object);
    return tables.flatMap((one) => ages({ columnDefinitions: tables[0].columnDefinitions, rows: one.rows }));
  };
  expect(await watched(`resourceVersion=${metadata.resourceVersion}`, 3)).toEqual(['0s', '0s', '20s']);
  const initial = 'sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan';
  expect(await watched(initial, 1)).toEqual(['90s']);
});

test('deleted, it takes along what it owned; settling ends when all is quiet', async () => {
  const root = await living();
  await api.post(`${root}/${DEPLOYMENTS}`).send(deployment(2)).expect(201);
  await move(root, { settle: { quiet: '3s', atMost: '1m' } });
  await api.delete(`${root}/${DEPLOYMENTS}/web`).expect(200);
  expect(await move(root, { settle: { quiet: '3s', atMost: '1m' } })).toMatchObject({
    now: '2026-01-05T00:00:06.000Z',
  });
  expect(await items(root, 'apis/apps/v1/replicasets')).toEqual([]);
  expect(await items(root, 'api/v1/pods')).toEqual([]);
});

test('time in parts makes as many changes as at once', async () => {
  const model = { 'kubelet.model/start-after': '1s', 'kubelet.model/run-for': '7s' };
  const ends = await Promise.all(
    [['40s'], ['1s', '19s', '500ms', '19500ms']].map(async (parts) => {
      const root = await living();
      await api.post(`${root}/${DEPLOYMENTS}`).send(deployment(3, model)).expect(201);
      for (const advance of parts) await move(root, { advance });
      const { position, next, now } = await move(root, { advance: '0' });
      return { position, at: (next as unknown as { at: string }).at, now };
    }),
  );
  expect(ends[0]).toEqual(ends[1]);
});

test('the queue says who waits, and what came into it since it was asked last', async () => {
  const root = await living();
  const big = { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1000' } } }] };
  await api
    .post(`${root}/api/v1/namespaces/default/pods`)
    .send({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'big' }, spec: big })
    .expect(201);
  await move(root, { advance: '5s' });
  const { body } = await api.get(`${root}/queue`).expect(200);
  expect(body).toMatchObject({
    unschedulable: [{ namespace: 'default', name: 'big', attempts: 1, plugins: ['NodeResourcesFit'] }],
    incoming: { 'active UnschedulablePodAdd': 1, 'unschedulable ScheduleAttemptFailure': 1 },
  });
  expect((await api.get(`${root}/queue`).expect(200)).body.incoming).toEqual({});
});

test('what is no time is refused by its field; a cluster without a clock says so', async () => {
  const root = await living();
  const fieldsOf = async (body: object): Promise<string[]> => {
    const answer = await api.post(`${root}/clock`).send(body);
    expect([400, 422]).toContain(answer.status);
    return (answer.body.errors as { pointer: string }[]).map(({ pointer }) => pointer);
  };
  expect(await fieldsOf({ advance: '-5s' })).toEqual(['/advance']);
  expect(await fieldsOf({ settle: { quiet: 'soon', atMost: '1m' } })).toEqual(['/settle/quiet']);
  expect(await fieldsOf({ advanceTo: '2025-01-01T00:00:00Z' })).toEqual(['/advanceTo']);
  expect(await fieldsOf({ advance: '1s', advanceTo: NOW })).toHaveLength(1);
  const still = await api.cluster(node('n1'));
  expect((await api.get(`/v1/clusters/${still}/clock`)).status).toBeGreaterThanOrEqual(400);
  const { status } = await api
    .post('/v1/clusters')
    .send({ name: `x-${randomUUID().slice(0, 8)}`, controllers: 'instant', clock: {} });
  expect(status).toBeGreaterThanOrEqual(400);
});

test('a movement is an operation: with progress, one at a time, and cancelled between two revisions', async () => {
  const root = await living();
  await api
    .post(`${root}/${DEPLOYMENTS}`)
    .send(deployment(200, { 'kubelet.model/run-for': '1s', 'kubelet.model/exit-code': '1' }))
    .expect(201);
  const started = await api.post(`${root}/clock`).send({ advance: '8760h', wait: false }).expect(202);
  const { id, kind } = started.body as Schemas['Operation'];
  expect([kind, started.headers['location']]).toEqual(['advance', `/v1/operations/${id}`]);
  const other = await api.post(`${root}/clock`).send({ advance: '1s' }).expect(409);
  expect(other.body).toMatchObject({ code: 'OPERATION_UNDER_WAY', detail: expect.stringContaining(id) as string });
  await api.post(`/v1/operations/${id}/cancel`).expect(200);
  const ended = await endOfOperation(api.client, started.body as Schemas['Operation']);
  expect(ended).toMatchObject({ state: 'cancelled', progress: { unit: 'seconds', total: 8760 * 3_600 } });
  // Its last revision may still be written: the next movement comes after it, and finds time where it was left.
  const after = await move(root, { advance: '0' });
  expect(Date.parse(after['now'] ?? '')).toBeLessThan(Date.parse('2027-01-05T00:00:00Z'));
  expect((await api.get(`${root}/clock`).expect(200)).body).toEqual(after);
});

test('absurd times, and rates of nothing, are refused by their fields', async () => {
  const root = await living();
  const refused = async (body: object): Promise<string[]> => {
    const answer = await api.post(`${root}/clock`).send(body);
    expect([400, 422]).toContain(answer.status);
    return (answer.body.errors as { pointer: string }[]).map(({ pointer }) => pointer);
  };
  expect(await refused({ advance: '900000000h' })).toEqual(['/advance']);
  expect(await refused({ advanceTo: '9999-12-31T23:59:59+00:00', wait: true, mode: 'real' })).toHaveLength(1);
  expect(await refused({ mode: 'real', rate: -1 })).toEqual(['/rate']);
  expect(await refused({ mode: 'virtual', rate: 2 })).toEqual(['/rate']);
  const made = async (clock: object): Promise<string[]> => {
    const answer = await api.post('/v1/clusters').send({ name: `x-${randomUUID().slice(0, 8)}`, clock });
    expect([400, 422]).toContain(answer.status);
    return (answer.body.errors as { pointer: string }[]).map(({ pointer }) => pointer);
  };
  expect(await made({ kubelet: { 'start-after': '-5s' } })).toEqual(['/clock/kubelet/start-after']);
  expect(await made({ kubelet: { rules: [{ pods: 'a=(', 'run-for': '5s' }] } })).toEqual([
    '/clock/kubelet/rules/0/pods',
  ]);
  expect(await made({ kubelet: { 'start-aftr': '5s' } })).toHaveLength(1);
  expect(await made({ rate: 2 })).toEqual(['/clock/rate']);
});

test('on a real clock what is written is acted upon, as fast as it is said, by REST and GraphQL', async () => {
  api.app.get(ClockDriver).start();
  const name = `r-${randomUUID().slice(0, 8)}`;
  const root = `/v1/clusters/${name}`;
  const clock = { mode: 'real', rate: 10_000, kubelet: { 'start-after': '20s' } };
  await api.post('/v1/clusters').send({ name, clock }).expect(201);
  const changes = await fetch(`${api.url}${root}/changes?after=0`, {
    headers: { accept: 'text/event-stream', ...bearer({ key: api.key }) },
  });
  await api.post(`${root}/api/v1/nodes`).send(node('n1')).expect(201);
  await api.post(`${root}/${DEPLOYMENTS}`).send(deployment(2)).expect(201);
  for await (const _ of (changes.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    const [web] = await items(root, DEPLOYMENTS);
    if (web.status?.readyReplicas === 2) break;
  }
  const graphql = async (query: string, variables: object): Promise<Read> => {
    const answer = await api.post('/graphql').send({ query, variables }).expect(200);
    expect(answer.body.errors).toBeUndefined();
    return answer.body.data;
  };
  const { cluster } = await graphql(
    `
      query ($name: String!) {
        cluster(name: $name) {
          id
          clock {
            mode
            rate
            now
            next {
              what
            }
            stopped {
              what
            }
          }
          queue {
            unschedulable {
              name
            }
            incoming
          }
        }
      }
    `,
    { name },
  );
  expect(cluster).toMatchObject({ clock: { mode: 'real', rate: 10_000, stopped: [] }, queue: { unschedulable: [] } });
  const { moveClock } = await graphql(
    'mutation ($input: ClockMoveInput!) { moveClock(input: $input) { clock { mode now } refusals { __typename } } }',
    { input: { clusterId: cluster.id as string, mode: 'virtual' } },
  );
  expect(moveClock).toMatchObject({ clock: { mode: 'virtual' }, refusals: [] });
  const still = (await api.get(`${root}/clock`).expect(200)).body as Record<string, string>;
  expect(still['now']).toBe(moveClock.clock.now);
  await api.app.get(ClockDriver).stop();
});

test('a reader of a part of a cluster reads neither its clock nor its queue', async () => {
  const root = await living();
  const { id } = (await api.get(root).expect(200)).body as { readonly id: string };
  const key = await keyOfTeam(api, { team: 'clock-readers', roles: ['editor', 'viewer'] });
  await api.post(`${root}/grants`).send({ team: 'clock-readers', role: 'editor' }).expect(201);
  await api.get(`/v1/clusters/${id}`).set(bearer(key)).expect(200);
  for (const path of ['clock', 'queue']) await api.get(`/v1/clusters/${id}/${path}`).set(bearer(key)).expect(403);
});
