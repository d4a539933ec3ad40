import { ERROR_TABLE } from '../../apps/api/src/ground/outcome/index.js';
import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
let cluster: string;
beforeAll(async () => {
  api = await TestApi.ofTeam();
  cluster = await api.cluster(node('a'), pod('p'));
  await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
});
afterAll(() => api.stop());

interface Call {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const C = '/v1/clusters/CLUSTER';
const LONG = 'x'.repeat(3 * 2 ** 20);
const json = (value: unknown): Call => ({ headers: JSON_TYPE, body: JSON.stringify(value) });
const graphql = (query: string, variables: object = {}): Call => json({ query, variables });

function send(call: string, { headers = {}, body }: Call = {}): Promise<Response> {
  const [method = '', path = ''] = call.split(' ');
  return fetch(api.url + path.replace('CLUSTER', cluster), {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
}

interface ErrorBody {
  readonly code?: unknown;
  readonly detail?: string;
  readonly errors?: readonly {
    readonly code?: unknown;
    readonly message?: string;
    readonly extensions?: { code: unknown };
  }[];
}

const answers: [string, Call, number, string, RegExp][] = [
  ['GET /nope', {}, 404, 'ROUTE_NOT_FOUND', /nothing at/],
  ['PUT /v1/clusters', {}, 405, 'METHOD_NOT_ALLOWED', /does not serve PUT, but GET, HEAD, POST/],
  ['POST /v1/clusters', { headers: JSON_TYPE, body: '{' }, 400, 'MALFORMED_BODY', /not valid JSON/],
  [
    'POST /v1/clusters',
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'name=a' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    /application\/json is: with curl -H/,
  ],
  [
    `POST ${C}/import`,
    { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x\r\n\r\nkind: Node\r\n--x--' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    /send the file itself, with curl `--data-binary @FILE`/,
  ],
  [
    `POST ${C}/import`,
    { body: 'kind: Node\napiVersion: v1\nmetadata: {name: A}' },
    422,
    'IMPORT_REJECTED',
    /^1 problem;/,
  ],
  [`POST ${C}/import`, { body: 'a: [' }, 400, 'MANIFESTS_UNREADABLE', /line/],
  ['POST /v1/clusters', json({ name: 'CLUSTER' }), 400, 'INVALID_REQUEST', /name/],
  ['POST /v1/clusters', json({ name: LONG }), 400, 'INVALID_REQUEST', /name/],
  ['POST /v1/clusters', json({ name: 'a', [LONG]: 1 }), 400, 'INVALID_REQUEST', /no such field/],
  [`POST ${C}/profiles`, json({ schedulerName: LONG }), 422, 'PROFILE_INVALID', /schedulerName/],
  [`POST ${C}/runs`, json({ profile: LONG }), 422, 'PROFILE_NOT_FOUND', /not found|no profile/],
  [`POST ${C}/runs`, json({ pods: { names: [`default/${LONG}`] } }), 422, 'PODS_NOT_FOUND', /not/],
  [`POST ${C}/runs`, json({ baseRevision: '99' }), 409, 'REVISION_CONFLICT', /99/],
  [`POST ${C}/runs`, json({ seed: '1' }), 400, 'INVALID_REQUEST', /seed: has no effect unless tieBreak is seeded/],
  [`GET ${C}`, { headers: { accept: 'text/csv' } }, 406, 'NOT_ACCEPTABLE', /application\/json/],
  [`GET ${C}?at=2020-01-01`, {}, 410, 'HISTORY_EXPIRED', /before the cluster was created, at 20/],
  [
    `PATCH ${C}`,
    { ...json({ name: 'b' }), headers: { ...JSON_TYPE, 'if-match': '"x"' } },
    412,
    'PRECONDITION_FAILED',
    /requires x/,
  ],
  [`GET ${C}/revisions/99`, {}, 404, 'REVISION_NOT_FOUND', /99/],
  [`GET ${C}/decisions/none`, {}, 404, 'DECISION_NOT_FOUND', /none/],
  ['POST /graphql', { headers: { 'content-type': 'text/plain' }, body: '{}' }, 415, 'UNSUPPORTED_MEDIA_TYPE', /./],
];

test.each(answers)('%s %#', async (call, request, status, code, detail) => {
  const answer = await send(call, request);
  const text = await answer.text();
  const body = JSON.parse(text) as ErrorBody;
  // GraphQL has its errors in a list, also where no query was read.
  const [reported] = body.code === undefined ? (body.errors ?? []) : [];
  expect([answer.status, body.code ?? reported?.extensions?.code]).toEqual([status, code]);
  expect(body.detail ?? reported?.message).toMatch(detail);
  const codes = [body.code, ...(body.errors ?? []).map((entry) => entry.code ?? entry.extensions?.code)];
  for (const one of codes.filter((given) => given !== undefined)) expect(Object.keys(ERROR_TABLE)).toContain(one);
  // Whatever was sent, it is not sent back.
  expect(text.length).toBeLessThan(10_000);
});

const CLUSTER_FIELD = 'cluster(name: "CLUSTER")';
const queries: [string, Call, string][] = [
  ['no query', json({}), 'INVALID_REQUEST'],
  ['a text that is no query', graphql('{'), 'INVALID_QUERY'],
  ['a field that is not there', graphql('{ clustrs }'), 'INVALID_QUERY'],
  ['a variable of another type', graphql('query ($id: ID!) { node(id: $id) { id } }', { id: {} }), 'INVALID_QUERY'],
  ['too many words', graphql(`{ ${'__typename '.repeat(3_000)} }`), 'QUERY_TOO_COMPLEX'],
  ['too many levels', graphql(`{ a: __typename ${' b'.repeat(1)} }`), 'INVALID_QUERY'],
  [
    'a hash of no query',
    json({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }),
    'PERSISTED_QUERY_NOT_FOUND',
  ],
  [
    'a query that is not what its hash says',
    json({ query: '{ __typename }', extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }),
    'INVALID_REQUEST',
  ],
  ['a hash of a kind that is not known', json({ extensions: { persistedQuery: { version: 2 } } }), 'INVALID_REQUEST'],
  [
    'a page that is too long',
    graphql(`{ ${CLUSTER_FIELD} { nodes(first: 501) { edges { cursor } } } }`),
    'INVALID_REQUEST',
  ],
  [
    'a moment before the beginning',
    graphql(`
      {
        cluster(name: "CLUSTER", at: "2020-01-01") {
          id
        }
      }
    `),
    'HISTORY_EXPIRED',
  ],
  [
    'a plugin that is not there',
    graphql(`{ ${CLUSTER_FIELD} { decisions(plugin: "NodeResourceFit") { edges { cursor } } } }`),
    'INVALID_REQUEST',
  ],
  [
    'a kind that is not there',
    graphql(`{ ${CLUSTER_FIELD} { changes(kinds: ["pod"]) { edges { cursor } } } }`),
    'INVALID_REQUEST',
  ],
];

test.each(queries)('GraphQL: %s', async (_what, request, code) => {
  const answer = await send('POST /graphql', { ...request, body: request.body?.replace('CLUSTER', cluster) ?? '' });
  const { errors = [] } = (await answer.json()) as ErrorBody;
  expect(errors.map(({ extensions }) => extensions?.code)).toEqual(errors.map(() => code));
  expect(errors.length).toBeGreaterThan(0);
  expect(Object.keys(ERROR_TABLE)).toContain(code);
});

test.each([
  ['GET', 'nodes/none', undefined],
  ['POST', 'nodes', { metadata: { name: LONG.slice(0, 2 ** 21) } }],
  ['POST', 'nodes', { metadata: { name: 'b', labels: { [LONG.slice(0, 2 ** 20)]: LONG.slice(0, 2 ** 20) } } }],
  ['POST', 'nodes', { kind: LONG.slice(0, 2 ** 21), metadata: { name: 'b' } }],
])('Kubernetes: %s %s is reported in few words', async (method, path, body) => {
  const answer = await send(`${method} ${C}/api/v1/${path}`, body === undefined ? {} : json(body));
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject({ kind: 'Status', status: 'Failure', code: answer.status });
  expect([answer.status < 500, text.length < 10_000]).toEqual([true, true]);
});

const closed: [string, string, string][] = [
  ['/decisions?plugin=NodeResourceFit', '/plugin', 'there is no such plugin, did you mean NodeResourcesFit?'],
  ['/decisions?reason=insufficient%20cpus', '/reason', 'did you mean'],
  ['/decisions?profile=default-schedular', '/profile', 'did you mean default-scheduler?'],
  ['/decisions?outcome=scheduld', '/outcome', 'did you mean scheduled?'],
  ['/decisions?label=a', '/label', 'there is no such parameter'],
  ['/decision-totals?groupBy=day&plugin=Fit', '/plugin', 'there is no such plugin'],
  ['/changes?kinds=pod', '/kinds/0', 'did you mean Pod?'],
  ['/changes?kind=Pod', '/kind', 'did you mean kinds?'],
  ['/export?kinds=Pods', '/kinds/0', 'did you mean Pod?'],
];
test.each(closed)('%s is no empty list', async (path, pointer, detail) => {
  const { body } = await api.get(`/v1/clusters/${cluster}${path}`).expect(400);
  expect(body.errors).toMatchObject([{ pointer, detail: expect.stringContaining(detail) as string }]);
});

test('a word that the plugins may say, or a profile that was there, is none that is unknown', async () => {
  for (const query of [
    'plugin=NodePorts',
    'reason=Insufficient%20example.com%2Fgpu',
    `reason=${encodeURIComponent('node(s) had untolerated taint {a: b}')}`,
    'profile=default-scheduler',
    `profile=${'0'.repeat(64)}`,
  ])
    expect((await api.get(`/v1/clusters/${cluster}/decisions?${query}`).expect(200)).body).toHaveProperty('items');
});

test('a plugin that a trace is not of is refused', async () => {
  const [decision] = (await api.get(`/v1/clusters/${cluster}/decisions`)).body.items as { id: string }[];
  const { body } = await api.get(`/v1/clusters/${cluster}/decisions/${decision?.id}/trace?plugin=NodePort`).expect(400);
  expect(body.errors[0].detail).toContain('did you mean NodePorts');
});
