import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { makeMonth } from './made-month.js';
import { TestApi } from './test-api.js';

type Cell = string | number | boolean | null;
type Row = Readonly<Record<string, Cell>>;
interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly description: string;
}
interface Answer {
  readonly report: string;
  readonly closed: boolean;
  readonly from: string;
  readonly to: string;
  readonly clusters: readonly { readonly name: string; readonly position: string; readonly visibility: string }[];
  readonly redacted?: true;
  readonly columns: readonly Column[];
  readonly rowCount: number;
  readonly digest: string;
  readonly items: readonly Row[];
}

const CSV = 'text/csv';
const NDJSON = 'application/x-ndjson';
const PARQUET = 'application/vnd.apache.parquet';

let api: TestApi;
let cluster: string;
let names: readonly string[];
/** A period that has ended: up to the last revision. */
let period: string;

beforeAll(async () => {
  api = await TestApi.ofTeam();
  cluster = await makeMonth(api, api.team);
  const { items } = (await api.get('/v1/reports').expect(200)).body as { items: readonly { name: string }[] };
  names = items.map(({ name }) => name);
  const revisions = (await api.get(`/v1/clusters/${cluster}/revisions`).expect(200)).body.items as { at: string }[];
  period = `from=${revisions.at(-1)?.at ?? ''}&to=${revisions[0]?.at ?? ''}`;
});
afterAll(() => api.stop());

const path = (report: string, query = ''): string => `/v1/clusters/${cluster}/reports/${report}?${query}`;
const bytes = async (url: string, accept: string): Promise<Buffer> =>
  Buffer.from(await (await api.client.fetch(url, { headers: { accept } })).arrayBuffer());

test('every report has the same rows in every form, and its digest is that of its lines', async () => {
  expect(names.length).toBeGreaterThanOrEqual(9);
  for (const name of names) {
    const url = path(name, `${period}&buckets=3`);
    const answer = (await api.get(url).expect(200)).body as Answer;
    expect([name, answer.closed]).toEqual([name, true]);
    expect(answer.items).toHaveLength(answer.rowCount);
    const lines = await bytes(url, NDJSON);
    expect(createHash('sha256').update(lines).digest('hex')).toBe(answer.digest);
    const fromLines = lines
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Row);
    expect(fromLines).toEqual(answer.items);
    const text = (await bytes(url, CSV)).toString();
    const cells: string[][] = parse(text);
    expect(cells[0]).toEqual(answer.columns.map((column) => column.name));
    expect(cells.slice(1)).toEqual(answer.items.map((row) => answer.columns.map((column) => inCsv(row, column))));
    const file = await bytes(url, PARQUET);
    const buffer = file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer;
    const read = (await parquetReadObjects({ file: buffer })) as Record<string, unknown>[];
    expect(read.map((row) => answer.columns.map((column) => outOfParquet(row[column.name], column)))).toEqual(
      answer.items.map((row) => answer.columns.map(({ name: of }) => row[of])),
    );
    const [metadata] = parquetMetadata(buffer).key_value_metadata ?? [];
    expect(JSON.parse(metadata?.value ?? '')).toMatchObject({ report: name, digest: answer.digest, closed: true });
  }
});

function inCsv(row: Row, { name, type }: Column): string {
  const value = row[name] ?? '';
  return type === 'text' && /^[=+\-@\t\r]/.test(String(value)) ? `'${String(value)}` : String(value);
}

function outOfParquet(value: unknown, { type }: Column): unknown {
  if (value === undefined || value === null) return null;
  return type === 'integer' ? Number(value) : type === 'time' ? (value as Date).toISOString() : value;
}

test('a closed period has the same bytes every time, also when the cluster has gone on', async () => {
  const forms = [CSV, NDJSON, PARQUET, 'application/json'];
  const all = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const name of names)
      for (const form of forms)
        found.push(
          createHash('sha256')
            .update(await bytes(path(name, period), form))
            .digest('hex'),
        );
    return found;
  };
  const first = await all();
  await api
    .post(`/v1/clusters/${cluster}/api/v1/namespaces`)
    .send({ metadata: { name: `later-${first.length}` } })
    .expect(201);
  expect(await all()).toEqual(first);
  expect(((await api.get(path('changes')).expect(200)).body as Answer).closed).toBe(false);
});

test('text that begins like a formula is harmless in CSV, and no number is touched', async () => {
  const made = { metadata: { name: 'formula' } };
  await api.post(`/v1/clusters/${cluster}/api/v1/namespaces`).set('user-agent', '=1+1').send(made).expect(201);
  const rows: Record<string, string>[] = parse(await bytes(path('changes', 'by=client'), CSV), { columns: true });
  expect(rows.map(({ group }) => group)).toContain("'=1+1");
  await api.delete(`/v1/clusters/${cluster}/api/v1/namespaces/formula`).expect(200);
  // A node was deleted last.
  const last = period.replace(/.*to=/, 'from=');
  const net: Record<string, string>[] = parse(await bytes(path('changes', last), CSV), { columns: true });
  expect(net.find(({ group }) => group === 'Node')).toMatchObject({ deleted: '1', net: '-1' });
});

test('CSV of nothing has its header', async () => {
  const text = (await bytes(path('quotas', `${period}&namespace=none`), CSV)).toString();
  expect(text).toBe('cluster,at,namespace,team,quota,scopes,resource,unit,hard,used,free,usedRatio\r\n');
});

test('buckets of a state are its rows at their ends, and a revision is a moment', async () => {
  const { items } = (await api.get(path('capacity', `${period}&buckets=4&by=node&resources=cpu`)).expect(200))
    .body as Answer;
  const moments = [...new Set(items.map(({ at }) => String(at)))];
  expect(moments).toHaveLength(4);
  for (const at of moments) {
    const before = new Date(Date.parse(at) - 1).toISOString();
    const then = (await api.get(path('capacity', `at=${before}&by=node&resources=cpu`)).expect(200)).body as Answer;
    const without = (rows: readonly Row[]): object[] => rows.map(({ at: _, ...row }) => row);
    expect(without(then.items)).toEqual(without(items.filter((row) => row['at'] === at)));
  }
  const first = (await api.get(path('capacity', 'at=revision:1&by=node&resources=cpu')).expect(200)).body as Answer;
  expect(first.items.map(({ group, requested }) => [group, requested])).toEqual([
    ['a1', 0],
    ['a2', 0],
    ['b1', 0.25],
  ]);
});

test('GraphQL has the same reports', async () => {
  const query = `query ($cluster: String!, $from: DateTime, $to: DateTime) {
    reports { name columns { name type unit description } parameters { name choices } }
    report(report: "capacity") { clusters { name } rowCount }
    cluster(name: $cluster) { report(report: "changes", by: "namespace", from: $from, to: $to, first: 1, skip: 1) {
      report closed digest rowCount redacted clusters { name after position visibility } rows } } }`;
  const [from, to] = period.split('&').map((part) => part.split('=')[1]);
  const { body } = await api.post('/graphql').send({ query, variables: { cluster, from, to } }).expect(200);
  expect(body.errors).toBeUndefined();
  const answer = (await api.get(path('changes', `${period}&by=namespace`)).expect(200)).body as Answer;
  const { items, report, closed, digest, rowCount, clusters } = answer;
  const shown = { report, closed, digest, rowCount, clusters: clusters.map(({ name, ...one }) => ({ name, ...one })) };
  expect(body.data.cluster.report).toMatchObject({
    ...shown,
    clusters: clusters.map(({ name, position, visibility }) => ({ name, position, visibility })),
    redacted: null,
    rows: [items[1]],
  });
  expect((body.data.reports as { name: string }[]).map(({ name }) => name)).toEqual(names);
  expect(body.data.report.clusters).toEqual(expect.arrayContaining([{ name: cluster }]));
});

test('a report over all clusters has the rows of each', async () => {
  const other = await api.cluster();
  const { body } = await api.get('/v1/reports/capacity?resources=cpu').expect(200);
  const { clusters, items } = body as Answer;
  expect(clusters.map(({ name }) => name)).toEqual([other, cluster].sort());
  const own = (await api.get(path('capacity', 'resources=cpu')).expect(200)).body as Answer;
  const without = (rows: readonly Row[]): object[] => rows.map(({ at: _, ...row }) => row);
  expect(without(items)).toEqual(without(own.items));
});

test.each([
  ['nothing', '', 'report', 'there is no such report'],
  ['capacty', '', 'report', 'did you mean capacity'],
  ['capacity', 'by=nodes', 'by', 'must be one of cluster, node, zone, label:KEY'],
  ['capacity', 'prices=x', 'prices', 'the report capacity has no such parameter'],
  ['capacity', 'at=5&from=1d', 'at', 'is one moment'],
  ['capacity', 'buckets=0', 'buckets', 'must be between 1 and 366'],
  ['capacity', 'at=999999', 'at', 'at most the present position'],
  ['changes', 'to=2999-01-01', 'to', 'must be at most the present'],
  ['changes', 'from=2026-01-02&to=2026-01-01', 'to', 'must be later than from'],
  ['chargeback', 'prices=a,b', 'prices', 'must begin with resource,per,price'],
  ['chargeback', `prices=${encodeURIComponent('resource,per,price\ncpu,0,1')}`, 'prices', 'above 0'],
  ['chargeback', `prices=${encodeURIComponent('resource,per,price\ncpu,1,x')}`, 'prices', 'must be a number'],
])('%s?%s is refused by %s', async (report, query, field, detail) => {
  const { body } = await api.get(path(report, query)).expect(400);
  const errors = body.errors as { pointer: string; detail: string }[];
  expect(errors.map(({ pointer }) => pointer)).toContain(`/${field}`);
  expect(errors.map((error) => error.detail).join()).toContain(detail);
});

test('a report over all clusters takes times, and no positions', async () => {
  const { body } = await api.get('/v1/reports/capacity?at=5').expect(400);
  expect(JSON.stringify(body.errors)).toContain('must be a time');
});
