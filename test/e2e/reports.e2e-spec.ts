import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { cases } from '#test-cases';
import { makeMonth } from './made-month.js';
import { node, pod, TestApi } from './test-api.js';

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

test.each([
  ['capacity', 'by=node&resources=cpu'],
  ['capacity', 'by=owner'],
  ['capacity', 'by=label:topology.kubernetes.io/zone'],
  ['fragmentation', ''],
  ['shapes', ''],
  ['placement-quality', ''],
  ['risk', ''],
])('buckets of %s with "%s" are its rows at their ends', async (name, query) => {
  const { items } = (await api.get(path(name, `${period}&buckets=7&${query}`)).expect(200)).body as Answer;
  const moments = [...new Set(items.map(({ at }) => String(at)))];
  expect(moments.length).toBeGreaterThan(3);
  for (const at of moments) {
    const before = new Date(Date.parse(at) - 1).toISOString();
    const then = (await api.get(path(name, `at=${before}&${query}`)).expect(200)).body as Answer;
    const without = (rows: readonly Row[]): object[] => rows.map(({ at: _, ...row }) => row);
    expect(without(then.items)).toEqual(without(items.filter((row) => row['at'] === at)));
  }
});

test('a revision is a moment', async () => {
  const first = (await api.get(path('capacity', 'at=revision:1&by=node&resources=cpu')).expect(200)).body as Answer;
  expect(first.items.map(({ group, requested }) => [group, requested])).toEqual([
    ['a1', 0],
    ['a2', 0],
    ['b1', 0.25],
  ]);
});

test('decisions in a cluster with a clock are those of its times, in any bucket', async () => {
  const name = `clock-${api.team.slice(0, 8)}`;
  const now = '2026-01-05T00:00:00Z';
  await api
    .post('/v1/clusters')
    .send({ name, clock: { mode: 'virtual', now } })
    .expect(201);
  const root = `/v1/clusters/${name}`;
  await api.post(`${root}/api/v1/nodes`).send(node('n1')).expect(201);
  for (const [index, advance] of ['0', '1ms', '7s', '0', '1h', '1ms'].entries()) {
    // One that is placed, and one that is tried again as time passes.
    const made = [pod(`p${index}`), pod(`big${index}`, '900')];
    await api.post(`${root}/import`).send({ apiVersion: 'v1', kind: 'List', items: made }).expect(200);
    await api.post(`${root}/clock`).send({ advance }).expect(200);
  }
  const decided = (await api.get(`${root}/decisions?pageSize=500`).expect(200)).body.items as { clusterAt: string }[];
  const times = decided.map(({ clusterAt }) => Date.parse(clusterAt));
  expect(new Set(times).size).toBeGreaterThan(4);
  const end = Date.parse((await api.get(`${root}/clock`).expect(200)).body.now as string) + 1;
  const edges = [Date.parse(now), ...times.flatMap((time) => [time, time + 1]), end].filter((time) => time <= end);
  const edge = fc.constantFrom(...new Set(edges));
  await fc.assert(
    fc.asyncProperty(edge, edge, fc.integer({ min: 1, max: 3 }), async (one, other, buckets) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other, Math.min(one, other) + buckets)];
      fc.pre(to <= end);
      const bounded = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
      const asked = `${bounded}&buckets=${buckets}&by=cluster`;
      const { items } = (await api.get(`${root}/reports/decisions?${asked}`).expect(200)).body as Answer;
      const found = items.map((row) => [row['from'], row['decisions']]);
      const bounds = Array.from({ length: buckets + 1 }, (_, at) => from + Math.round(((to - from) * at) / buckets));
      const byHand = bounds.slice(0, -1).flatMap((start, at) => {
        const count = times.filter((time) => time >= start && time < (bounds[at + 1] ?? to)).length;
        return count === 0 ? [] : [[new Date(start).toISOString(), count]];
      });
      expect(found).toEqual(byHand);
    }),
    { numRuns: cases(100) },
  );
  await api.delete(root).expect(204);
}, 60_000);

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
