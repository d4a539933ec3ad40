import { readFileSync } from 'node:fs';
import { ErrorCode, ERROR_TABLE } from '../../apps/api/src/ground/outcome/index.js';
import { TestApi } from './test-api.js';

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
  api = await TestApi.start();
  document = (await api.get('/openapi.json').expect(200)).body;
});
afterAll(() => api.stop());

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

test('the pages over it load nothing from elsewhere', async () => {
  const page = await api.get('/docs').expect(200);
  expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  const assets = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
  expect(assets.length).toBe(4);
  for (const asset of assets) await api.get(asset).expect(200);
  const errors = (await api.get('/docs/errors').expect(200)).text;
  for (const code of Object.values(ErrorCode))
    expect(errors).toContain(`<tr id="${code}"><td><code>${code}</code></td><td>${ERROR_TABLE[code].status}</td>`);
});
