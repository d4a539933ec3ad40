import { randomUUID } from 'node:crypto';
import { berth } from './berth-command.js';
import { node, TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

/** JSON as a test reads it. */
type Read = ReturnType<typeof JSON.parse>;

const read = async (path: string): Promise<Read> => (await api.get(path).expect(200)).body;
const move = async (root: string, body: object): Promise<Read> =>
  (await api.post(`${root}/clock`).send(body).expect(200)).body;

const POD = { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }] };

/** A living cluster with a Deployment that fits, a pod that does not, and a service; no time has passed in it. */
async function living(): Promise<string> {
  const root = `/v1/clusters/l-${randomUUID().slice(0, 8)}`;
  const clock = { now: '2026-01-05T00:00:00Z', seed: '7' };
  await api
    .post('/v1/clusters')
    .send({ name: root.split('/').at(-1), clock })
    .expect(201);
  const create = async (path: string, object: object): Promise<void> => {
    await api.post(`${root}/${path}`).send(object).expect(201);
  };
  await create('api/v1/nodes', node('n1'));
  await create('api/v1/nodes', node('n2'));
  const annotations = { 'kubelet.model/start-after': '20s', 'kubelet.model/run-for': '15s' };
  const template = { metadata: { labels: { app: 'web' }, annotations }, spec: POD };
  await create('apis/apps/v1/namespaces/default/deployments', {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' } },
    spec: { replicas: 3, selector: { matchLabels: { app: 'web' } }, template },
  });
  const big = [{ name: 'c', image: 'i', resources: { requests: { cpu: '1000' } } }];
  await create('api/v1/namespaces/default/pods', {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'big-' }, spec: { containers: big } },
  });
  await create('api/v1/namespaces/default/services', {
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' } },
    spec: { type: 'NodePort', selector: { app: 'web' }, ports: [{ port: 80 }] },
  });
  return root;
}

test('the same start, seed and requests end the same, however the time is cut', async () => {
  const cuts = [['60s'], Array.from({ length: 60 }, () => '1s'), ['0', '19999ms', '1ms', '15s', '0', '24s', '1s']];
  const ends: unknown[] = [];
  for (const cut of cuts) {
    const root = await living();
    for (const advance of cut) await move(root, { advance });
    // A request in between, and what follows from it.
    await api.delete(`${root}/api/v1/namespaces/default/services/web`).expect(200);
    await api
      .patch(`${root}/apis/apps/v1/namespaces/default/deployments/web`)
      .set('content-type', 'application/merge-patch+json')
      .send({ spec: { replicas: 5 } })
      .expect(200);
    const { now, position, digest } = await move(root, { advance: '30s' });
    const exported = (await api.get(`${root}/export`).expect(200)).text;
    expect(exported).toContain('Deployment');
    ends.push({ now, position, digest, exported });
  }
  expect(ends[1]).toEqual(ends[0]);
  expect(ends[2]).toEqual(ends[0]);
});

test('each attempt is a decision with its trace and what woke the pod, and is made again the same', async () => {
  const root = await living();
  await move(root, { advance: '40s' });
  const { items } = await read(`${root}/decisions?pageSize=100`);
  const shown = items.map(({ pod, outcome, woken, clusterAt, traceStored }: Read) => {
    const name = pod.name.startsWith('big') ? 'big' : 'web';
    return [name, outcome, woken, clusterAt, traceStored].join(' ');
  });
  expect(new Set(shown)).toEqual(
    new Set([
      'big unschedulable  2026-01-05T00:00:00.000Z full',
      'big unschedulable NodeUpdateNodeTaint 2026-01-05T00:00:00.000Z full',
      'web scheduled  2026-01-05T00:00:00.000Z full',
    ]),
  );
  const { items: runs } = await read(`${root}/runs`);
  expect(runs).toMatchObject([{ state: 'complete', preemption: 'nominate', counts: { scheduled: 3 } }]);
  const { body: replay } = await api.post(`${root}/replays`).send({}).expect(200);
  expect(replay).toMatchObject({ decisions: items.length, identical: items.length, different: 0, notComparable: 0 });
  const trace = await read(`${root}/decisions/${items.at(-1).id}/trace`);
  expect(trace.items).toHaveLength(2);
  // A second run, whose attempts are numbered on.
  const spec = { containers: [{ name: 'c', image: 'i' }] };
  const later = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'later' }, spec };
  await api.post(`${root}/api/v1/namespaces/default/pods`).send(later).expect(201);
  await api.post(`${root}/clock`).send({ advance: '5s' }).expect(200);
  expect((await read(`${root}/runs`)).items).toHaveLength(2);
  const { body: verified } = await api.post('/v1/verifications').send({ cluster: root.split('/').at(-1) });
  expect(verified).toMatchObject({ holds: true });
});

test('every change that a controller made has a cause, and chains end at a request or a timer', async () => {
  const root = await living();
  const before = Number((await read(`${root}/clock`)).position);
  await move(root, { advance: '60s' });
  const { items } = await read(`${root}/changes?pageSize=1000`);
  const own = items.filter(({ position }: Read) => Number(position) > before);
  expect(own.length).toBeGreaterThan(40);
  for (const { position, cause, clusterAt } of own) {
    expect(clusterAt).toMatch(/^2026-01-05T00:0/);
    expect(cause.by).not.toBe('');
    if (cause.change !== undefined) expect(Number(cause.change)).toBeLessThan(Number(position));
    else expect(Date.parse(cause.timer.at)).toBe(Date.parse(clusterAt));
  }
  const started = own.find(({ kind, clusterAt }: Read) => kind === 'Pod' && clusterAt === '2026-01-05T00:00:20.000Z');
  expect(await read(`${root}/causes?position=${started.position}`)).toMatchObject({
    request: null,
    timer: { by: 'kubelet', key: `default/${started.name}`, at: '2026-01-05T00:00:20.000Z' },
  });
  const bound = own.find(({ op }: Read) => op === 'bind');
  const { steps, request } = await read(`${root}/causes?position=${bound.position}`);
  expect(steps.map(({ by, change }: Read) => `${by} ${change.op} ${change.kind}`)).toEqual([
    'default-scheduler bind Pod',
    'replicaset-controller create Pod',
    'deployment-controller create ReplicaSet',
    'null create Deployment',
  ]);
  expect(request.requestId).not.toBeNull();
  const query = `{ cluster(id: "${root.split('/').at(-1)}") {
    causes(position: "${bound.position}") { steps { by } request { actor } timer { key } } } }`;
  const { data } = (await api.post('/graphql').send({ query })).body;
  expect(data.cluster.causes.steps).toHaveLength(steps.length);
  await api.get(`${root}/causes?position=0`).expect(400);
  expect((await api.get(`${root}/causes?position=99999`)).body.code).toBe('POSITION_AHEAD');
});

test('the command says why an object changed last, also one that is gone; Events name their cause', async () => {
  const root = await living();
  await move(root, { advance: '30s' });
  const { items: pods } = await read(`${root}/api/v1/namespaces/default/pods`);
  const { name } = pods.find(({ metadata }: Read) => metadata.name.startsWith('web-')).metadata;
  const deployment = `${root}/apis/apps/v1/namespaces/default/deployments/web`;
  const scaled = await api
    .patch(deployment)
    .set('content-type', 'application/merge-patch+json')
    .send({ spec: { replicas: 0 } })
    .expect(200);
  await move(root, { advance: '30s' });
  const environment = { BERTH_URL: api.url, BERTH_CLUSTER: root.split('/').at(-1) ?? '' };
  const why = async (word: string): Promise<Read> => {
    const { code, out, err } = await berth(`why ${word} -o json`, { environment });
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out);
  };
  const causes = await why(`Pod/default/${name}`);
  expect(causes.steps.map(({ by, change }: Read) => `${by} ${change.op} ${change.kind}`)).toEqual([
    'kubelet delete Pod',
    'replicaset-controller update Pod',
    'deployment-controller update ReplicaSet',
    'null update Deployment',
  ]);
  expect(causes.request.requestId).not.toBeNull();
  const { steps } = await why(scaled.body.metadata.resourceVersion);
  expect(steps).toHaveLength(1);
  const { items: events } = await read(`${root}/api/v1/namespaces/default/events`);
  const down = events.find(({ message }: Read) => /^Scaled down/.test(message));
  expect(down.metadata.annotations['berth/cause']).toBe(scaled.body.metadata.resourceVersion);
  const started = events.find(({ reason }: Read) => reason === 'Started');
  expect(started.metadata.annotations['berth/cause']).toBe('kubelet 2026-01-05T00:00:20.000Z');
  const { out } = await berth(`why Pod/default/${name}`, { environment });
  expect(out).toMatch(/^POSITION +AT +BY +CHANGE\n.*kubelet +delete of Pod .*It began with request .* by /s);
  expect((await berth('why Pod/default/none', { environment })).code).toBe(2);
  expect((await berth('why 1 --node n1', { environment })).code).toBe(2);
});

test('objects of requests have the time of the cluster, and the wall is kept beside it', async () => {
  const root = await living();
  await move(root, { advance: '90s' });
  await api
    .post(`${root}/api/v1/namespaces/default/configmaps`)
    .send({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'late' } })
    .expect(201);
  const late = await read(`${root}/api/v1/namespaces/default/configmaps/late`);
  expect(late.metadata.creationTimestamp).toBe('2026-01-05T00:01:30Z');
  const { items } = await read(`${root}/changes?pageSize=1000&name=late`);
  expect(items).toMatchObject([{ clusterAt: '2026-01-05T00:01:30.000Z' }]);
  expect(Date.parse(items[0].at)).toBeGreaterThan(Date.parse('2026-02-01T00:00:00Z'));
  const phasesAt = async (at: string): Promise<unknown> => {
    const { text } = await api.get(`${root}/export?kinds=Pod&at=${at}`).expect(200);
    return [...text.matchAll(/phase"?: ?"?(\w+)/g)].map(([, phase]) => phase).sort();
  };
  // In the middle of a revision, as all of that was one.
  expect(await phasesAt('2026-01-05T00:00:19Z')).toEqual(['Pending', 'Pending', 'Pending', 'Pending']);
  expect(await phasesAt('2026-01-05T00:00:20Z')).toEqual(['Pending', 'Running', 'Running', 'Running']);
  await api.get(`${root}/export?at=2026-01-05T00:01:31Z`).expect(400);
  const { items: revisions } = await read(`${root}/revisions?pageSize=1`);
  expect(revisions).toMatchObject([{ clusterAt: '2026-01-05T00:01:30.000Z' }]);
});

describe('a fork', () => {
  const fork = async (root: string, at?: string): Promise<string> => {
    const name = `f-${randomUUID().slice(0, 8)}`;
    await api.post(`${root}/forks`).send({ name, at }).expect(201);
    return `/v1/clusters/${name}`;
  };
  const scale = (root: string, replicas: number): unknown =>
    api
      .patch(`${root}/apis/apps/v1/namespaces/default/deployments/web`)
      .set('content-type', 'application/merge-patch+json')
      .send({ spec: { replicas } })
      .expect(200);
  /** What there is, positions aside: the log of a fork begins with a note. */
  const exported = async (root: string): Promise<string> =>
    (await api.get(`${root}/export`).expect(200)).text.replaceAll(
      /("?resourceVersion"?: ?"?|"?berth\/cause"?: ?"?)\d+/g,
      '$1-',
    );

  test('has a clock that stands still, goes on as its origin does, and is one with other forks', async () => {
    const root = await living();
    await move(root, { advance: '25s' });
    await move(root, { mode: 'real', rate: 0.001 });
    await move(root, { mode: 'virtual' });
    const [one, other] = [await fork(root), await fork(root)];
    for (const cluster of [root, one, other]) {
      await scale(cluster, 5);
      for (const advance of cluster === other ? ['90s'] : ['1s', '89s']) await move(cluster, { advance });
    }
    expect(await exported(one)).toBe(await exported(root));
    const { now, digest } = await read(`${root}/clock`);
    for (const cluster of [one, other]) expect(await read(`${cluster}/clock`)).toMatchObject({ now, digest });
    const { body: replay } = await api.post(`${one}/replays`).send({}).expect(200);
    expect([replay.decisions > 0, replay.different]).toEqual([true, 0]);
  });

  test('shows its controllers what those of its origin have not seen', async () => {
    const root = await living();
    await move(root, { advance: '25s' });
    await scale(root, 1);
    const other = await fork(root);
    for (const cluster of [root, other]) await move(cluster, { advance: '90s' });
    expect(await exported(other)).toBe(await exported(root));
  });

  test('of a past moment goes on from its objects: pods that run are not started again', async () => {
    const root = await living();
    await move(root, { advance: '25s' });
    const { revision } = await read(`${root}/clock`);
    await scale(root, 0);
    await move(root, { advance: '60s' });
    const other = await fork(root, `revision:${revision}`);
    expect(await read(`${other}/clock`)).toMatchObject({ mode: 'virtual', now: '2026-01-05T00:00:25.000Z' });
    await move(other, { advance: '5s' });
    const pods = async (): Promise<Read[]> =>
      (await read(`${other}/api/v1/namespaces/default/pods?labelSelector=app=web`)).items;
    const before = await pods();
    expect(before.map(({ status }) => status.containerStatuses[0].state)).toEqual(
      Array(3).fill({ running: { startedAt: '2026-01-05T00:00:20Z' } }),
    );
    // They run for 15 seconds.
    await move(other, { advance: '6s' });
    expect((await pods()).map(({ status }) => status.containerStatuses[0].restartCount)).toEqual([1, 1, 1]);
    await scale(other, 5);
    await move(other, { advance: '30s' });
    const all = await pods();
    expect(new Set(all.map(({ metadata }) => metadata.uid)).size).toBe(5);
    expect(new Set(all.map(({ status }) => status.podIP)).size).toBe(5);
  });
});
