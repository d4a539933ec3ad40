import { TestApi, pod } from './test-api.js';

// The words are those of a recorded kube-apiserver v1.34.

let api: TestApi;
let cluster: string;
beforeAll(async () => {
  api = await TestApi.ofTeam();
  cluster = await api.cluster(pod('there'));
});
afterAll(() => api.stop());

interface Answered {
  readonly status: number;
  readonly warnings: string | null;
  readonly body: { readonly message?: string; readonly spec?: object; readonly metadata?: object };
}

async function send(
  method: string,
  path: string,
  text: string,
  { type = 'application/json' }: { readonly type?: string } = {},
): Promise<Answered> {
  const url = `${api.url}/v1/clusters/${cluster}/api/v1/namespaces/default/pods${path}`;
  const response = await fetch(url, { method, body: text, headers: { 'content-type': type } });
  const body = (await response.json()) as Answered['body'];
  return { status: response.status, warnings: response.headers.get('warning'), body };
}

const podText = (name: string, spec: string, metadata = ''): string =>
  `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"${name}"${metadata}},` +
  `"spec":{"containers":[{"name":"main","image":"x"}]${spec}}}`;

const FAULTS: [string, string, string, string[]][] = [
  ['unknown', ',"nodename":"x","foo":{"bar":1}', '', ['unknown field "spec.nodename"', 'unknown field "spec.foo"']],
  [
    'in lists',
    ',"tolerations":[{"key":"x","operater":"Exists"}]',
    '',
    ['unknown field "spec.tolerations[0].operater"'],
  ],
  [
    'twice and unknown',
    ',"hostNetwork":false,"hostNetwork":true,"odd":1',
    ',"labels":{"a":"1","a":"2"}',
    ['duplicate field "metadata.labels.a"', 'duplicate field "spec.hostNetwork"', 'unknown field "spec.odd"'],
  ],
];
const asHeader = (faults: readonly string[]): string =>
  faults.map((fault) => `299 - "${fault.replaceAll('"', '\\"')}"`).join(', ');

describe.each(FAULTS)('fields that are %s', (name, spec, metadata, faults) => {
  const named = (level: string): string => podText(`${name.replaceAll(' ', '-')}-${level}`, spec, metadata);

  test('Strict refuses', async () => {
    const { status, body } = await send('POST', '?fieldValidation=Strict', named('strict'));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      reason: 'BadRequest',
      message: `Pod in version "v1" cannot be handled as a Pod: strict decoding error: ${faults.join(', ')}`,
    });
  });

  test.each(['', '?fieldValidation=Warn', '?fieldValidation='])('%p warns', async (query) => {
    const { status, warnings } = await send('POST', query, named(`warn${query.length}`));
    expect([status, warnings]).toEqual([201, asHeader(faults)]);
  });

  test('Ignore says nothing; what is unknown goes, of what stands twice the last counts', async () => {
    const { status, warnings, body } = await send('POST', '?fieldValidation=Ignore', named('ignore'));
    expect([status, warnings]).toEqual([201, null]);
    expect(JSON.stringify(body)).not.toMatch(/nodename|foo|operater|odd/);
    if (metadata !== '') expect(body).toMatchObject({ metadata: { labels: { a: '2' } }, spec: { hostNetwork: true } });
  });
});

test('a warning stands beside a refusal too', async () => {
  const { status, warnings } = await send('POST', '', podText('there', ',"odd":1'));
  expect([status, warnings]).toEqual([409, '299 - "unknown field \\"spec.odd\\""']);
});

test('a replacement is judged like a creation', async () => {
  const text = podText('there', ',"odd":1');
  expect((await send('PUT', '/there?fieldValidation=Strict', text)).status).toBe(400);
});

describe('of YAML', () => {
  const text =
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: NAME\n  name: NAME\nspec:\n  containers: [{name: a}]\nodd: 1\n';
  const type = 'application/yaml';

  test('a key that stands twice is reported by its line', async () => {
    const warned = await send('POST', '?dryRun=All', text.replaceAll('NAME', 'yaml'), { type });
    expect(warned.warnings).toBe(asHeader(['line 5: key "name" already set in map', 'unknown field "odd"']));
    const { status, body } = await send('POST', '?fieldValidation=Strict', text.replaceAll('NAME', 'strict'), { type });
    expect(status).toBe(400);
    expect(body.message).toBe(
      'Pod in version "v1" cannot be handled as a Pod: strict decoding error: ' +
        'yaml: unmarshal errors:\n  line 5: key "name" already set in map, unknown field "odd"',
    );
  });
});

describe('of patches', () => {
  const patches: [string, string, string[]][] = [
    ['merge', '{"spec":{"unknown":1}}', ['unknown field "spec.unknown"']],
    ['merge', '{"metadata":{"labels":{"a":"1","a":"2"}}}', ['duplicate field "metadata.labels.a"']],
    ['json', '[{"op":"add","path":"/spec/odd","value":1}]', ['unknown field "spec.odd"']],
    [
      'json',
      '[{"op":"add","op":"add","path":"/metadata/labels","value":{"a":"b"},"extra":1}]',
      ['json patch duplicate field "[0].op"', 'json patch unknown field "[0].extra"'],
    ],
  ];

  test.each(patches)('%s %s', async (format, text, faults) => {
    const type = format === 'merge' ? 'application/merge-patch+json' : 'application/json-patch+json';
    const refused = await send('PATCH', '/there?fieldValidation=Strict', text, { type });
    expect(refused.status).toBe(422);
    expect(refused.body.message).toMatch(/^ "" is invalid: patch: Invalid value: ".*": strict decoding error: /);
    expect(refused.body.message).toContain(faults.join(', '));
    const warned = await send('PATCH', '/there', text, { type });
    expect([warned.status, warned.warnings]).toEqual([200, asHeader(faults)]);
    expect(JSON.stringify(warned.body)).not.toMatch(/unknown|odd/);
    const ignored = await send('PATCH', '/there?fieldValidation=Ignore', text, { type });
    expect([ignored.status, ignored.warnings]).toEqual([200, null]);
  });
});

test('a binding is judged too', async () => {
  const text = '{"apiVersion":"v1","kind":"Binding","metadata":{"name":"none"},"target":{"name":"x","odd":1}}';
  const { status, body } = await send('POST', '/none/binding?fieldValidation=Strict', text);
  expect([status, body.message]).toEqual([
    400,
    'Binding in version "v1" cannot be handled as a Binding: strict decoding error: unknown field "target.odd"',
  ]);
});

test('another level is refused by name', async () => {
  const { status, body } = await send('POST', '?fieldValidation=strict', podText('level', ''));
  expect(status).toBe(422);
  expect(body).toMatchObject({
    message:
      'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "strict": ' +
      'supported values: "", "Ignore", "Strict", "Warn"',
    details: { group: 'meta.k8s.io', kind: 'CreateOptions', causes: [{ field: 'fieldValidation' }] },
  });
});

test('very many warnings are shortened and end', async () => {
  const spec = Array.from({ length: 500 }, (_, index) => `,"${'x'.repeat(300)}${index}":1`).join('');
  const { status, warnings } = await send('POST', '?dryRun=All', podText('many', spec));
  expect(status).toBe(201);
  const reported = (warnings ?? '').split('", 299').length;
  expect(reported).toBe(16);
});
