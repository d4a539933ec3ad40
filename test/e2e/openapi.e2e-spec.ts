import { readFileSync } from 'node:fs';
import { ErrorCode, ERROR_TABLE } from '../../apps/api/src/ground/outcome/index.js';
import { node, pod, TestApi } from './test-api.js';

interface Parameter {
  $ref?: string;
  name?: string;
  description?: string;
}

interface Answer {
  $ref?: string;
  description: string;
  content?: Record<string, object>;
}

interface Operation {
  parameters?: Parameter[];
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  responses: Record<string, Answer>;
}

let api: TestApi;
let document: {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
};
beforeAll(async () => {
  api = await TestApi.ofTeam();
  document = (await api.get('/openapi.json').expect(200)).body;
});
afterAll(() => api.stop());

/** Two lists in one answer, of which one alone would be a table. */
const WITHOUT_TABLE: readonly string[] = ['diffCluster'];

const operations = (): [string, string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, one]): [string, string, Operation] => [method, path, one]),
  );

test('is the committed file, in OpenAPI 3.1', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document).toEqual(JSON.parse(readFileSync('openapi.json', 'utf8')));
});

/** What a reference leads to. */
function resolved<T extends { $ref?: string }>(value: T): T {
  const [, , kind = '', name = ''] = (value.$ref ?? '').split('/');
  return value.$ref === undefined ? value : (document.components[kind]?.[name] as T);
}

test('names, explains and sorts every operation, and leads nowhere that is not there', () => {
  const ids = operations().map(([, , { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, , { summary, description, tags, responses }] of operations()) {
    const answers = Object.values(responses).map((one) => resolved(one).description);
    expect([summary, description, tags[0], ...answers].filter((text) => !text)).toEqual([]);
  }
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w.-]+)"/g)];
  expect(references.length).toBeGreaterThan(50);
  expect(references.filter(([, kind = '', name = '']) => document.components[kind]?.[name] === undefined)).toEqual([]);
});

test('says of every operation that writes how it can name its author and its reason', () => {
  const named = operations().filter(([, , { parameters = [] }]) =>
    ['X-Berth-Actor', 'X-Berth-Reason'].every((name) =>
      parameters.some(({ $ref }) => $ref === `#/components/parameters/header.${name}`),
    ),
  );
  expect(named.map(([method, path]) => `${method} ${path}`)).toEqual(
    operations()
      .filter(([method]) => method !== 'get')
      .map(([method, path]) => `${method} ${path}`),
  );
  expect(named.length).toBeGreaterThan(50);
});

test('explains every parameter that paths, queries and headers have', () => {
  const places = Object.values(document.paths).flatMap((item) => Object.values(item)) as (Operation | Parameter[])[];
  const parameters = places.flatMap((place) => (Array.isArray(place) ? place : (place.parameters ?? []))).map(resolved);
  expect(parameters.length).toBeGreaterThan(500);
  expect(parameters.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
});

test('says of every operation that it may fail, and for what reason in the body', () => {
  for (const [method, path, { responses }] of operations()) {
    const statuses = ['400', '406', '500', '503', ...(method === 'get' ? [] : ['413', '415'])];
    expect([method, path, statuses.filter((status) => responses[status] === undefined)]).toEqual([method, path, []]);
  }
});

test('describes every refusal under /v1 as a problem', () => {
  for (const [, path, { responses }] of operations().filter(
    ([, , { tags }]) => !tags.includes('kubernetes') && !tags.includes('health'),
  )) {
    const refusals = Object.entries(responses).filter(([status]) => status.startsWith('4'));
    expect([path, refusals.length]).not.toEqual([path, 0]);
    for (const [, refusal] of refusals)
      expect(Object.keys(resolved(refusal).content ?? {})).toEqual(['application/problem+json']);
  }
});

const typesOf = ({ responses }: Operation): string[] => Object.keys(responses['200']?.content ?? {});

test('every list is served as JSON, CSV and NDJSON', () => {
  const lists = operations().filter(
    ([method, , { parameters = [] }]) =>
      method === 'get' && parameters.some(({ $ref, name }) => /\bpageSize$/.test($ref ?? name ?? '')),
  );
  const others = lists.filter(
    ([, , operation]) => !['text/csv', 'application/x-ndjson'].every((type) => typesOf(operation).includes(type)),
  );
  expect(lists.length).toBeGreaterThan(15);
  expect(others.map(([, , { operationId }]) => operationId)).toEqual(WITHOUT_TABLE);
});

test('a list as CSV has the same header of nothing and of something', async () => {
  const [none, some] = [await api.cluster(), await api.cluster(node('a'), pod('fits'), pod('large', '64'))];
  await api.post(`/v1/clusters/${some}/runs`).send({}).expect(201);
  const paths = operations().flatMap(([method, path, operation]) =>
    method === 'get' && /^\/v1\/clusters\/{cluster}\/[\w-]+$/.test(path) && typesOf(operation).includes('text/csv')
      ? [path]
      : [],
  );
  const differing: string[] = [];
  const filled: string[] = [];
  for (const path of paths) {
    const [empty = '', full = ''] = await Promise.all(
      [none, some].map(async (cluster) => {
        const { status, text } = await api
          .get(path.replace('{cluster}', cluster) + (NEEDED[path] ?? ''))
          .set('accept', 'text/csv');
        return `${status} ${text}`;
      }),
    );
    const [header = ''] = empty.split('\r\n');
    if (!/^200 \w+(,[\w:.]+)*$/.test(header) || !full.startsWith(`${header}\r\n`))
      differing.push(`${path}: ${empty} - ${full}`);
    if (full.trimEnd().includes('\r\n')) filled.push(path);
  }
  expect(differing).toEqual([]);
  expect(filled.length).toBeGreaterThan(5);
});

/** What some lists must be asked. */
const NEEDED: Readonly<Record<string, string>> = {
  '/v1/clusters/{cluster}/utilization': '?groupBy=node',
  '/v1/clusters/{cluster}/label-keys': '?kind=Node',
  '/v1/clusters/{cluster}/search': '?text=a',
  '/v1/clusters/{cluster}/decision-totals': '?groupBy=namespace',
  '/v1/clusters/{cluster}/waits': '?groupBy=namespace',
};

test('each operation is on one of the two pages, with every shape that it refers to', async () => {
  const [whole, ...parts] = await Promise.all(
    ['/openapi.json', '/docs/berth/openapi.json', '/docs/kubernetes/openapi.json'].map(
      async (path) => (await api.get(path).expect(200)).body,
    ),
  );
  expect(parts.flatMap(({ paths }) => Object.keys(paths)).sort()).toEqual(Object.keys(whole.paths).sort());
  for (const { paths, components } of parts) {
    expect(Object.keys(paths).length).toBeGreaterThan(50);
    const referred = [...JSON.stringify({ paths, components }).matchAll(/#\/components\/schemas\/([^"]+)/g)];
    const missing = referred.map(([, name = '']) => name).filter((name) => components.schemas[name] === undefined);
    expect(missing).toEqual([]);
  }
});

test('the list of operations has each of Berth’s own in its text, with the way to where it is tried', async () => {
  const { text } = await api.get('/docs').expect(200);
  const { paths } = (await api.get('/docs/berth/openapi.json').expect(200)).body as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  };
  const ids = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? []),
  );
  expect(ids.length).toBeGreaterThan(100);
  const listed = [...text.matchAll(/href="\/docs\/operations#\/[^/"]+\/(\w+)"/g)].map(([, id]) => id);
  expect(listed.sort()).toEqual(ids.sort());
  await api.get('/docs/find.js').expect(200).expect('content-type', 'text/javascript; charset=utf-8');
});

test('the pages over it load nothing from elsewhere', async () => {
  for (const path of ['/docs/operations', '/docs/kubernetes']) {
    const page = await api.get(path).expect(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    const assets = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, asset = '']) => asset);
    expect(assets.length).toBe(9);
    for (const asset of assets) await api.get(asset).expect(200);
  }
  const errors = (await api.get('/docs/errors').expect(200)).text;
  for (const code of Object.values(ErrorCode))
    expect(errors).toContain(`<tr id="${code}"><td><code>${code}</code></td><td>${ERROR_TABLE[code].status}</td>`);
});
