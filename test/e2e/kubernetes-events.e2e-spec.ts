import { apis, core } from './kubernetes-paths.js';
import { TestApi } from './test-api.js';

let api: TestApi;
let cluster: string;
beforeAll(async () => {
  api = await TestApi.ofTeam();
  cluster = 'telling';
  await api.post('/v1/clusters').send({ name: cluster }).expect(201);
});
afterAll(() => api.stop());

const coreEvents = (rest = ''): string => core(cluster, `namespaces/default/events${rest}`);
const timedEvents = (rest = ''): string => apis(cluster, `events.k8s.io/v1/namespaces/default/events${rest}`);

const timed = (name: string, more: object = {}): object => ({
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  metadata: { name },
  eventTime: '2024-01-02T03:04:05.678901Z',
  reportingController: 'example.com/agent',
  reportingInstance: 'agent-1',
  action: 'Binding',
  reason: 'Scheduled',
  type: 'Normal',
  note: 'is there',
  regarding: { kind: 'Pod', name: 'p', namespace: 'default' },
  ...more,
});

test('one store is served under two groups, and either writes it', async () => {
  await api.post(timedEvents()).send(timed('a')).expect(201);
  const { body } = await api.get(coreEvents('/a')).expect(200);
  expect(body).toMatchObject({
    apiVersion: 'v1',
    message: 'is there',
    involvedObject: { kind: 'Pod', name: 'p' },
    reportingComponent: 'example.com/agent',
    firstTimestamp: null,
    source: {},
  });
  expect(body).not.toHaveProperty('note');
  await api
    .patch(timedEvents('/a'))
    .set('content-type', 'application/strategic-merge-patch+json')
    .send({ series: { count: 2, lastObservedTime: '2024-01-02T03:05:05.678901Z' } })
    .expect(200);
  expect((await api.get(coreEvents('/a')).expect(200)).body.series.count).toBe(2);
  await api
    .post(coreEvents())
    .send({ metadata: { name: 'b' }, involvedObject: { kind: 'Pod', name: 'q', namespace: 'default' }, message: 'm' })
    .expect(201);
  const listed = await api.get(timedEvents('?fieldSelector=regarding.name%3Dq')).expect(200);
  expect(listed.body).toMatchObject({
    kind: 'EventList',
    apiVersion: 'events.k8s.io/v1',
    items: [{ metadata: { name: 'b' }, note: 'm', regarding: { name: 'q' }, deprecatedSource: {} }],
  });
  expect((await api.delete(timedEvents('/b')).expect(200)).body.details.group).toBe('events.k8s.io');
  await api.get(coreEvents('/b')).expect(404);
});

test('the newer group has rules of its own', async () => {
  const { body } = await api
    .post(timedEvents())
    .send(timed('c', { eventTime: null, type: 'Odd', series: { count: 1 }, deprecatedCount: 3 }))
    .expect(422);
  expect(body.details.causes.map(({ field }: { field: string }) => field)).toEqual([
    ...['series.count', 'series.lastObservedTime', 'eventTime', 'type', 'count'],
  ]);
  await api.post(timedEvents()).send(timed('d')).expect(201);
  const change = (path: string, patch: object) =>
    api.patch(path).set('content-type', 'application/merge-patch+json').send(patch);
  expect((await change(timedEvents('/d'), { note: 'other' }).expect(422)).body.message).toBe(
    'Event "d" is invalid: message: Invalid value: "other": field is immutable',
  );
  await change(coreEvents('/d'), { message: 'other' }).expect(200);
});

test('a watch of the newer group has its form', async () => {
  await api
    .post(coreEvents())
    .send({ metadata: { name: 'w' }, involvedObject: { namespace: 'default' } })
    .expect(201);
  const gone = new AbortController();
  const path = timedEvents('?watch=true&fieldSelector=metadata.name%3Dw');
  const answer = await fetch(`${api.url}${path}`, { signal: gone.signal });
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  const { value = '' } = await reader.read();
  gone.abort();
  expect(JSON.parse(value)).toMatchObject({ type: 'ADDED', object: { apiVersion: 'events.k8s.io/v1', regarding: {} } });
});

describe('another version of a kind', () => {
  test('an autoscaler is one object in both', async () => {
    const at = (version: string, rest = ''): string =>
      apis(cluster, `autoscaling/${version}/namespaces/default/horizontalpodautoscalers${rest}`);
    const spec = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }, maxReplicas: 3 };
    const given = { metadata: { name: 'a' }, spec: { ...spec, targetCPUUtilizationPercentage: 50 } };
    const made = (await api.post(at('v1')).send(given).expect(201)).body;
    expect(made).toMatchObject({ apiVersion: 'autoscaling/v1', spec: { ...given.spec, minReplicas: 1 } });
    const target = { type: 'Utilization', averageUtilization: 50 };
    expect((await api.get(at('v2', '/a')).expect(200)).body.spec.metrics).toEqual([
      { type: 'Resource', resource: { name: 'cpu', target } },
    ]);
    await api
      .patch(at('v1', '/a'))
      .type('application/merge-patch+json')
      .send(JSON.stringify({ spec: { targetCPUUtilizationPercentage: 60 } }))
      .expect(200);
    expect((await api.get(at('v1')).expect(200)).body.items).toMatchObject([
      { spec: { targetCPUUtilizationPercentage: 60 } },
    ]);
  });
});
