import pg from 'pg';
import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
let cluster: string;
let client: pg.Client;
beforeAll(async () => {
  api = await TestApi.start();
  client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  cluster = await api.cluster(node('a'), pod('p'));
});
afterAll(async () => {
  await client.end();
  await api.stop();
});

/** Every route of the application, as the router prints them: `METHOD /path`. */
function routes(): string[] {
  const found: string[] = [];
  const above: string[] = [];
  for (const line of api.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', path = '', methods = ''] = /^([│ ]*)[├└]── (\S*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    const depth = indent.length / 4;
    if (line.trim() === '') continue;
    above.splice(depth, above.length, path);
    const whole = above.join('');
    if (methods !== '' && whole !== '*') found.push(...methods.split(', ').map((method) => `${method} ${whole}`));
  }
  return found;
}

/** A path that leads somewhere: to the cluster and the node that are there, wherever it says no more. */
function pathOf(route: string): string {
  return (
    route
      .replace(':cluster', cluster)
      // The router prints the rest of a path without its slash.
      .replace(/\/apis\/:group\/:version\*/, '/apis/apps/v1/replicasets')
      .replace(/\/api\*/, '/api/v1/nodes/a')
      .replace(/:[a-z]+/g, '1')
  );
}

/** What nothing that is refused may change. */
async function state(): Promise<unknown> {
  const { rows } = await client.query<object>(`SELECT (SELECT count(*) FROM idempotency_keys) AS keys,
    (SELECT count(*) FROM runs) AS runs, (SELECT count(*) FROM clusters WHERE deleted_at IS NULL) AS clusters,
    (SELECT string_agg(concat_ws(' ', cluster_id, position, revision), ',' ORDER BY cluster_id)
      FROM cluster_heads) AS heads`);
  return rows;
}

test('no route takes a parameter that it does not name, and nothing is done', async () => {
  // What stands behind the addresses of the page is the page's to read.
  // On the paths of the Kubernetes API the manners of the API server hold.
  const all = routes().filter(
    (route) => !route.startsWith('OPTIONS') && !route.endsWith(' /ui*') && !KUBERNETES.test(route),
  );
  expect(all.length).toBeGreaterThan(90);
  expect(all).toEqual(expect.arrayContaining(['DELETE /v1/clusters/:cluster', 'POST /graphql', 'GET /openapi.json']));
  const before = await state();
  const taken: string[] = [];
  for (const route of all) {
    const [method = '', path = ''] = route.split(' ');
    const body = method === 'POST' || method === 'PUT' ? { body: '{}', headers: JSON_TYPE } : {};
    const answer = await fetch(`${api.url}${pathOf(path)}?nonsense=1`, { method, ...body });
    const text = await answer.text();
    const isNamed = method === 'HEAD' || text.includes('there is no such parameter');
    if (answer.status !== 400 || !isNamed) taken.push(`${route}: ${answer.status} ${text.slice(0, 200)}`);
  }
  expect(taken).toEqual([]);
  expect(await state()).toEqual(before);
});

const KUBERNETES = / \/v1\/clusters\/:cluster\/(apis?|version|healthz|livez|readyz|openapi)\b/;
const JSON_TYPE = { 'content-type': 'application/json' };

const asked: [string, string, string, string][] = [
  ['DELETE', '?dryRun=All', '/dryRun', 'there is no such parameter'],
  ['POST', '/runs?dryRun=All', '/dryRun', 'there is no such parameter: it is a field of the body'],
  ['POST', '/import?onEror=skip', '/onEror', 'there is no such parameter, did you mean onError?'],
  ['GET', '/decisions?pagesize=1', '/pagesize', 'there is no such parameter, did you mean pageSize?'],
  ['GET', '/decisions?node=a&node=b', '/node', 'is given more than once'],
];
test.each(asked)('%s %s is refused by name', async (method, path, pointer, detail) => {
  const before = await state();
  const answer = await fetch(`${api.url}/v1/clusters/${cluster}${path}`, { method });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ pointer, detail }] });
  expect(await state()).toEqual(before);
});

const kubernetes: [string, string, number, string, string][] = [
  ['DELETE', 'nodes/a?dryRun=true', 422, 'dryRun', 'Unsupported value: ["true"]: supported values: "All"'],
  ['DELETE', 'nodes/a?at=1', 400, 'at', 'Forbidden: the past is read-only'],
];
test.each(kubernetes)('%s %s is refused with a Status', async (method, path, status, field, message) => {
  const before = await state();
  const answer = await fetch(`${api.url}/v1/clusters/${cluster}/api/v1/${path}`, { method });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({
    kind: 'Status',
    reason: status === 422 ? 'Invalid' : 'BadRequest',
    details: { causes: [{ field, message: expect.stringContaining(message) as string }] },
  });
  expect(await state()).toEqual(before);
});

test('the Kubernetes API ignores parameters that it does not know, and takes the first of two', async () => {
  const names = async (query: string): Promise<string[]> => {
    const { body } = await api.get(`/v1/clusters/${cluster}/api/v1/nodes?${query}`).expect(200);
    return body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
  };
  expect(await names('labelselector=x')).toEqual(['a']);
  expect(await names('fieldSelector=metadata.name%3Db&fieldSelector=metadata.name%3Da')).toEqual([]);
  await api.get(`/v1/clusters/${cluster}/api/v1/?nonsense=1`).expect(200);
});

test('what changes nothing here is taken, as an API server takes it', async () => {
  await api.get(`/v1/clusters/${cluster}/api?timeout=32s`).expect(200);
  const list = 'nodes?limit=500&timeoutSeconds=9&allowWatchBookmarks=true&resourceVersion=0&pretty=true';
  await api.get(`/v1/clusters/${cluster}/api/v1/${list}`).expect(200);
  const deletion = 'nodes/a?propagationPolicy=Background&gracePeriodSeconds=0&dryRun=All';
  await api.delete(`/v1/clusters/${cluster}/api/v1/${deletion}`).expect(200);
  await api.patch(`/v1/clusters/${cluster}/api/v1/nodes/a?fieldManager=kubectl`).send({}).expect(415);
});

test('a body where none is read, and a misspelt field, are refused', async () => {
  const deletion = await api
    .delete(`/v1/clusters/${cluster}`)
    .send({ dryRun: ['All'] })
    .expect(400);
  expect(deletion.body.errors).toEqual([
    { pointer: '/dryRun', code: 'FIELD_FORBIDDEN', detail: 'there is no such field: no body is read' },
  ]);
  const run = await api
    .post(`/v1/clusters/${cluster}/runs`)
    .send({ dryrun: true, pods: { labelselector: 'a=b' } })
    .expect(400);
  expect(run.body.errors.map(({ pointer, detail }: { pointer: string; detail: string }) => [pointer, detail])).toEqual([
    ['/pods/labelselector', 'there is no such field, did you mean labelSelector?'],
    ['/dryrun', 'there is no such field, did you mean dryRun?'],
  ]);
});

test.each([
  ['GET', '', 'text/csv'],
  ['GET', '/runs', 'text/html'],
  ['GET', '/export', 'text/csv'],
  ['POST', '/runs', 'text/html'],
])('%s %s does not answer %s, and says what it answers', async (method, path, accept) => {
  const before = await state();
  const answer = await fetch(`${api.url}/v1/clusters/${cluster}${path}`, { method, headers: { accept } });
  expect(answer.status).toBe(406);
  expect(await answer.text()).toContain('the answer is served as application/json');
  expect(answer.headers.get('content-type')).toContain('json');
  expect(await state()).toEqual(before);
});
