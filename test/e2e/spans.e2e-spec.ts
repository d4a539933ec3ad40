import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { runProgram } from '#test-programs';
import { readConfig } from '../../apps/api/src/boot/config.js';
import { start } from '../../apps/api/src/boot/start.js';
import { attributeOf, type CollectedSpan, Collector } from './collector.js';
import { specLogger } from './spec-logger.js';
import { node, pod } from './test-api.js';

/** The trace that a caller goes on with, and the span of its own that it calls in. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

let database: TestDatabase;
let collector: Collector;
let dataDir: string;
let answers: Record<'problem' | 'refused', Record<string, unknown>>;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  [database, collector] = await Promise.all([createTestDatabase(), Collector.start()]);
  dataDir = mkdtempSync(join(tmpdir(), 'berth-spans-'));
  const config = readConfig({
    ...{ BERTH_DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: '0', BERTH_WORKERS: '1', BERTH_AUTH: 'off' },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, OTEL_SERVICE_NAME: 'berth-of-a-test' },
  });
  const logger = specLogger('info', (line) => void lines.push(line));
  const berth = await start(config, logger);
  try {
    answers = await callEverything(berth.url);
  } finally {
    // What is left goes out when the service ends.
    await berth.stop();
  }
});
afterAll(async () => {
  collector.stop();
  rmSync(dataDir, { recursive: true, force: true });
  await database.drop();
});

async function callEverything(url: string): Promise<typeof answers> {
  const traced = { traceparent: `00-${TRACE}-${CALLER}-01` };
  const call = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> => {
    const sent = { 'content-type': 'application/json', ...headers };
    const answer = await fetch(url + path, { method: 'POST', headers: sent, body: JSON.stringify(body) });
    return answer.json();
  };
  await call('/v1/clusters', { name: 'observed' });
  await call('/v1/clusters/observed/import', {
    kind: 'List',
    apiVersion: 'v1',
    items: [node('a'), pod('p'), pod('q')],
  });
  await call('/v1/clusters/observed/runs', {}, traced);
  await call('/graphql', { query: 'query Overview { cluster(name: "observed") { name } }', operationName: 'Overview' });
  const problem = await call('/v1/clusters/nobody/runs', {}, traced);
  const refused = await call('/graphql', {
    query: '{ cluster(name: "observed") { decisions(first: -1) { totalCount } } }',
  });
  return { problem, refused } as typeof answers;
}

function named(name: string): readonly CollectedSpan[] {
  return collector.spans.filter((span) => span.name === name);
}

function attributesOf(span: CollectedSpan | undefined): Record<string, unknown> {
  return Object.fromEntries(span?.attributes.map(({ key }) => [key, attributeOf(span, key)]) ?? []);
}

test('they go where the settings say, from every thread under one name', () => {
  expect([...collector.paths]).toEqual(['/v1/traces']);
  expect([...collector.services]).toEqual(['berth-of-a-test']);
});

test('a request is named by its route, goes on with the trace of its caller, and says what came of it', () => {
  const [done, refused] = named('POST /v1/clusters/:cluster/runs');
  expect(done).toMatchObject({ traceId: TRACE, parentSpanId: CALLER });
  expect(attributesOf(done)).toMatchObject({
    'http.request.method': 'POST',
    'http.response.status_code': 201,
    'berth.operation': 'schedule',
    'berth.cluster': 'observed',
  });
  expect(attributesOf(refused)).toMatchObject({
    'http.response.status_code': 404,
    'berth.cluster': 'nobody',
    'berth.code': 'CLUSTER_NOT_FOUND',
  });
});

test('a query says its name', () => {
  const [overview] = named('POST /graphql');
  expect(attributesOf(overview)).toMatchObject({
    'graphql.operation.name': 'Overview',
    'berth.operation': 'Query.cluster',
    'berth.cluster': 'observed',
  });
});

test.each([
  ['run snapshot', ['transaction', 'run part', 'run', 'job schedule', 'POST /v1/clusters/:cluster/runs']],
  ['run decide', ['transaction', 'run part', 'run', 'job schedule', 'POST /v1/clusters/:cluster/runs']],
  ['import merge', ['transaction', 'import', 'job import', 'POST /v1/clusters/:cluster/import']],
])('%s hangs below what it is a part of, across threads', (name, above) => {
  const [span] = named(name);
  expect(span && collector.lineOf(span)).toEqual([name, ...above]);
});

test('a run is reported in its phases, and an import by what it did', () => {
  const [run] = named('run');
  expect(attributesOf(run)).toMatchObject({ 'berth.selected': 2, 'berth.scheduled': 2, 'berth.parts': 1 });
  expect(attributesOf(named('run decide')[0])).toEqual({ 'berth.pods': 2, 'berth.nodes': 1 });
  expect(named('run commit').filter(({ traceId }) => traceId === TRACE)).toHaveLength(1);
  expect(attributesOf(named('import')[0])).toMatchObject({ 'berth.created': 3, 'berth.updated': 0 });
});

test('transactions name their statements, and no span has a text of one or a value', () => {
  const statements = named('transaction').flatMap((span) => JSON.stringify(attributeOf(span, 'berth.statements')));
  expect(statements.some((names) => names.includes('cluster_by_id'))).toBe(true);
  const everything = JSON.stringify(collector.spans);
  expect(everything).not.toMatch(/SELECT|INSERT|UPDATE|\$1/);
});

test('what the log and the answers say of a request has the id of its trace', () => {
  expect(answers.problem).toMatchObject({ code: 'CLUSTER_NOT_FOUND', traceId: TRACE });
  const [error] = answers.refused['errors'] as readonly { readonly extensions: Record<string, string> }[];
  const traces = new Set(collector.spans.map(({ traceId }) => traceId));
  expect(traces).toContain(error?.extensions['traceId']);
  expect(lines.filter(({ operation, traceId }) => operation === 'schedule' && traceId === TRACE)).toHaveLength(2);
});

// The API, which does nothing by itself, is loaded by what counts metrics.
test('where they are off, none of their packages but the API is loaded', () => {
  const program = `
    import { createRequire } from 'node:module';
    await import(${JSON.stringify(new URL('../../apps/api/src/boot/start.js', import.meta.url).href)});
    const files = Object.keys(createRequire(import.meta.url).cache);
    const loaded = files.filter((file) => /@opentelemetry.(?!api.)/.test(file));
    console.log(JSON.stringify(loaded));
    process.exit();`;
  const { stdout } = runProgram(process.execPath, ['--input-type=module', '--eval', program]);
  expect(JSON.parse(stdout)).toEqual([]);
});
