import { gzipSync } from 'node:zlib';
import { connect } from 'node:net';
import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_IMPORT_LIMIT: '64KiB' });
});
afterAll(() => api.stop());

const YAML = `apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Node
  metadata: {name: a}
  status: {capacity: {pods: 9}}
---
apiVersion: v1
kind: ComponentStatus
metadata: {name: s, namespace: default}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {nodeName: gone, containers: [{name: c, image: i}]}
`;

const EXPECTED = {
  revision: '1',
  created: 2,
  updated: 0,
  unchanged: 0,
  rejected: [],
  warnings: [{ index: 2, kind: 'Pod', name: 'p', field: 'spec.nodeName' }],
  ignored: [{ index: 1, apiVersion: 'v1', kind: 'ComponentStatus', namespace: 'default', name: 's' }],
};

describe('the content type does not matter', () => {
  test.each([
    'application/yaml',
    'text/yaml',
    'application/x-yaml',
    'text/plain',
    'application/json',
    'application/octet-stream',
  ])('%s', async (type) => {
    const cluster = await api.cluster();
    const { body } = await api
      .post(`/v1/clusters/${cluster}/import`)
      .type(type)
      .serialize(String)
      .send(YAML)
      .expect(200);
    expect(body).toMatchObject(EXPECTED);
  });

  test('none at all, as chunks without a length', async () => {
    const cluster = await api.cluster();
    const response = await fetch(`${api.url}/v1/clusters/${cluster}/import`, {
      method: 'POST',
      body: new Blob([YAML]).stream(),
      duplex: 'half',
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject(EXPECTED);
  });

  test('gzip', async () => {
    const cluster = await api.cluster();
    const response = await fetch(`${api.url}/v1/clusters/${cluster}/import`, {
      method: 'POST',
      body: gzipSync(YAML),
      headers: { 'content-encoding': 'gzip' },
    });
    expect(await response.json()).toMatchObject(EXPECTED);
  });
});

const invalid = { ...node('bad', { cpu: '12Qi' }) };

test('with a rejected object nothing changes, and all of them are named', async () => {
  const cluster = await api.cluster();
  const { body } = await api
    .post(`/v1/clusters/${cluster}/import`)
    .send({ apiVersion: 'v1', kind: 'List', items: [node('a'), invalid, { ...pod('q'), spec: {} }] })
    .expect(422);
  expect(body).toMatchObject({
    code: 'IMPORT_REJECTED',
    errors: [
      { pointer: '/status/capacity/cpu', code: 'OBJECT_INVALID', index: 1, kind: 'Node', namespace: '', name: 'bad' },
      { pointer: '/spec/containers', code: 'OBJECT_INVALID', index: 2, kind: 'Pod', namespace: 'default', name: 'q' },
    ],
  });
  expect((await api.get(`/v1/clusters/${cluster}`)).body).toMatchObject({ revision: '0', counts: { nodes: 0 } });
});

test('onError=skip takes the others', async () => {
  const cluster = await api.cluster();
  const { body } = await api
    .post(`/v1/clusters/${cluster}/import?onError=skip`)
    .send({ apiVersion: 'v1', kind: 'List', items: [node('a'), invalid] })
    .expect(200);
  expect(body).toMatchObject({
    revision: '1',
    created: 1,
    rejected: [{ index: 1, kind: 'Node', name: 'bad', field: 'status.capacity[cpu]' }],
  });
});

test.each([
  [
    'malformed YAML',
    '',
    'a: [b\n',
    400,
    { code: 'MANIFESTS_UNREADABLE', detail: expect.stringMatching(/^line \d+: /) },
  ],
  ['malformed JSON', '', '{"apiVersion": "v1", ', 400, { code: 'MANIFESTS_UNREADABLE' }],
  ['an unknown onError', '?onError=maybe', '', 400, { code: 'INVALID_REQUEST', errors: [{ pointer: '/onError' }] }],
])('%s is refused', async (_, query, text, status, problem) => {
  const cluster = await api.cluster();
  const { body } = await api
    .post(`/v1/clusters/${cluster}/import${query}`)
    .type('text/plain')
    .send(text)
    .expect(status);
  expect(body).toMatchObject(problem);
});

test('an unknown cluster is refused before the body is read', async () => {
  const { body } = await api.post('/v1/clusters/none/import').send(node('a')).expect(404);
  expect(body.code).toBe('CLUSTER_NOT_FOUND');
});

describe('a body over the limit', () => {
  test('is refused by its length, before it is sent', async () => {
    const cluster = await api.cluster();
    const answer = await rawRequest(
      `POST /v1/clusters/${cluster}/import HTTP/1.1\r\nhost: x\r\ncontent-length: 2147483648\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 .*\r\n/);
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(answer).toContain('"code":"PAYLOAD_TOO_LARGE"');
  });

  test('is refused while it arrives, where it does not say its length', async () => {
    const cluster = await api.cluster();
    const chunk = `${(16_384).toString(16)}\r\n${' '.repeat(16_384)}\r\n`;
    const answer = await rawRequest(
      `POST /v1/clusters/${cluster}/import HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${chunk.repeat(8)}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect((await api.get(`/v1/clusters/${cluster}`)).body.revision).toBe('0');
  });

  test('is measured when it is unpacked', async () => {
    const cluster = await api.cluster();
    const response = await fetch(`${api.url}/v1/clusters/${cluster}/import`, {
      method: 'POST',
      body: gzipSync(' '.repeat(100_000)),
      headers: { 'content-encoding': 'gzip' },
    });
    expect(response.status).toBe(413);
  });

  test('broken gzip and other encodings are refused', async () => {
    const cluster = await api.cluster();
    const send = (encoding: string): Promise<Response> =>
      fetch(`${api.url}/v1/clusters/${cluster}/import`, {
        method: 'POST',
        body: 'no gzip',
        headers: { 'content-encoding': encoding },
      });
    expect(await (await send('gzip')).json()).toMatchObject({ status: 400, code: 'MALFORMED_BODY' });
    expect(await (await send('br')).json()).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
  });
});

/** What a server answers to these bytes until it closes the connection. */
function rawRequest(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket
      .setEncoding('utf8')
      .on('data', (data: string) => {
        answer += data;
      })
      .on('close', () => {
        resolve(answer);
      })
      .on('error', (error) => {
        if (answer === '') reject(error);
      });
  });
}

test('the same key and body import once; another body under the key is refused', async () => {
  const cluster = await api.cluster();
  const send = (name: string) =>
    api.post(`/v1/clusters/${cluster}/import`).set('idempotency-key', `import-${cluster}`).send(node(name));
  const first = await send('a').expect(200);
  const again = await send('a').expect(200);
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect((await send('b').expect(422)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  expect((await api.get(`/v1/clusters/${cluster}`)).body).toMatchObject({ revision: '1', counts: { nodes: 1 } });
});

describe('what an import would not keep', () => {
  const misspelt = { ...pod('p'), spec: { containers: [{ name: 'c', image: 'i' }], nodeSelectors: { a: 'b' } } };
  const crd = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'd' } };
  const send = async (cluster: string, query: string, ...items: object[]) =>
    (await api.post(`/v1/clusters/${cluster}/import${query}`).send({ apiVersion: 'v1', kind: 'List', items })) as {
      status: number;
      body: Record<string, unknown>;
    };

  test('is named with its place, its path and what was meant', async () => {
    const cluster = await api.cluster();
    const { status, body } = await send(cluster, '', node('a'), misspelt, crd);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      warnings: [{ index: 1, field: 'spec.nodeSelectors', message: 'unknown field, did you mean nodeSelector?' }],
      warningCount: 1,
      ignoredCount: 1,
      ignoredKinds: [
        { kind: 'CustomResourceDefinition', count: 1, message: expect.stringContaining('import the pods') },
      ],
    });
    expect(JSON.stringify((await api.get(`/v1/clusters/${cluster}/export`)).body)).not.toContain('nodeSelectors');
  });

  test.each([
    ['?onUnknown=abort', { pointer: '/spec/nodeSelectors', index: 1, detail: /did you mean nodeSelector/ }],
    [
      '?onIgnored=abort',
      { pointer: '', index: 2, detail: /kind CustomResourceDefinition of apiextensions.k8s.io\/v1 is not kept/ },
    ],
  ])('%s changes nothing', async (query, { detail, ...error }) => {
    const cluster = await api.cluster();
    const { status, body } = await send(cluster, query, node('a'), misspelt, crd);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'IMPORT_REJECTED',
      detail: '1 problem; nothing was imported',
      errors: [{ ...error, detail: expect.stringMatching(detail) }],
    });
    expect((await api.get(`/v1/clusters/${cluster}`)).body.revision).toBe('0');
  });

  test('a dry run says what would change, and keeps nothing, under no key', async () => {
    const cluster = await api.cluster(node('a'));
    const key = `dry-${cluster}`;
    const dry = await api
      .post(`/v1/clusters/${cluster}/import?dryRun=true`)
      .set('idempotency-key', key)
      .send(node('b'))
      .expect(200);
    expect(dry.body).toMatchObject({
      dryRun: true,
      revision: '1',
      created: 1,
      changes: [{ index: 0, kind: 'Node', name: 'b', change: 'created' }],
    });
    expect((await api.get(`/v1/clusters/${cluster}`)).body).toMatchObject({ revision: '1', counts: { nodes: 1 } });
    const real = await api.post(`/v1/clusters/${cluster}/import`).set('idempotency-key', key).send(node('b'));
    expect(real.body).toMatchObject({ dryRun: false, revision: '2', created: 1 });
    expect(real.body).not.toHaveProperty('changes');
  });

  test('an empty body, and only kinds that are not kept, are nothing to import', async () => {
    const cluster = await api.cluster();
    const empty = await api.post(`/v1/clusters/${cluster}/import`).expect(400);
    expect(empty.body).toMatchObject({ code: 'NOTHING_TO_IMPORT', detail: 'there is no object in the manifests' });
    const { status, body } = await send(cluster, '', crd);
    expect([status, body['code'], body['detail']]).toEqual([
      400,
      'NOTHING_TO_IMPORT',
      '1 object, and none of a kind that is kept: kind CustomResourceDefinition of apiextensions.k8s.io/v1 ' +
        'is not kept: custom resources are not kept: import the pods that their controllers made',
    ]);
  });
});

describe('an export', () => {
  test('is a List that imports as it is, JSON or YAML', async () => {
    const cluster = await api.cluster(node('a'), pod('p', '1', { on: 'yes', number: '0777' }));
    const { body } = await api.get(`/v1/clusters/${cluster}/export`).expect(200);
    expect(body).toMatchObject({ apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '3' } });
    expect(body.items.map(({ kind }: { kind: string }) => kind)).toEqual(['Namespace', 'Node', 'Pod']);
    const yaml = await asYaml(`/v1/clusters/${cluster}/export`);
    for (const text of [JSON.stringify(body), yaml]) {
      const copy = await api.cluster();
      await api.post(`/v1/clusters/${copy}/import`).type('text/plain').send(text).expect(200);
      const { body: copied } = await api.get(`/v1/clusters/${copy}/export`).expect(200);
      expect(withoutVersions(copied.items)).toEqual(withoutVersions(body.items));
    }
  });

  test('of some kinds, and of an empty cluster', async () => {
    const cluster = await api.cluster(node('a'), pod('p'));
    expect((await api.get(`/v1/clusters/${cluster}/export?kinds=Node`)).body.items).toHaveLength(1);
    const empty = await api.cluster();
    expect((await api.get(`/v1/clusters/${empty}/export?kinds=Pod`)).body.items).toEqual([]);
    expect(await asYaml(`/v1/clusters/${empty}/export`)).toBe(
      'apiVersion: v1\nkind: List\nmetadata:\n  resourceVersion: "0"\nitems: []\n',
    );
  });

  test('of an unknown kind, an unknown cluster or in an unknown format is refused', async () => {
    const cluster = await api.cluster();
    expect(
      (await api.get(`/v1/clusters/${cluster}/export?kinds=ComponentStatus`).expect(400)).body.errors[0].pointer,
    ).toBe('/kinds/0');
    expect((await api.get('/v1/clusters/none/export').expect(404)).body.code).toBe('CLUSTER_NOT_FOUND');
    expect((await api.get(`/v1/clusters/${cluster}/export`).set('accept', 'image/png').expect(406)).body.code).toBe(
      'NOT_ACCEPTABLE',
    );
  });
});

async function asYaml(path: string): Promise<string> {
  const response = await fetch(api.url + path, { headers: { accept: 'application/yaml' } });
  expect(response.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
  return response.text();
}

function withoutVersions(items: { metadata: Record<string, unknown> }[]): object[] {
  return items.map(({ metadata: { resourceVersion: _, ...metadata }, ...item }) => ({ ...item, metadata }));
}
