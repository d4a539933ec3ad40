import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { node, pod, TestApi } from './test-api.js';

/** What one request may become, on every face: it is refused in words, and the service goes on as before. */
let api: TestApi;
let cluster: string;
let id: string;
beforeAll(async () => {
  api = await TestApi.start();
  cluster = await api.cluster(node('a'));
  id = (await graphql(`{ cluster(name: "${cluster}") { id } }`)).body.data['cluster']?.id ?? '';
});
afterAll(() => api.stop());

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';
const JSON_PATCH = 'application/json-patch+json';

/** An error, as GraphQL has them. */
interface Reported {
  readonly message: string;
}

/** What is read of answers here, whichever face they are of. */
interface AnswerBody {
  /** By root field. */
  readonly data: Readonly<Record<string, { readonly id: string; readonly refusals: unknown }>>;
  readonly detail?: string;
  readonly message?: string;
  readonly details: { readonly causes: readonly unknown[] };
  readonly errors: readonly Reported[];
  readonly rejected: readonly unknown[];
}

interface Answer {
  readonly status: number;
  readonly body: AnswerBody;
}

async function call(
  method: string,
  path: string,
  { type = JSON_TYPE, body, headers = {} }: { type?: string; body?: string | Buffer; headers?: object } = {},
): Promise<Answer> {
  const response = await fetch(api.url + path.replace(':cluster', cluster), {
    method,
    headers: { 'content-type': type, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, body: (await response.json()) as AnswerBody };
}

function graphql(query: string, variables: object = {}): Promise<Answer> {
  return call('POST', '/graphql', { body: JSON.stringify({ query, variables }) });
}

const NODES = '/v1/clusters/:cluster/api/v1/nodes';
const IMPORT = '/v1/clusters/:cluster/import';
const RUNS = '/v1/clusters/:cluster/runs';
const node0 = 'apiVersion: v1\nkind: Node\nmetadata: {name: x}\n';
const itself = 'apiVersion: v1\nkind: Node\nmetadata: &a\n  name: x\n  self: *a\n';
const laughs = [
  `${node0}l0: &l0 [x]`,
  ...Array.from({ length: 9 }, (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level},`.repeat(9)}]`),
].join('\n');
const echoes = `${node0}s: &s "${'y'.repeat(1_000_000)}"\nl: [${Array(50).fill('*s').join(',')}]\n`;
const deepJson = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
const deepYaml = `${node0}deep: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`;
const deepQuery = JSON.stringify({ query: `${'{a'.repeat(10_000)}${'}'.repeat(10_000)}` });
const copies = (times: number, from: string, value: unknown): string =>
  JSON.stringify([
    { op: 'add', path: '/metadata/annotations', value: { b: value } },
    ...Array.from({ length: times }, (_, index) => ({ op: 'copy', from, path: `/metadata/annotations/c${index}` })),
  ]);
const zeros = gzipSync(Buffer.alloc(300 * 2 ** 20));
const gzip = { 'content-encoding': 'gzip' };

const cases: readonly (readonly [string, string, Parameters<typeof call>[2], number, string])[] = [
  ['an anchor in itself', `POST ${IMPORT}`, { type: YAML_TYPE, body: itself }, 400, 'an alias is inside itself'],
  ['an anchor in itself', `POST ${NODES}`, { type: YAML_TYPE, body: itself }, 400, 'an alias is inside itself'],
  ['aliases of aliases', `POST ${IMPORT}`, { type: YAML_TYPE, body: laughs }, 400, 'more than 100000 values'],
  ['aliases of aliases', `POST ${NODES}`, { type: YAML_TYPE, body: laughs }, 400, 'more than 100000 values'],
  ['aliases of a long text', `POST ${NODES}`, { type: YAML_TYPE, body: echoes }, 400, 'longer than 3145728'],
  [
    'copies of copies',
    `PATCH ${NODES}/a`,
    { type: JSON_PATCH, body: copies(30, '/metadata', 1) },
    422,
    'the server rejected our request',
  ],
  [
    'copies of a long text',
    `PATCH ${NODES}/a`,
    { type: JSON_PATCH, body: copies(9_000, '/metadata/annotations/b', 'x'.repeat(100_000)) },
    422,
    'the server rejected our request',
  ],
  [
    'too many operations',
    `PATCH ${NODES}/a`,
    { type: JSON_PATCH, body: copies(20_000, '/metadata/annotations/b', 1) },
    413,
    'The allowed maximum operations in a JSON patch is 10000, got 20001',
  ],
  ['deep JSON', 'POST /v1/clusters', { body: deepJson }, 400, 'nests deeper than 200 levels'],
  ['deep JSON', `POST ${IMPORT}`, { body: deepJson }, 400, 'nests deeper than 200 levels'],
  ['deep JSON', `PATCH ${NODES}/a`, { type: JSON_PATCH, body: `[${deepJson}]` }, 400, 'nests deeper than 200 levels'],
  ['deep JSON', 'POST /graphql', { body: `{"query":"{a}","variables":${deepJson}}` }, 400, 'nests deeper than 200'],
  ['deep YAML', `POST ${IMPORT}`, { type: YAML_TYPE, body: deepYaml }, 400, 'nesting exceeded maxDepth'],
  ['deep YAML', `POST ${NODES}`, { type: YAML_TYPE, body: deepYaml }, 400, 'nesting exceeded maxDepth'],
  ['a prototype', 'POST /v1/clusters', { body: '{"name":"p","__proto__":{"name":"q"}}' }, 400, '__proto__'],
  ['a lone surrogate', 'POST /v1/clusters', { body: '{"name":"\\ud800"}' }, 400, 'surrogate'],
  ['a NUL', 'POST /v1/clusters', { body: '{"name":"\\u0000"}' }, 400, 'NUL'],
  ['a NUL behind an encoded path', 'POST /%76%31/clusters', { body: '{"name":"\\u0000"}' }, 400, 'NUL'],
  ['very many values', 'POST /v1/clusters', { body: `[${'1,'.repeat(1_000_000)}1]` }, 400, 'more than 100000 values'],
  ['packed zeros', 'POST /v1/clusters', { body: zeros, headers: gzip }, 413, 'too large: limit is 8388608'],
  ['packed zeros', `POST ${NODES}`, { body: zeros, headers: gzip }, 413, 'too large: limit is 3145728'],
  ['packed zeros', 'POST /graphql', { body: zeros, headers: gzip }, 413, 'too large: limit is 8388608'],
  ['packed zeros', `POST ${IMPORT}`, { body: zeros, headers: gzip }, 400, 'a line is longer than'],
  [
    'twice packed',
    'POST /v1/clusters',
    { body: gzipSync(zeros), headers: { 'content-encoding': 'gzip, gzip' } },
    415,
    'gzip is',
  ],
  [
    'packed otherwise',
    'POST /v1/clusters',
    { body: brotliCompressSync('{}'), headers: { 'content-encoding': 'br' } },
    415,
    'gzip is',
  ],
  ['a selector of megabytes', `POST ${RUNS}`, { body: runOf('a,'.repeat(1_000_000)) }, 400, 'longer than 16384'],
];

function runOf(labelSelector: string): string {
  return JSON.stringify({ pods: { labelSelector } });
}

test.each(cases)('%s: %s', async (_, target, request, status, words) => {
  const [method = '', path = ''] = target.split(' ');
  const answer = await call(method, path, request);
  const { detail, message, errors } = answer.body;
  expect(detail ?? message ?? errors[0]?.message).toContain(words);
  expect(answer.status).toBe(status);
});

describe('in GraphQL', () => {
  const imported =
    'mutation ($input: ImportManifestsInput!) { importManifests(input: $input) { refusals { message } } }';
  const applied = 'mutation ($input: ApplyObjectInput!) { applyObject(input: $input) { refusals { message } } }';

  test.each([
    [imported, { manifests: itself }, 'an alias is inside itself'],
    [imported, { manifests: laughs }, 'more than 100000 values'],
    [applied, { manifest: itself }, 'an alias is inside itself'],
  ])('%s', async (query, input, words) => {
    const { body } = await graphql(query, { input: { clusterId: id, ...input } });
    expect(Object.values(body.data)[0]?.refusals).toMatchObject([{ message: expect.stringContaining(words) }]);
  });

  test('a query of 10,000 levels is refused before it is read to its end', async () => {
    const { status, body } = await call('POST', '/graphql', { body: deepQuery });
    expect([status, body.errors]).toMatchObject([400, [{ extensions: { code: 'QUERY_TOO_COMPLEX' } }]]);
  });

  test('a NUL is refused in a variable, a key, the query itself, a cursor', async () => {
    const refused = (answer: Answer): void => {
      expect(answer.body.errors).toMatchObject([{ extensions: { code: 'INVALID_QUERY' } }]);
    };
    const byName = 'query ($name: String) { cluster(name: $name) { id } }';
    refused(await graphql(byName, { name: 'a\0' }));
    refused(await graphql(byName, { name: 'a\ud800' }));
    refused(await graphql(applied, { input: { clusterId: id, manifest: { 'a\0': 1 } } }));
    refused(await graphql('{ cluster(name: "a\\u0000") { id } }'));
    const after = Buffer.from('["clusters","\\u0000"]').toString('base64url');
    const { body } = await graphql(`{ clusters(after: "${after}") { edges { node { id } } } }`);
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_REQUEST' } }]);
  });

  test.each([
    ['revisions', '["revisions","x"]'],
    ['runs', '["runs","x"]'],
    ['decisions', '["decisions","x","y"]'],
  ])('a cursor of %s that nobody was given is refused', async (list, cursor) => {
    const after = Buffer.from(cursor).toString('base64url');
    const { body } = await graphql(`{ cluster(name: "${cluster}") { ${list}(after: "${after}") { __typename } } }`);
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_REQUEST' } }]);
  });
});

describe('what is reported of what is wrong', () => {
  const fields = Object.fromEntries(Array.from({ length: 1_900 }, (_, index) => [`field${index}`, 1]));

  test('is a hundred problems, and how many more there are', async () => {
    const { status, body } = await call('POST', '/v1/clusters', { body: JSON.stringify({ name: 'a', ...fields }) });
    expect([status, body.errors.length]).toEqual([400, 101]);
    expect(body.errors[100]).toMatchObject({ pointer: '', detail: 'and at least 900 more' });
  });

  test('is a hundred causes of a Status', async () => {
    const labels = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`?${index}`, 'a']));
    const { status, body } = await call('POST', NODES, { body: JSON.stringify({ metadata: { name: 'b', labels } }) });
    expect([status, body.details.causes.length]).toEqual([422, 101]);
    expect(body.details.causes[100]).toMatchObject({ field: '', message: 'and 200 more' });
    expect(body.message).toContain('and 200 more');
  });

  test('is a hundred objects of an import, a thousand of its report', async () => {
    const items = Array.from({ length: 2_000 }, (_, index) => node(`BAD_${index}`));
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const refused = await call('POST', IMPORT, { body });
    expect([refused.status, refused.body.detail]).toEqual([422, '2000 problems; nothing was imported']);
    expect(refused.body.errors).toHaveLength(101);
    expect(refused.body.errors[100]).toMatchObject({ index: 100, detail: 'and 1900 more' });
    const report = await call('POST', `${IMPORT}?onError=skip`, { body });
    expect([report.status, report.body.rejected.length]).toEqual([200, 1_001]);
    expect(report.body.rejected[1_000]).toMatchObject({ message: 'and 1000 more' });
  });

  test.each([
    ['POST', '/v1/clusters', (long: string) => ({ name: long })],
    ['POST', '/v1/clusters', (long: string) => ({ [long]: 1 })],
    ['POST', NODES, (long: string) => ({ metadata: { name: long } })],
    ['POST', NODES, (long: string) => ({ kind: long })],
    ['POST', `${IMPORT}?onError=skip`, (long: string) => ({ apiVersion: 'v1', kind: long, metadata: { name: long } })],
    ['POST', '/graphql', (long: string) => ({ query: `{ ${long} }` })],
  ])('repeats no megabytes: %s %s', async (method, path, bodyOf) => {
    const { body } = await call(method, path, { body: JSON.stringify(bodyOf('A'.repeat(1_000_000))) });
    expect(JSON.stringify(body).length).toBeLessThan(20_000);
  });
});

describe('a caller', () => {
  test('that sends all of its body before it reads gets the answer', async () => {
    const chunk = Buffer.from(`10000\r\n${' '.repeat(65_536)}\r\n`);
    const answer = await new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(api.url);
      const socket = connect(Number(port), hostname, () => {
        socket.pause();
        socket.write('POST /v1/clusters HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
        const write = (left: number): void => {
          if (left > 0)
            socket.write(chunk, () => {
              write(left - 1);
            });
          else socket.end('0\r\n\r\n', () => socket.resume());
        };
        write(400);
      });
      let text = '';
      socket.setEncoding('utf8').on('data', (data: string) => (text += data));
      socket.on('error', reject).on('close', () => {
        resolve(text);
      });
    });
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  test.each([
    ['POST', '/v1/clusters'],
    ['POST', IMPORT],
    ['POST', '/graphql'],
  ])('that goes in the middle of %s %s is no outage', async (method, path) => {
    const requestId = `gone${path.replace(/[:]/g, '')}`;
    await new Promise<void>((resolve) => {
      const { hostname, port } = new URL(api.url);
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `${method} ${path.replace(':cluster', cluster)} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n` +
            `x-request-id: ${requestId}\r\ncontent-length: 1000\r\n\r\n{"name`,
          () => setTimeout(() => socket.resetAndDestroy(), 100),
        );
      });
      socket.on('close', () => {
        resolve();
      });
    });
    const said = (): Record<string, unknown>[] => api.log.filter((line) => line['requestId'] === requestId);
    while (said().length === 0) await api.get('/livez').expect(200);
    expect(said()).toContainEqual(expect.objectContaining({ level: 30, msg: 'the client has gone away' }));
    expect(said().filter(({ level }) => Number(level) > 30)).toEqual([]);
  });
});

test('the service goes on as before', async () => {
  expect((await api.get(`/v1/clusters/${cluster}/api/v1/nodes`).expect(200)).body.items).toHaveLength(1);
  expect(api.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

describe('names that every object inherits are names like any other', () => {
  const NAME = 'constructor';
  const label = { [NAME]: 'x' };
  const wants = (name: string, spec: object): object => ({
    ...pod(name),
    metadata: { name, namespace: NAME, labels: { ...label, hasOwnProperty: 'y' } },
    spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  });
  let inherited: string;
  beforeAll(async () => {
    inherited = await api.cluster(
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAME, labels: label } },
      node('plain'),
      wants('any', {}),
      wants('picky', { nodeSelector: label }),
      wants('apart', {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: NAME, operator: 'DoesNotExist' }] }],
            },
          },
        },
      }),
    );
    await api.put(`/v1/clusters/${inherited}/namespaces/other/team`).send({ team: 'default' });
    await api.post(`/v1/clusters/${inherited}/runs`).send({}).expect(201);
  });

  test('no node has a label that it inherits', async () => {
    const { body } = await api.get(`/v1/clusters/${inherited}/decisions`).expect(200);
    const outcomes = (body.items as { pod: { name: string }; outcome: string }[]).map(({ pod: { name }, outcome }) => [
      name,
      outcome,
    ]);
    expect(new Map(outcomes as [string, string][])).toEqual(
      new Map([
        ['any', 'scheduled'],
        ['picky', 'unschedulable'],
        ['apart', 'scheduled'],
      ]),
    );
  });

  test.each([
    'namespaces',
    `namespaces/${NAME}/team`,
    `api/v1/namespaces/${NAME}/pods?labelSelector=${NAME}`,
    'api/v1/nodes?labelSelector=toString',
    `why?pod=${NAME}/picky`,
    'advice',
    'pending/explanation',
    `pending?groupBy=${NAME}`,
    `utilization?groupBy=label:${NAME}`,
    `decision-totals?groupBy=${NAME}`,
    `decisions?columns=${NAME}`,
    `node-columns?labels=${NAME}`,
    'runs',
    'runs?fields=__proto__',
    `profiles/${NAME}`,
    'profiles/__proto__',
    'label-keys',
    `search?q=${NAME}`,
    'activity',
    'diff?from=revision:1',
  ])('%s is answered or refused', async (path) => {
    const { status } = await api.get(`/v1/clusters/${inherited}/${path}`);
    expect(status).toBeLessThan(500);
  });

  test.each([NAME, '__proto__', 'toString', 'hasOwnProperty'])(
    'a plugin called %s is none that there is',
    async (name) => {
      const profile = { plugins: { multiPoint: { enabled: [{ name, weight: 1 }] } } };
      const config = { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'KubeSchedulerConfiguration' };
      const body = { ...config, profiles: [{ schedulerName: name, ...profile, pluginConfig: [{ name, args: {} }] }] };
      const answer = await api.post(`/v1/clusters/${inherited}/scheduler-configuration`).send(body);
      expect([400, 404, 422]).toContain(answer.status);
    },
  );

  test('a resource of such a name is refused as an unqualified one', async () => {
    const asks = wants('greedy', { containers: [{ name: 'c', image: 'i', resources: { requests: { [NAME]: '1' } } }] });
    const answer = await api.post(`/v1/clusters/${inherited}/api/v1/namespaces/${NAME}/pods`).send(asks);
    expect(answer.status).toBe(422);
  });
});
