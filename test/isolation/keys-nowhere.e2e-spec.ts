import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { createClient } from 'graphql-ws';
import pg from 'pg';
import { WebSocket } from 'ws';
import { readConfig } from '../../apps/api/src/boot/config.js';
import { start } from '../../apps/api/src/boot/start.js';
import { berth } from '../e2e/berth-command.js';
import { Collector } from '../e2e/collector.js';
import { specLogger } from '../e2e/spec-logger.js';
import { node, pod } from '../e2e/test-api.js';

/**
 * A key is with whoever it was given to, and nowhere else: not in the database, but for the hash of its secret, not
 * in a span, not in the log, and in no answer but the one that made it.
 */
let database: TestDatabase;
let collector: Collector;
let dataDir: string;
let client: pg.Client;
const log: string[] = [];
/** Keys of every face: that of the first start, and what REST, GraphQL and the command made. */
const keys: string[] = [];
/** What was answered to whoever used them. */
const answers: string[] = [];

beforeAll(async () => {
  [database, collector] = await Promise.all([createTestDatabase(), Collector.start()]);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  dataDir = mkdtempSync(join(tmpdir(), 'berth-keys-'));
  const config = readConfig({
    ...{ BERTH_DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: '0', BERTH_WORKERS: '1' },
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
  });
  const service = await start(
    config,
    specLogger('trace', (line) => void log.push(JSON.stringify(line))),
  );
  try {
    keys.push(service.adminKey ?? '');
    await makeKeys(service.url);
    for (const key of keys) await useKey(service.url, key);
    await saySomewhereElse(service.url);
  } finally {
    // Spans that are left go out, and keys that were used are noted, when the service ends.
    await service.stop();
  }
}, 120_000);
afterAll(async () => {
  collector.stop();
  rmSync(dataDir, { recursive: true });
  await client.end();
  await database.drop();
});

const secretOf = (key: string): string => key.split('_')[2] ?? '';

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(url: string, { method, body, headers = {} }: Sent): Promise<string> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.text();
}

const bearer = (key: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${key}` });

async function makeKeys(url: string): Promise<void> {
  const headers = bearer(keys[0] ?? '');
  const rest = await send(`${url}/v1/teams/default/keys`, { headers, body: { name: 'rest', roles: ['admin'] } });
  keys.push((JSON.parse(rest) as { key: string }).key);
  const query = `mutation {
    createKey(input: { teamId: "default", name: "graphql", roles: [admin] }) { key } }`;
  const graphql = await send(`${url}/graphql`, { headers, body: { query } });
  keys.push((JSON.parse(graphql) as { data: { createKey: { key: string } } }).data.createKey.key);
  const environment = { BERTH_URL: url, BERTH_KEY: keys[0] ?? '', BERTH_CONFIG: '/nowhere/none.yaml' };
  keys.push((await berth('keys create default command --role admin --role editor', { environment })).out);
}

/** Everything that writes something down: objects, runs, refusals, repetitions, long work, and what goes wrong. */
async function useKey(url: string, key: string): Promise<void> {
  const cluster = `of-${keys.indexOf(key)}`;
  const at = `${url}/v1/clusters/${cluster}`;
  const headers = { ...bearer(key), 'idempotency-key': cluster, 'x-request-id': cluster, 'x-berth-actor': 'ann' };
  const requests: [string, Sent][] = [
    [`${url}/v1/clusters`, { headers, body: { name: cluster } }],
    [
      `${at}/import`,
      { headers, body: { apiVersion: 'v1', kind: 'List', items: [node('a'), pod('p'), pod('q', '9')] } },
    ],
    [`${at}/runs`, { headers, body: {} }],
    [`${at}/runs`, { headers, body: {} }],
    [`${at}/runs`, { headers, body: { dryRun: true } }],
    [`${at}/exports`, { headers, body: { what: 'manifests' } }],
    [`${at}/api/v1/namespaces/default/pods`, { headers: bearer(key), body: { ...pod('bad'), spec: {} } }],
    [`${at}/grants`, { headers: bearer(key), body: { team: 'nobody', role: 'viewer' } }],
    [`${at}/checkpoints`, { method: 'POST', headers: bearer(key) }],
    [`${url}/v1/teams/default/keys`, { headers: bearer(key) }],
    [`${url}/v1/access-log`, { headers: bearer(key) }],
    [`${url}/v1/whoami`, { headers: bearer(key) }],
    [
      `${url}/graphql`,
      { headers: bearer(key), body: { query: '{ whoami { principal } clusters { nodes { nome } } }' } },
    ],
  ];
  for (const [to, sent] of requests) answers.push(await send(to, sent));
  answers.push(await followed(url, cluster, key));
}

/** The first event of a subscription. */
async function followed(url: string, cluster: string, key: string): Promise<string> {
  const socket = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${key}` },
  });
  const events = socket.iterate({
    query: `subscription { changes(clusterId: "${cluster}", after: "0") { __typename } }`,
  });
  const { value } = (await events.next()) as { readonly value: unknown };
  await socket.dispose();
  return JSON.stringify(value);
}

/** Where keys are put by mistake, and where they are wrong. */
async function saySomewhereElse(url: string): Promise<void> {
  const [key = ''] = keys;
  const headers = bearer(key);
  const [, id = '', secret = ''] = key.split('_');
  const wrong = key.replace(secret, [...secret].reverse().join(''));
  for (const [to, sent] of [
    [`${url}/v1/clusters?key=${key}`, {}],
    [`${url}/v1/clusters?pageToken=${key}`, { headers }],
    [`${url}/v1/teams/default/keys/${key}`, { method: 'DELETE', headers }],
    [`${url}/v1/${key}`, { headers }],
    [`${url}/v1/clusters/${encodeURIComponent(`berth_${id}_${secret}`).replaceAll('_', '%5F')}`, { headers }],
    [`${url}/graphql?query={whoami{principal}}&key=${key}`, { headers }],
    [`${url}/v1/clusters`, { headers: bearer(wrong) }],
    [`${url}/v1/clusters`, { headers: { authorization: `Basic ${key}` } }],
    [`${url}/v1/clusters`, { headers: bearer(key.slice(0, -1)) }],
  ] as [string, Sent][])
    answers.push(await send(to, sent));
}

test('the keys are keys, and were used', () => {
  expect(keys).toHaveLength(4);
  expect(new Set(keys.map(secretOf)).size).toBe(4);
  for (const key of keys) expect(key).toMatch(/^berth_\w{12}_\w{32}_\w{6}$/);
  expect(readFileSync(join(dataDir, 'admin.key'), 'utf8').trim()).toBe(keys[0]);
  for (const key of keys) expect(answers.join('\n')).toContain(`"principal":"key:${key.split('_')[1] ?? ''}"`);
});

/** Every column that can hold a text. */
const COLUMNS = `SELECT table_name AS "table", column_name AS "column", data_type AS type
  FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
  WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
    AND data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'bytea', 'ARRAY', 'USER-DEFINED')
  ORDER BY 1, 2`;

/** In which columns, and how often, a text stands. */
async function columnsWith(text: string): Promise<string[]> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(COLUMNS);
  const found: string[] = [];
  for (const { table, column, type } of rows) {
    const [condition, sought] =
      type === 'bytea'
        ? [`position($1::bytea IN "${column}") > 0`, Buffer.from(text)]
        : [`strpos("${column}"::text, $1) > 0`, text];
    const answer = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM "${table}" WHERE ${condition}`,
      [sought],
    );
    const [{ count } = { count: 0 }] = answer.rows;
    if (count > 0) found.push(`${table}.${column}`);
  }
  return found;
}

test('no column of the database has a secret in it, and the search finds what is there', async () => {
  for (const key of keys) {
    expect(await columnsWith(secretOf(key))).toEqual([]);
    // Its id stands where keys are, with those who did something, and in the log of access, which is bytes.
    const ofId = await columnsWith(key.split('_')[1] ?? '');
    expect(ofId).toEqual(expect.arrayContaining(['api_keys.id', 'access_log.body', 'revisions.principal']));
  }
});

test('no span has one, no line of the log, and no answer', () => {
  expect(collector.spans.length).toBeGreaterThan(100);
  expect(log.length).toBeGreaterThan(50);
  expect(answers.length).toBeGreaterThan(50);
  const said = { spans: JSON.stringify(collector.spans), log: log.join('\n'), answers: answers.join('\n') };
  for (const [where, text] of Object.entries(said))
    expect([where, keys.findIndex((key) => text.includes(secretOf(key)))]).toEqual([where, -1]);
});
