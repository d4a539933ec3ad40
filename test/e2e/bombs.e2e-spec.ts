import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import WebSocket from 'ws';
import { berth } from './berth-command.js';
import { node, TestApi } from './test-api.js';

/** Every bomb at every door that takes a body: it is refused, and the process goes on as it was. */
let api: TestApi;
let cluster: string;
let id: string;
let folder: string;
beforeAll(async () => {
  api = await TestApi.ofTeam();
  cluster = await api.cluster(node('a'));
  const { body } = await api.post('/graphql').send({ query: `{ cluster(name: "${cluster}") { id } }` });
  id = (body as { data: { cluster: { id: string } } }).data.cluster.id;
  folder = mkdtempSync(join(tmpdir(), 'berth-bombs-'));
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

const LEVELS = 10_000;
const nested = (open: string, close: string): string => open.repeat(LEVELS) + close.repeat(LEVELS);
const ofNode = (more: string): string => `{"apiVersion":"v1","kind":"Node","metadata":{"name":"x"${more}}}`;
const yamlNode = (more: string): string => `apiVersion: v1\nkind: Node\nmetadata:\n  name: x\n  annotations: ${more}\n`;
const laughs = Array.from({ length: 10 }, (_, level) =>
  level === 0 ? 'l0: &l0 [x]' : `l${level}: &l${level} [${`*l${level - 1},`.repeat(9)}]`,
).join('\n');
const merged = Array.from({ length: 20 }, (_, level) =>
  level === 0
    ? 'm0: &m0 {a: b}'
    : `m${level}: &m${level} {<<: *m${level - 1}, k${level}: [*m${level - 1}, *m${level - 1}]}`,
).join('\n');
/** What it becomes is small, and merging it is not. */
const keys = Array.from({ length: 10_000 }, (_, key) => `k${key}: x`).join(', ');
const mergedOften = `m0: &m0 {${keys}}\nm1: {<<: [${'*m0,'.repeat(100_000)}]}`;

/** As the text of a node, and by what it is a bomb. */
const JSONS: readonly (readonly [string, string])[] = [
  ['10,000 levels of objects', ofNode(`,"annotations":${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`)],
  ['10,000 levels of lists', ofNode(`,"annotations":${nested('[', ']')}`)],
  ['10,000 levels that are never closed', '['.repeat(LEVELS)],
  ['a NUL', ofNode(',"annotations":{"a":"\\u0000"}')],
  ['a NUL in a key', ofNode(',"annotations":{"a\\u0000":"b"}')],
  ['a NUL as it is', ofNode(',"annotations":{"a":"\0"}')],
  ['a lone surrogate', ofNode(',"annotations":{"a":"\\ud800"}')],
  ['half a character', ofNode(',"annotations":{"a":"\\udc00b"}')],
  ['an integer that no double has', ofNode(',"annotations":{"a":9007199254740993}')],
  ['a million values', `[${'1,'.repeat(1_000_000)}1]`],
];

const YAMLS: readonly (readonly [string, string])[] = [
  ['aliases of aliases', `${yamlNode('{}')}${laughs}\n`],
  ['merges of merges', `${yamlNode('{}')}${merged}\n`],
  ['a hundred thousand merges', `${yamlNode('{}')}${mergedOften}\n`],
  ['an alias in itself', yamlNode('&a {a: *a}')],
  ['10,000 levels of lists', yamlNode(nested('[', ']'))],
  ['10,000 levels of maps', yamlNode(nested('{a: ', '}'))],
  ['10,000 levels on one line', yamlNode(`\n    ${'- '.repeat(LEVELS)}x`)],
  ['a NUL', yamlNode('{a: "\\0"}')],
  ['a NUL as it is', yamlNode('{a: "\0"}')],
  ['a lone surrogate', yamlNode('{a: "\\ud800"}')],
];

const PACKED_BYTES = 300 * 2 ** 20;
const PACKED = [
  ['zeros', gzipSync(Buffer.alloc(PACKED_BYTES))],
  ['spaces', gzipSync(Buffer.alloc(PACKED_BYTES, ' '))],
] as const;

type Door = readonly [string, 'POST' | 'PUT' | 'PATCH', string, string];

const JSON_DOORS: readonly Door[] = [
  ['REST', 'POST', '/v1/clusters', 'application/json'],
  ['a run', 'POST', '/v1/clusters/:cluster/runs', 'application/json'],
  ['a question', 'POST', '/v1/clusters/:cluster/what-if', 'application/json'],
  ['an import', 'POST', '/v1/clusters/:cluster/import', 'application/json'],
  ['the Kubernetes API', 'POST', '/v1/clusters/:cluster/api/v1/nodes', 'application/json'],
  ['a replacement', 'PUT', '/v1/clusters/:cluster/api/v1/nodes/x', 'application/json'],
  ['a merge patch', 'PATCH', '/v1/clusters/:cluster/api/v1/nodes/a', 'application/merge-patch+json'],
  ['a JSON patch', 'PATCH', '/v1/clusters/:cluster/api/v1/nodes/a', 'application/json-patch+json'],
  ['GraphQL', 'POST', '/graphql', 'application/json'],
];
const YAML_DOORS: readonly Door[] = [
  ['an import', 'POST', '/v1/clusters/:cluster/import', 'application/yaml'],
  ['the Kubernetes API', 'POST', '/v1/clusters/:cluster/api/v1/nodes', 'application/yaml'],
  ['a scheduler configuration', 'POST', '/v1/clusters/:cluster/scheduler-configuration', 'application/yaml'],
];

async function thrown(
  [, method, path, type]: Door,
  body: string | Buffer,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const url = api.url + path.replace(':cluster', cluster);
  const answer = await fetch(url, { method, body, headers: { 'content-type': type, ...more } });
  return { status: answer.status, text: await answer.text() };
}

/** Of GraphQL, an answer may be 200 and have nothing but an error, whose code tells whose fault it was. */
function refused({ status, text }: { readonly status: number; readonly text: string }): void {
  const reported = status === 200 && !text.includes('"data":{') ? /"code":"([A-Z_]+)"/.exec(text)?.[1] : String(status);
  expect(reported).toMatch(/^(4\d\d|INVALID_QUERY|QUERY_TOO_COMPLEX)$/);
}

const crossed = (
  doors: readonly Door[],
  bombs: readonly (readonly [string, string])[],
): readonly (readonly [string, string, Door, string])[] =>
  doors.flatMap((door) => bombs.map(([bomb, text]) => [bomb, door[0], door, text] as const));

test.each(crossed(JSON_DOORS, JSONS))('JSON with %s is refused: %s', async (_, __, door, text) => {
  // GraphQL has it as a variable.
  refused(await thrown(door, door[2] === '/graphql' ? `{"query":"{__typename}","variables":{"a":${text}}}` : text));
});

test.each(crossed(YAML_DOORS, YAMLS))('YAML with %s is refused: %s', async (_, __, door, text) => {
  refused(await thrown(door, text));
});

test.each(
  PACKED.flatMap(([of, bytes]) => [...JSON_DOORS, ...YAML_DOORS].map((door) => [of, door[0], door, bytes] as const)),
)('packed megabytes of %s are refused: %s', async (_, __, door, bytes) => {
  refused(await thrown(door, bytes, { 'content-encoding': 'gzip' }));
});

test.each([...JSON_DOORS, ...YAML_DOORS])('a prototype is a key like any other: %s %s %s %s', async (...door) => {
  const { status, text } = await thrown(
    door,
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  );
  // The Kubernetes API leaves out of a patch what it does not know, as an API server does.
  if (status !== 200 || !door[3].includes('patch')) refused({ status, text });
  expect([text.includes('"polluted":1'), ({} as { polluted?: unknown }).polluted]).toEqual([false, undefined]);
});

describe('in GraphQL', () => {
  const imported = `mutation ($input: ImportManifestsInput!) {
    importManifests(input: $input) { refusals { code } }
  }`;

  test.each([...YAMLS, ...JSONS])('%s in manifests is a refusal', async (_, manifests) => {
    const answer = await api
      .post('/graphql')
      .send({ query: imported, variables: { input: { clusterId: id, manifests } } });
    const { data, errors } = answer.body as {
      readonly data?: { readonly importManifests: { readonly refusals: readonly { readonly code: string }[] } | null };
      readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
    };
    const codes = [...(data?.importManifests?.refusals ?? []), ...(errors ?? []).map(({ extensions }) => extensions)];
    expect([answer.status < 500, codes.length > 0, codes.some(({ code }) => code === 'INTERNAL')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each([
    ['levels', `{ ${'clusters { '.repeat(LEVELS)}${'} '.repeat(LEVELS)}}`],
    ['levels of a value', `{ cluster(name: ${nested('[', ']')}) { id } }`],
    ['levels of a type', `query ($a: ${nested('[', ']').replace('[]', '[Int]')}) { __typename }`],
    ['fragments in each other', `{ ...f } fragment f on Query { ...g } fragment g on Query { ...f }`],
    ['fragments that double', doubling(25)],
  ])('a query of too many %s is refused, over HTTP and by a WebSocket', async (_, query) => {
    refused(await thrown(['', 'POST', '/graphql', 'application/json'], JSON.stringify({ query })));
    const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send('{"type":"connection_init"}');
    await once(socket, 'message');
    const ended = Promise.race([
      once(socket, 'message').then(([text]) => (JSON.parse(String(text)) as { type: string }).type),
      once(socket, 'close').then(([code]: unknown[]) => Number(code)),
    ]);
    socket.send(
      JSON.stringify({ id: '1', type: 'subscribe', payload: { query: query.replace('{', 'subscription {') } }),
    );
    expect(['error', 1009]).toContain(await ended);
    socket.terminate();
  });
});

/** Each fragment asks for the next one twice. */
function doubling(levels: number): string {
  const fragments = Array.from(
    { length: levels },
    (_, level) => `fragment f${level} on Query { a: __typename ...f${level + 1} ...f${level + 1} }`,
  );
  return `{ ...f0 } ${fragments.join(' ')} fragment f${levels} on Query { clusters(first: 500) { __typename } }`;
}

test.each([...YAMLS, ...JSONS])('%s in a file that the command imports is reported, and exits', async (_, text) => {
  const path = join(folder, 'bomb.yaml');
  writeFileSync(path, text);
  const { code, err } = await berth(`import ${path}`, {
    environment: { BERTH_URL: api.url, BERTH_CLUSTER: cluster, BERTH_CONFIG: join(folder, 'none.yaml') },
  });
  expect([code === 1 || code === 3, err]).toEqual([true, expect.stringMatching(/^berth: |\nberth: /)]);
  expect(err).not.toMatch(/unexpected error|INTERNAL/);
});

test('the service goes on as before', async () => {
  const { body } = await api.get(`/v1/clusters/${cluster}/api/v1/nodes`).expect(200);
  expect((body as { items: { metadata: { name: string } }[] }).items.map(({ metadata }) => metadata.name)).toEqual([
    'a',
  ]);
  expect(api.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
