import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import request from 'supertest';
import { EXAMPLE_QUERIES } from '../../apps/api/src/ground/graphql/index.js';
import { GraphqlApi } from './graphql-api.js';

let api: GraphqlApi;
beforeAll(async () => {
  api = await GraphqlApi.start();
  await api.cluster('http');
});
afterAll(() => api.stop());

const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const repeated = (times: number, text: (index: number) => string): string =>
  Array.from({ length: times }, (_, index) => text(index)).join(' ');
/** A query of this many levels: over introspection, which can go as deep as one likes. */
const deep = (levels: number): string =>
  `{ __type(name: "Pod") ${'{ ofType '.repeat(levels - 2)}{ name }${' }'.repeat(levels - 2)} }`;

test.each([
  ['levels of fields', 15, deep],
  ['aliases', 30, (count: number) => `{ cluster(name: "http") { ${repeated(count, (index) => `a${index}: name`)} } }`],
  ['root fields', 20, (count: number) => `{ ${repeated(count, () => '__typename')} }`],
  [
    'directives',
    50,
    (count: number) => `{ cluster(name: "http") { ${repeated(count, () => 'name @include(if: true)')} } }`,
  ],
])('as many %s as are allowed, and not one more', async (what, limit, query) => {
  const allowed = await api.post({ query: query(limit) });
  expect({ status: allowed.status, errors: allowed.body.errors }).toEqual({ status: 200, errors: undefined });
  for (const count of [limit + 1, limit * 4]) {
    const { status, error, body } = await api.error(query(count));
    expect({ status, code: error.extensions.code, data: body.data }).toEqual({
      status: 400,
      code: 'QUERY_TOO_COMPLEX',
      data: undefined,
    });
    expect(error.message).toContain(`asks for ${count} ${what}`);
  }
});

test.each([
  [
    'first as it is written',
    '{ clusters(first: 500) { edges { node { nodes(first: 101) { edges { node { name } } } } } } }',
    {},
  ],
  [
    'first in a variable',
    'query ($n: Int!) { clusters(first: $n) { edges { node { nodes(first: 500) { edges { node { name } } } } } } }',
    { n: 500 },
  ],
  [
    'first as it is when nothing is said',
    '{ clusters { edges { node { nodes { edges { node { pods { edges { node { name } } } } } } } } } }',
    {},
  ],
  [
    'first in a fragment',
    `{ clusters(first: 500) { edges { node { ...wide } } } } fragment wide on
      Cluster { nodes(first: 500) { edges { node { name } } } }`,
    {},
  ],
  ['two verifications', '{ a: verify { holds } b: verify { holds } }', {}],
  [
    'traces',
    '{ cluster(name: "http") { decisions(first: 500) { edges { node { trace(first: 1) { totalCount } } } } } }',
    {},
  ],
])('a query for too many objects is refused before it is executed: %s', async (_what, query, variables) => {
  const { status, error, body } = await api.error(query, variables);
  expect({ status, code: error.extensions.code, data: body.data }).toEqual({
    status: 400,
    code: 'QUERY_TOO_COMPLEX',
    data: undefined,
  });
  expect(error.message).toMatch(/^the query asks for \d+ objects on its pages, more than the 50000 that are allowed$/);
});

test('fragments that spread each other doubly, a hundred deep, are measured once each', async () => {
  const fragments = repeated(100, (index) => `fragment f${index} on Cluster { ...f${index + 1} ...f${index + 1} }`);
  const { error } = await api.error(
    `{ cluster(name: "http") { ...f0 } } ${fragments} fragment f100 on Cluster { a: name }`,
  );
  expect(error.extensions.code).toBe('QUERY_TOO_COMPLEX');
});

test('text of more than 2,000 words is not parsed', async () => {
  const { status, error } = await api.error(`{ ${repeated(2_000, () => '__typename')} }`);
  expect({ status, code: error.extensions.code }).toEqual({ status: 400, code: 'QUERY_TOO_COMPLEX' });
});

test('introspection is answered', async () => {
  const { getIntrospectionQuery } = await import('graphql');
  const { __schema } = await api.data(getIntrospectionQuery());
  expect(__schema.types.map(({ name }: { name: string }) => name)).toContain('ClusterNode');
});

test('a mutation over GET is 405, and nothing happens', async () => {
  const answer = await api.get({
    query: 'mutation { createCluster(input: { name: "by-get" }) { refusals { code } } }',
  });
  expect(answer.status).toBe(405);
  expect(answer.headers['allow']).toBe('POST');
  expect(await api.data('{ cluster(name: "by-get") { id } }')).toEqual({ cluster: null });
});

test('a query over GET is answered, but not to a page of another site', async () => {
  const query = '{ cluster(name: "http") { name } }';
  expect((await api.get({ query })).body).toMatchObject({ data: { cluster: { name: 'http' } } });
  const forged = await request(api.url).get('/graphql').query({ query });
  expect(forged.status).toBe(400);
  expect(forged.body.errors[0]).toMatchObject({
    extensions: { code: 'INVALID_REQUEST', requestId: expect.stringMatching(REQUEST_ID) },
  });
});

test.each([
  ['several queries in one body', [{ query: '{ __typename }' }, { query: '{ __typename }' }], 400, 'INVALID_REQUEST'],
  ['a body without a query', { variables: {} }, 400, 'INVALID_REQUEST'],
  ['a query that is no text', { query: 1 }, 400, 'INVALID_REQUEST'],
  ['a query that cannot be parsed', { query: '{' }, 400, 'INVALID_QUERY'],
  ['a field that is not there', { query: '{ clustrs { id } }' }, 400, 'INVALID_QUERY'],
  ['a variable that is not given', { query: 'query ($id: ID!) { node(id: $id) { id } }' }, 400, 'INVALID_QUERY'],
  ['an operation that is not there', { query: 'query a { __typename }', operationName: 'b' }, 400, 'INVALID_QUERY'],
])('%s', async (_what, body, status, code) => {
  const answer = await api.post(body);
  expect({ status: answer.status, data: answer.body.data }).toEqual({ status, data: undefined });
  expect(answer.body.errors[0].extensions).toEqual({ code, requestId: expect.stringMatching(REQUEST_ID) });
  expect(JSON.stringify(answer.body)).not.toMatch(/Did you mean|stack|node_modules/i);
});

test('clients that know application/json only get 200 for a query that is not valid', async () => {
  const answer = await request(api.url)
    .post('/graphql')
    .set('accept', 'application/json')
    .send({ query: '{ clustrs }' });
  expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({
    status: 200,
    type: 'application/json; charset=utf-8',
  });
  expect(answer.body.errors[0].extensions.code).toBe('INVALID_QUERY');
});

test('a request id of the caller is given back with every error', async () => {
  const answer = await api.post({ query: '{ cluster { id } }' }).set('x-request-id', 'mine-1');
  expect(answer.body.errors[0].extensions).toMatchObject({ code: 'INVALID_REQUEST', requestId: 'mine-1' });
});

test('a browser is shown an explorer, all of which comes from here', async () => {
  const page = await request(api.url).get('/graphql').set('accept', 'text/html');
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html']);
  const policy = page.headers['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'self'; connect-src 'self'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
  expect(links).toHaveLength(8);
  for (const link of links.filter((one) => !['data:,', '/schema.graphql'].includes(one))) {
    const file = await request(api.url).get(link);
    expect([link, file.status, file.headers['content-type']]).toEqual([
      link,
      200,
      link.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
    ]);
    expect(file.text.length).toBeGreaterThan(20);
  }
  expect(page.text).not.toMatch(/<script>|https?:/);
});

test('the schema is served as text where introspection is on, and the explorer begins with queries of it', async () => {
  const { status, headers, text } = await request(api.url).get('/schema.graphql');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toBe(readFileSync('schema.graphql', 'utf8'));
  const schema = buildSchema(text);
  expect(EXAMPLE_QUERIES).toHaveLength(4);
  for (const { query } of EXAMPLE_QUERIES) expect(validate(schema, parse(query))).toEqual([]);
  const closed = await GraphqlApi.start({ BERTH_INTROSPECTION: '0' });
  expect((await request(closed.url).get('/schema.graphql')).status).toBe(404);
  await closed.stop();
});

test('in production a browser is shown a page that loads nothing', async () => {
  const production = await GraphqlApi.start({ NODE_ENV: 'production' });
  const page = await request(production.url).get('/graphql').set('accept', 'text/html');
  expect(page.status).toBe(200);
  expect(page.text).toContain('<h1>Berth GraphQL</h1>');
  expect(page.text).not.toMatch(/<script|src=|href=/);
  expect((await request(production.url).get('/graphql/explorer/graphiql.js')).status).toBe(404);
  await production.stop();
});

test('an answer says what its query cost, and what one may cost', async () => {
  const limits = { objects: 50_000, depth: 15, aliases: 30, rootFields: 20, directives: 50 };
  const answer = await api.post({
    query: '{ a: clusters(first: 20) { edges { node { nodes(last: 10) { edges { cursor } } } } } __typename }',
  });
  expect(answer.body).toMatchObject({ data: {} });
  expect(answer.body.extensions).toEqual({
    cost: { objects: 20 + 20 * 10, depth: 6, aliases: 1, rootFields: 2, directives: 0, limits },
  });
  const dear = await api.post({
    query: '{ clusters(first: 500) { edges { node { nodes(first: 500) { edges { cursor } } } } } }',
  });
  expect(dear.body.errors[0].extensions.code).toBe('QUERY_TOO_COMPLEX');
  expect(dear.body.extensions.cost).toMatchObject({ objects: 500 + 500 * 500, limits });
  expect((await api.post({ query: '{ nothing }' })).body.extensions).toBeUndefined();
});

test('what a variable is when it is not given counts as if it were', async () => {
  const query = `query ($size: Int = 500) {
    clusters(first: $size) { edges { node { nodes(first: $size) { edges { cursor } } } } } }`;
  const dear = await api.post({ query });
  expect([dear.status, dear.body.errors[0].extensions.code]).toEqual([400, 'QUERY_TOO_COMPLEX']);
  const given = await api.post({ query, variables: { size: 5 } });
  expect(given.body.extensions.cost).toMatchObject({ objects: 5 + 5 * 5 });
});

test('a fault is logged with its reference, and the caller gets only that', async () => {
  const broken = await GraphqlApi.start();
  await broken.sql('ALTER TABLE clusters RENAME TO elsewhere');
  const { status, body } = await broken.post({ query: '{ clusters { edges { node { name } } } }' });
  expect({ status, data: body.data }).toEqual({ status: 200, data: null });
  const { requestId } = body.errors[0].extensions;
  expect(body.errors).toEqual([
    {
      message: `an unexpected error; the log has it under request id ${requestId}`,
      path: ['clusters'],
      locations: [{ line: 1, column: 3 }],
      extensions: { code: 'INTERNAL', requestId: expect.stringMatching(REQUEST_ID) },
    },
  ]);
  expect(broken.log).toContainEqual(
    expect.objectContaining({
      requestId,
      path: ['clusters'],
      err: expect.objectContaining({ message: 'relation "clusters" does not exist' }),
    }),
  );
  await broken.stop();
});
