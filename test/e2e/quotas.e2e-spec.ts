import { core, pods } from './kubernetes-paths.js';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
let cluster: string;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_AUTH: 'off' });
  cluster = await api.cluster(node('a'));
  await api
    .post(core(cluster, 'namespaces/default/resourcequotas'))
    .send({ metadata: { name: 'q' }, spec: { hard: { pods: '1', 'requests.cpu': '1500m' } } })
    .expect(201);
  await api.post(pods(cluster)).send(pod('first', '1')).expect(201);
});
afterAll(() => api.stop());

const EXCEEDED =
  'exceeded quota: q, requested: pods=1,requests.cpu=1, used: pods=1,requests.cpu=1, ' +
  'limited: pods=1,requests.cpu=1500m';

async function graphql(query: string, variables: object = {}): Promise<Record<string, unknown>> {
  const { body } = await api.post('/graphql').send({ query, variables });
  expect(body.errors).toBeUndefined();
  return body.data as Record<string, unknown>;
}

test('the Kubernetes API refuses what there is no room for in the words of an API server', async () => {
  const { body } = await api.post(pods(cluster)).set('x-berth-actor', 'ann').send(pod('second', '1')).expect(403);
  expect(body).toMatchObject({
    kind: 'Status',
    reason: 'Forbidden',
    code: 403,
    message: `pods "second" is forbidden: ${EXCEEDED}`,
    details: { name: 'second', kind: 'pods' },
  });
  await api.get(pods(cluster, '/second')).expect(404);
});

test('GraphQL refuses it too', async () => {
  const query = `mutation ($input: ApplyObjectInput!) {
    applyObject(input: $input) { refusals { __typename code message } }
  }`;
  const input = { clusterId: cluster, manifest: JSON.stringify(pod('third', '1')) };
  const { applyObject } = await graphql(query, { input });
  expect(applyObject).toEqual({
    refusals: [{ __typename: 'ObjectForbidden', code: 'OBJECT_FORBIDDEN', message: expect.stringContaining(EXCEEDED) }],
  });
});

test('hard, used and free, as texts and as numbers', async () => {
  const resources = [
    { resource: 'pods', hard: '1', used: '1', free: '0', hardValue: 1, usedValue: 1, freeValue: 0 },
    { resource: 'requests.cpu', hard: '1500m', used: '1', free: '500m', hardValue: 1.5, usedValue: 1, freeValue: 0.5 },
  ];
  const wanted = { namespace: 'default', name: 'q', scopes: [], resources };
  const { body } = await api.get(`/v1/clusters/${cluster}/quotas?namespace=default`).expect(200);
  expect(body).toEqual({ items: [wanted] });
  expect((await api.get(`/v1/clusters/${cluster}/quotas?namespace=none`).expect(200)).body).toEqual({ items: [] });
  const answer = await graphql(
    `
      query ($name: String!) {
        cluster(name: $name) {
          quotas(namespace: "default") {
            totalCount
            edges {
              node {
                namespace
                name
                scopes
                resources {
                  resource
                  hard
                  used
                  free
                  hardValue
                  usedValue
                  freeValue
                }
              }
            }
          }
        }
      }
    `,
    { name: cluster },
  );
  expect(answer['cluster']).toEqual({ quotas: { totalCount: 1, edges: [{ node: wanted }] } });
});

test('who was refused what is listed, newest first', async () => {
  const path = `/v1/clusters/${cluster}/refusals`;
  const { body } = await api.get(path).expect(200);
  expect(body.items).toMatchObject([
    { operation: 'apply', object: { name: 'third' }, reason: 'ResourceQuota' },
    {
      operation: 'create',
      object: { apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'second' },
      actor: 'ann',
      code: 'OBJECT_FORBIDDEN',
      message: expect.stringContaining(EXCEEDED),
    },
  ]);
  const first = (await api.get(`${path}?pageSize=1`).expect(200)).body;
  const next = await api.get(`${path}?pageSize=1&pageToken=${first.nextPageToken}`).expect(200);
  expect([...first.items, ...next.body.items]).toEqual(body.items);
  expect(next.body.nextPageToken).toBeUndefined();
  expect((await api.get(`${path}?actor=ann`).expect(200)).body.items).toHaveLength(1);
  const { text } = await api.get(path).set('accept', 'text/csv').expect(200);
  expect(text.split('\r\n')[0]).toBe(
    'id,at,operation,actor,principal,requestId,client,apiVersion,kind,namespace,name,code,reason,message,usage,' +
      'scopes',
  );
  const answer = await graphql(
    `
      query ($name: String!) {
        cluster(name: $name) {
          refusals(first: 1, reason: "ResourceQuota") {
            pageInfo {
              hasNextPage
            }
            edges {
              node {
                name
                reason
                message
                actor
              }
            }
          }
        }
      }
    `,
    { name: cluster },
  );
  expect(answer['cluster']).toMatchObject({
    refusals: { pageInfo: { hasNextPage: true }, edges: [{ node: { name: 'third' } }] },
  });
});

test('an import is held to quotas where that is asked for', async () => {
  const list = { apiVersion: 'v1', kind: 'List', items: [pod('fourth', '1')] };
  const path = `/v1/clusters/${cluster}/import`;
  const { body } = await api.post(`${path}?quotas=enforce`).set('x-request-id', 'the-import').send(list).expect(422);
  expect(body.errors).toMatchObject([{ detail: EXCEEDED }]);
  const noted = async () =>
    (await api.get(`/v1/clusters/${cluster}/refusals?name=fourth`).expect(200)).body.items as unknown[];
  expect(await noted()).toMatchObject([
    {
      operation: 'import',
      object: { apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'fourth' },
      requestId: 'the-import',
      code: 'OBJECT_FORBIDDEN',
      reason: 'ResourceQuota',
      message: `pods "fourth" is forbidden: ${EXCEEDED}`,
      scopes: 'NotTerminating,NotBestEffort',
    },
  ]);
  await api.post(`${path}?quotas=enforce&dryRun=true`).send(list).expect(422);
  expect(await noted()).toHaveLength(1);
  const report = (await api.post(`${path}?dryRun=true`).send(list).expect(200)).body;
  expect(report.overQuota).toEqual([
    { namespace: 'default', quota: 'q', resource: 'pods', hard: '1', used: '2' },
    { namespace: 'default', quota: 'q', resource: 'requests.cpu', hard: '1500m', used: '2' },
  ]);
});

test('what quotas refused is reported with what is pending, and the raise that is proposed lets it in', async () => {
  const short = await api.cluster(node('a'));
  const quotas = core(short, 'namespaces/default/resourcequotas');
  const hard = { pods: '3', 'requests.cpu': '2' };
  await api
    .post(quotas)
    .send({ metadata: { name: 'q' }, spec: { hard } })
    .expect(201);
  await api.post(pods(short)).send(pod('first', '1500m')).expect(201);
  for (const name of ['second', 'third', 'second']) await api.post(pods(short)).send(pod(name, '1')).expect(403);
  const explanation = async () => (await api.get(`/v1/clusters/${short}/pending/explanation`).expect(200)).body;
  const explained = await explanation();
  expect(explained.quotas).toEqual([
    {
      namespace: 'default',
      quota: 'q',
      pods: 2,
      refused: 2,
      example: { namespace: 'default', name: 'second' },
      raises: [{ resource: 'requests.cpu', hard: '2', used: '1500m', to: '3500m' }],
      admittedNow: 0,
      admitted: 2,
      isComplete: true,
      sentence:
        'Quota default/q refused 2 pods that are not there: to raise requests.cpu from 2 to 3500m lets all of them in.',
    },
  ]);
  expect(explained.sentence).toContain(explained.quotas[0].sentence);
  const answer = await graphql(
    `
      query ($name: String!) {
        cluster(name: $name) {
          pendingExplanation {
            quotas {
              quota
              admitted
              raises {
                to
              }
            }
          }
        }
      }
    `,
    { name: short },
  );
  expect(answer['cluster']).toEqual({
    pendingExplanation: { quotas: [{ quota: 'q', admitted: 2, raises: [{ to: '3500m' }] }] },
  });
  await api
    .patch(`${quotas}/q`)
    .set('content-type', 'application/merge-patch+json')
    .send({ spec: { hard: { 'requests.cpu': '3500m' } } })
    .expect(200);
  expect((await explanation()).quotas).toMatchObject([{ raises: [], admittedNow: 2 }]);
  for (const name of ['second', 'third']) await api.post(pods(short)).send(pod(name, '1')).expect(201);
  expect((await explanation()).quotas).toEqual([]);
});
