import { encodeObject } from '#kubernetes-schema';
import { core, pods } from './kubernetes-paths.js';
import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.ofTeam();
});
afterAll(() => api.stop());

const UNNAMED = 'the name of the object (a based on URL) was undeterminable: name must be provided';
const UNCONVERTED = 'converting (v1.Pod) to (core.Node): unknown conversion';

describe('is refused with a Status', () => {
  let cluster: string;
  beforeAll(async () => {
    cluster = await api.cluster(node('a'), pod('p'));
  });

  const refused: [string, string, unknown, number, object][] = [
    [
      'an unknown object',
      'GET api/v1/nodes/none',
      undefined,
      404,
      { reason: 'NotFound', message: 'nodes "none" not found', details: { name: 'none', kind: 'nodes' } },
    ],
    [
      'an unknown object of a group',
      'GET apis/apps/v1/namespaces/default/replicasets/none',
      undefined,
      404,
      { message: 'replicasets.apps "none" not found', details: { name: 'none', group: 'apps', kind: 'replicasets' } },
    ],
    [
      'an unknown resource',
      'GET api/v1/componentstatuses',
      undefined,
      404,
      { reason: 'NotFound', message: 'the server could not find the requested resource' },
    ],
    ['an unknown version', 'GET apis/apps/v9/deployments', undefined, 404, { reason: 'NotFound' }],
    [
      'the log of a container',
      'GET api/v1/namespaces/default/pods/a/log',
      undefined,
      404,
      {
        reason: 'NotFound',
        message: 'a modelled cluster runs no containers: log, exec, attach, port-forward and proxy lead nowhere',
      },
    ],
    ['an unknown subresource', 'GET api/v1/nodes/a/scale', undefined, 404, { reason: 'NotFound' }],
    [
      'a name that is taken',
      'POST api/v1/nodes',
      { metadata: { name: 'a' } },
      409,
      { reason: 'AlreadyExists', message: 'nodes "a" already exists', details: { name: 'a', kind: 'nodes' } },
    ],
    [
      'an object that is not valid',
      'POST api/v1/nodes',
      { metadata: { name: 'A', labels: { 'a b': 'c' } } },
      422,
      {
        reason: 'Invalid',
        message: expect.stringMatching(/^Node "A" is invalid: \[/),
        details: {
          name: 'A',
          kind: 'Node',
          causes: expect.arrayContaining([
            expect.objectContaining({ field: 'metadata.name', reason: 'FieldValueInvalid' }),
          ]),
        },
      },
    ],
    [
      'a stale resourceVersion',
      'PUT api/v1/nodes/a',
      { metadata: { name: 'a', resourceVersion: '99' } },
      409,
      {
        reason: 'Conflict',
        message:
          'Operation cannot be fulfilled on nodes "a": the object has been modified; please apply your changes to ' +
          'the latest version and try again',
      },
    ],
    [
      'another kind',
      'POST api/v1/nodes',
      { apiVersion: 'v1', kind: 'Pod' },
      400,
      { reason: 'BadRequest', message: 'Pod in version "v1" cannot be handled as a Node: ' + UNCONVERTED },
    ],
    [
      'another version',
      'POST api/v1/nodes',
      { apiVersion: 'v2' },
      400,
      {
        message: expect.stringMatching(
          /^Node in version "v2" cannot be handled as a Node: no kind "Node" is registered/,
        ),
      },
    ],
    [
      'another namespace',
      'POST api/v1/namespaces/default/pods',
      { metadata: { name: 'x', namespace: 'other' } },
      400,
      { message: 'the namespace of the provided object does not match the namespace sent on the request' },
    ],
    [
      'another name',
      'PUT api/v1/nodes/a',
      { metadata: { name: 'b' } },
      400,
      { message: 'the name of the object (b) does not match the name on the URL (a)' },
    ],
    ['no object', 'POST api/v1/nodes', [1], 400, { reason: 'BadRequest' }],
    [
      'an unmet precondition',
      'DELETE api/v1/nodes/a',
      { preconditions: { uid: 'x' } },
      409,
      {
        reason: 'Conflict',
        message: expect.stringContaining('the UID in the precondition (x) does not match the UID in record'),
      },
    ],
    [
      'no body of a deletion',
      'DELETE api/v1/nodes/a',
      [],
      500,
      {
        message: expect.stringContaining('json parse error: json: cannot unmarshal array into Go value of type struct'),
      },
    ],
    [
      'an empty policy of a deletion',
      'DELETE api/v1/nodes/a?propagationPolicy=',
      undefined,
      422,
      { details: { causes: [{ field: 'propagationPolicy' }] } },
    ],
    [
      'another stage of a deletion after the first',
      'DELETE api/v1/nodes/a?dryRun=All&dryRun=Some',
      undefined,
      422,
      { details: { causes: [{ field: 'dryRun' }] } },
    ],
    [
      'a limit of a deletion that is no number',
      'DELETE api/v1/nodes?limit=x',
      undefined,
      400,
      { message: 'strconv.ParseInt: parsing "x": invalid syntax' },
    ],
    [
      'a binding without the name of its pod',
      'POST api/v1/namespaces/default/pods/p/binding',
      { target: { name: 'a' } },
      400,
      { message: 'name in URL does not match name in Binding object' },
    ],
    [
      'a binding of no pod',
      'POST api/v1/namespaces/default/bindings',
      { target: { name: 'a' } },
      400,
      { message: 'Name parameter required.' },
    ],
    [
      'another dry run of an eviction',
      'POST api/v1/namespaces/default/pods/p/eviction?dryRun=All',
      { metadata: { name: 'p' }, deleteOptions: { dryRun: ['All', 'All'] } },
      500,
      { message: 'Non-matching dry-run options in request and content: [All] and [All All]' },
    ],
    [
      'an option that evictions do not have',
      'POST api/v1/namespaces/default/pods/p/eviction',
      { metadata: { name: 'p' }, deleteOptions: { ignoreStoreReadErrorWithClusterBreakingPotential: true } },
      422,
      { details: { kind: 'Eviction', group: 'policy', name: 'p' } },
    ],
    [
      'options of an eviction that are a text',
      'POST api/v1/namespaces/default/pods/p/eviction',
      { metadata: { name: 'p' }, deleteOptions: 'x' },
      400,
      { message: expect.stringContaining('Go struct field Eviction.deleteOptions of type v1.DeleteOptions') },
    ],
    [
      'another dryRun',
      'POST api/v1/nodes?dryRun=Some',
      { metadata: { name: 'x' } },
      422,
      { details: { causes: [{ field: 'dryRun' }] } },
    ],
    [
      'a method that is not served',
      'POST api/v1/pods',
      {},
      405,
      { reason: 'MethodNotAllowed', message: 'the server does not allow this method on the requested resource' },
    ],
    ['a method that no resource has', 'PUT api/v1/nodes', {}, 405, { reason: 'MethodNotAllowed' }],
    [
      'an unknown cluster',
      'GET ../none/api/v1/nodes',
      undefined,
      404,
      { reason: 'NotFound', message: 'clusters "none" not found' },
    ],
    [
      'a namespace with a cluster-scoped kind',
      'GET api/v1/namespaces/default/nodes',
      undefined,
      404,
      { reason: 'NotFound' },
    ],
  ];

  test.each(refused)('%s', async (_, call, body, code, status) => {
    const [method = '', rest = ''] = call.split(' ');
    const response = await fetch(
      `${api.url}${rest.startsWith('../') ? `/v1/clusters/${rest.slice(3)}` : `/v1/clusters/${cluster}/${rest}`}`,
      {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      },
    );
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const answer = (await response.json()) as { metadata: unknown };
    expect(answer).toMatchObject({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, ...status });
    expect(answer.metadata).toEqual({});
    expect(response.status).toBe(code);
    if (code === 405) expect(response.headers.get('allow')).toMatch(/GET/);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s of the core group, and reads the other groups', async (method) => {
    const answers = ['api', 'apis', 'apis/apps'].map(async (path) => {
      const response = await fetch(`${api.url}/v1/clusters/${cluster}/${path}`, { method });
      return [response.status, ((await response.json()) as { kind: string }).kind];
    });
    expect(await Promise.all(answers)).toEqual([
      [405, 'Status'],
      [200, 'APIGroupList'],
      [200, 'APIGroup'],
    ]);
  });

  test('a patch that is no JSON, of an object that is not there', async () => {
    const patch = api.patch(core(cluster, 'nodes/none')).type('application/merge-patch+json').serialize(String);
    const answer = await patch.send('{').expect(404);
    expect(answer.body).toMatchObject({ message: 'nodes "none" not found' });
  });

  test('options of a deletion as a patch', async () => {
    const deletion = api.delete(core(cluster, 'nodes/a')).type('application/merge-patch+json').serialize(String);
    const answer = await deletion.send('{}').expect(415);
    expect(answer.body).toMatchObject({ reason: 'UnsupportedMediaType' });
  });

  test.each(['application/json', 'application/apply-patch+yaml'])('a patch as %s', async (type) => {
    const answer = await api.patch(core(cluster, 'nodes/a')).type(type).serialize(String).send('{}').expect(415);
    expect(answer.body).toMatchObject({ kind: 'Status', code: 415, message: '415: Unsupported Media Type' });
    expect(answer.headers['accept-patch']).toContain('application/strategic-merge-patch+json');
  });

  test.each([
    ['json', '[{"op":"replace","path":"","value":[]}]', 422, { details: { causes: [{ field: 'patch' }] } }],
    ['merge', '{"metadata":null}', 400, { reason: 'BadRequest', message: UNNAMED }],
    ['merge', '{"kind":"Pod"}', 422, { details: { causes: [{ field: 'patch' }] } }],
    ['merge', '{', 400, { message: 'error decoding patch: unexpected end of JSON input' }],
  ])('a %s patch %s that leaves another object or none', async (format, text, code, status) => {
    const answer = await api
      .patch(core(cluster, 'nodes/a'))
      .type(`application/${format}-patch+json`)
      .serialize(String)
      .send(text)
      .expect(code);
    expect(answer.body).toMatchObject({ kind: 'Status', code, ...status });
  });

  test.each(['\\u0000', '\\ud800'])('a text that cannot be kept: %s', async (text) => {
    const answer = await api
      .post(core(cluster, 'nodes'))
      .type('application/json')
      .serialize(String)
      .send(`{"metadata":{"name":"n","labels":{"a":"${text}"}}}`)
      .expect(400);
    expect(answer.body).toMatchObject({
      kind: 'Status',
      details: { causes: [{ field: expect.stringContaining('metadata.labels') }] },
    });
  });

  // As kube-apiserver v1.34.9 answered.
  test.each([
    [
      'json',
      '[{"op":"remove","path":"/spec/none/x"}]',
      422,
      'the server rejected our request due to an error in our request',
    ],
    [
      'json',
      '{}',
      400,
      'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    ],
    [
      'merge',
      '[]',
      400,
      'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
    ['merge', '{"metadata":{"name":"z"}}', 400, 'the name of the object (z) does not match the name on the URL (a)'],
    ['strategic-merge', '"x"', 400, 'json: cannot unmarshal string into Go value of type map[string]interface {}'],
    [
      'strategic-merge',
      '{"metadata":{"labels":{"$patch":"explode"}}}',
      500,
      'unknown patch type: explode in map: map[$patch:explode]',
    ],
    [
      'strategic-merge',
      '{"spec":{"taints":{"key":"a"}}}',
      422,
      ' "" is invalid: patch: Invalid value: "map[spec:map[taints:map[key:a]]]": cannot restore slice from map',
    ],
  ])('a %s patch %s', async (format, text, code, message) => {
    await api
      .patch(core(cluster, 'nodes/a'))
      .type('application/merge-patch+json')
      .send('{"metadata":{"labels":{"a":"b"}}}');
    const answer = await api
      .patch(core(cluster, 'nodes/a'))
      .type(`application/${format}-patch+json`)
      .serialize(String)
      .send(text)
      .expect(code);
    expect(answer.body).toMatchObject({ kind: 'Status', code, message });
  });

  test.each([
    ['application/merge-patch+json', '{"data":', 400, 'error decoding patch: unexpected end of JSON input'],
    ['text/plain', '{}', 415, '415: Unsupported Media Type'],
    ['APPLICATION/MERGE-PATCH+JSON', '{}', 415, '415: Unsupported Media Type'],
  ])('a patch of %s: %s', async (type, text, code, message) => {
    const headers = { 'content-type': type };
    const answer = await fetch(`${api.url}${core(cluster, 'nodes/a')}`, { method: 'PATCH', headers, body: text });
    expect(answer.status).toBe(code);
    expect(await answer.json()).toMatchObject({ kind: 'Status', code, message });
  });

  test('a body that is no JSON', async () => {
    const answer = await api.post(core(cluster, 'nodes')).type('application/json').send('{"metadata":').expect(400);
    expect(answer.body).toMatchObject({
      kind: 'Status',
      reason: 'BadRequest',
      message:
        "the object provided is unrecognized (must be of type Node): couldn't get version/kind; json parse error: " +
        'unexpected end of JSON input ({"metadata":)',
    });
  });
});

test('a body in protobuf is read as its JSON, and one that is none is refused', async () => {
  const cluster = await api.cluster(node('a'), pod('p'));
  const post = (path: string, body: Uint8Array) =>
    api.post(path).type('application/vnd.kubernetes.protobuf').serialize(String).send(Buffer.from(body));
  const kind = { apiVersion: 'v1', kind: 'Binding' };
  const binding = { ...kind, metadata: { name: 'p' }, target: { kind: 'Node', name: 'a' } };
  const bytes = encodeObject(binding, kind) ?? new Uint8Array();
  await post(pods(cluster, '/p/binding'), bytes).expect(201);
  expect((await api.get(pods(cluster, '/p'))).body.spec.nodeName).toBe('a');
  const broken = await post(core(cluster, 'nodes'), Buffer.from('k8s\0\x0a\x7f')).expect(400);
  expect(broken.body.message).toBe(
    'the object provided is unrecognized (must be of type Node): unexpected EOF (6b3873000a7f)',
  );
  const other = await post(core(cluster, 'nodes'), bytes).expect(400);
  expect(other.body.message).toContain('Binding in version "v1" cannot be handled as a Node');
});
