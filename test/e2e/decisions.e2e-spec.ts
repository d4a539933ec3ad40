import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
let cluster: string;
let run: { id: string; createdAt: string; finishedAt: string };

beforeAll(async () => {
  api = await TestApi.start();
  const tainted = { ...node('c'), spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] } };
  cluster = await api.cluster(
    node('a'),
    node('b', { cpu: '4', memory: '4Gi' }),
    tainted,
    pod('p1'),
    pod('p2', '2'),
    pod('p3', '9'),
  );
  run = (await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201)).body;
});
afterAll(() => api.stop());

const path = (rest = ''): string => `/v1/clusters/${cluster}/decisions${rest}`;
const names = (items: { pod: { name: string } }[]): string[] => items.map((one) => one.pod.name);

test('a decision says what happened, and is read by its id', async () => {
  const { body } = await api.get(path('?pod=default/p3')).expect(200);
  expect(body.items).toHaveLength(1);
  expect(body.items[0]).toMatchObject({
    run: run.id,
    attempt: 1,
    pod: { namespace: 'default', name: 'p3' },
    outcome: 'unschedulable',
    node: null,
    nominatedNode: null,
    victims: [],
    message:
      '0/3 nodes are available: 1 node(s) had untolerated taint {k: v}, 2 Insufficient cpu. no new claims to ' +
      'deallocate, preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
    nodes: { evaluated: 3, feasible: 0 },
    best: null,
    traceStored: 'full',
    rejections: expect.arrayContaining([
      expect.objectContaining({ plugin: 'TaintToleration', nodes: { first: 1, any: 1, sole: 0, only: 0 } }),
    ]),
  });
  expect((await api.get(path(`/${body.items[0].id}`)).expect(200)).body).toEqual(body.items[0]);
});

test.each([
  ['', ['p1', 'p2', 'p3']],
  ['?pod=default/p1', ['p1']],
  ['?pod=other/p1', []],
  ['?outcome=unschedulable', ['p3']],
  ['?outcome=gated', []],
  ['?plugin=NodeResourcesFit', ['p3']],
  ['?plugin=NodePorts', []],
  ['?reason=Insufficient%20cpu', ['p3']],
  ['?plugin=TaintToleration&reason=Insufficient%20cpu', []],
  ['?until=2000-01-01T00:00:00Z', []],
  ['?since=2000-01-01T00:00:00%2B01:00', ['p1', 'p2', 'p3']],
])('filter %s', async (query, wanted) => {
  expect(names((await api.get(path(query)).expect(200)).body.items)).toEqual(wanted);
});

test('by run and by node', async () => {
  const all = (await api.get(path(`?run=${run.id}`)).expect(200)).body.items as {
    node: string | null;
    pod: { name: string };
  }[];
  expect(names(all)).toEqual(['p1', 'p2', 'p3']);
  for (const name of ['a', 'b', 'c']) {
    expect(names((await api.get(path(`?node=${name}`))).body.items)).toEqual(
      names(all.filter((one) => one.node === name)),
    );
  }
});

test('pages go on, and a token is good for its filters only', async () => {
  const first = (await api.get(path('?pageSize=2')).expect(200)).body;
  const second = (await api.get(path(`?pageSize=2&pageToken=${first.nextPageToken}`)).expect(200)).body;
  expect(names([...first.items, ...second.items])).toEqual(['p1', 'p2', 'p3']);
  expect(second.nextPageToken).toBeUndefined();
  expect(
    (await api.get(path(`?outcome=scheduled&pageToken=${first.nextPageToken}`)).expect(400)).body.errors[0].pointer,
  ).toBe('/pageToken');
});

test.each([
  ['?outcome=happy', '/outcome'],
  ['?since=yesterday', '/since'],
  ['?pod=p1', '/pod'],
  ['?run=1', '/run'],
  ['?pageSize=-5', '/pageSize'],
  ['?nodes=a', '/nodes'],
  ['?outcome=gated&outcome=error', '/outcome'],
])('%s is refused', async (query, pointer) => {
  const { body } = await api.get(path(query)).expect(400);
  expect(body).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ pointer }] });
});

/** An answer whose type the client does not parse by itself. */
const textOf = (url: string, accept: string) =>
  api
    .get(url)
    .set('accept', accept)
    .buffer(true)
    .parse((response, done) => {
      let text = '';
      response
        .on('data', (chunk: Buffer) => {
          text += chunk.toString();
        })
        .on('end', () => {
          done(null, text);
        });
    });
const objectsOf = (ndjson: string) =>
  ndjson
    .trimEnd()
    .split('\n')
    .map((line): { pod: { name: string }; node: string } => JSON.parse(line));

test('a page as CSV or as NDJSON has the next page in its Link header', async () => {
  const csv = await api.get(path('?pageSize=2')).set('accept', 'text/csv').expect(200);
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  const lines = csv.text.split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^id,run,ordinal,attempt,at,namespace,name,uid,outcome,/);
  expect(lines[1]).toContain(',default,p1,');
  const link = /^<(.*)>; rel="next"$/.exec(csv.headers['link'] ?? '')?.[1] ?? '';
  const ndjson = await textOf(link, 'application/x-ndjson').expect(200);
  expect(ndjson.headers['link']).toBeUndefined();
  expect(names(objectsOf(ndjson.body))).toEqual(['p3']);
  expect((await api.get(path()).set('accept', 'image/png').expect(406)).body.code).toBe('NOT_ACCEPTABLE');
});

describe('without a page everything is streamed as text', () => {
  const PODS = 1_100;
  let large: string;
  let order: string[];
  beforeAll(async () => {
    large = await api.cluster(
      node('a', { cpu: '4000', memory: '4000Gi', pods: '9000' }),
      ...Array.from({ length: PODS }, (_, index) => pod(`p${index}`, '1m')),
    );
    await api.post(`/v1/clusters/${large}/runs`).send({}).expect(201);
    order = Array.from({ length: PODS }, (_, index) => `p${index}`);
  });
  const all = (query = ''): string => `/v1/clusters/${large}/decisions${query}`;

  test('as NDJSON, each line what a page of JSON has', async () => {
    const { body, headers } = await textOf(all(), 'application/x-ndjson').expect(200);
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(names(objectsOf(body))).toEqual(order);
    expect(objectsOf(body).slice(0, 50)).toEqual((await api.get(all()).expect(200)).body.items);
  });

  test('as CSV, with one header', async () => {
    const lines = (await api.get(all()).set('accept', 'text/csv').expect(200)).text.trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',')[6])).toEqual(['name', ...order]);
  });

  test('what the filters leave', async () => {
    expect((await textOf(all('?outcome=gated'), 'application/x-ndjson').expect(200)).body).toBe('');
    expect(names(objectsOf((await textOf(all('?pod=default/p7'), 'application/x-ndjson').expect(200)).body))).toEqual([
      'p7',
    ]);
    expect(
      (await textOf('/v1/clusters/none/decisions', 'application/x-ndjson').expect(404)).headers['content-type'],
    ).toContain('application/problem+json');
  });

  test('who hangs up in the middle keeps no connection to the database', async () => {
    for (let times = 0; times < 30; times++) {
      const answer = await fetch(`${api.url}${all()}`, { headers: { accept: 'application/x-ndjson' } });
      await answer.body?.cancel();
    }
    expect(names((await api.get(all('?pod=default/p0')).expect(200)).body.items)).toEqual(['p0']);
    expect(names(objectsOf((await textOf(all(), 'application/x-ndjson').expect(200)).body))).toEqual(order);
  });
});

describe('a trace', () => {
  const idOf = async (name: string): Promise<string> => (await api.get(path(`?pod=default/${name}`))).body.items[0].id;

  test('has a row a node: verdicts, scores, total and rank', async () => {
    const { body } = await api.get(path(`/${await idOf('p1')}/trace`)).expect(200);
    expect(body.decision.pod.name).toBe('p1');
    expect(body.filterPlugins).toContain('NodeResourcesFit');
    expect(
      body.items.map(({ node: name, feasible, rank }: { node: string; feasible: boolean; rank: number | null }) => [
        name,
        feasible,
        rank,
      ]),
    ).toEqual([
      ['b', true, 1],
      ['a', true, 2],
      ['c', false, null],
    ]);
    const [best, , rejected] = body.items;
    expect(best.status).toBeNull();
    expect(best.scores.map(({ plugin }: { plugin: string }) => plugin)).toEqual(
      body.scorePlugins.map(({ name }: { name: string }) => name),
    );
    expect(best.total).toBe(best.scores.reduce((sum: number, { weighted }: { weighted: number }) => sum + weighted, 0));
    expect(rejected).toMatchObject({
      status: { plugin: 'TaintToleration', code: 'UnschedulableAndUnresolvable' },
      scores: [],
      total: null,
    });
  });

  test.each([
    ['?orderBy=name', ['a', 'b', 'c']],
    ['?node=c', ['c']],
    ['?feasible=false', ['c']],
    ['?feasible=true&orderBy=name', ['a', 'b']],
    ['?plugin=TaintToleration', ['c']],
    ['?plugin=NodePorts', []],
  ])('%s', async (query, nodes) => {
    const { body } = await api.get(path(`/${await idOf('p1')}/trace${query}`)).expect(200);
    expect(body.items.map(({ node: name }: { node: string }) => name)).toEqual(nodes);
  });

  test('comes in pages', async () => {
    const trace = path(`/${await idOf('p1')}/trace?orderBy=name&pageSize=2`);
    const first = (await api.get(trace).expect(200)).body;
    const second = (await api.get(`${trace}&pageToken=${first.nextPageToken}`).expect(200)).body;
    expect([...first.items, ...second.items].map((row) => row.node)).toEqual(['a', 'b', 'c']);
    expect(
      (await api.get(`${trace}&feasible=true&pageToken=${first.nextPageToken}`).expect(400)).body.errors[0].pointer,
    ).toBe('/pageToken');
  });

  test('is a table as CSV', async () => {
    const { text } = await api
      .get(path(`/${await idOf('p3')}/trace?orderBy=name`))
      .set('accept', 'text/csv')
      .expect(200);
    const [header, a, , c, end] = text.split('\r\n');
    expect(header).toBe('node,feasible,plugin,code,reasons,failures,total,rank');
    expect(a).toMatch(/^a,false,NodeResourcesFit,\w+,Insufficient cpu,NodeResourcesFit: Insufficient cpu,,$/);
    expect(c).toMatch(/^c,false,TaintToleration,/);
    expect(end).toBe('');
    const page = await api
      .get(path(`/${await idOf('p3')}/trace?orderBy=name&pageSize=2`))
      .set('accept', 'text/csv')
      .expect(200);
    expect(page.text.split('\r\n').map((line) => line.split(',')[0])).toEqual(['node', 'a', 'b', '']);
    expect(page.headers['link']).toMatch(/pageToken=.*; rel="next"$/);
  });

  test('is a row a line as NDJSON, all of them', async () => {
    const wide = await api.cluster(
      ...Array.from({ length: 1_001 }, (_, index) => node(`n${String(index).padStart(4, '0')}`)),
      pod('p'),
    );
    await api.post(`/v1/clusters/${wide}/runs`).send({}).expect(201);
    const [decision] = (await api.get(`/v1/clusters/${wide}/decisions`).expect(200)).body.items;
    const trace = `/v1/clusters/${wide}/decisions/${decision.id}/trace?orderBy=name`;
    const rows = objectsOf((await textOf(trace, 'application/x-ndjson').expect(200)).body);
    expect(rows.map((row) => row.node)).toEqual(
      Array.from({ length: 1_001 }, (_, index) => `n${String(index).padStart(4, '0')}`),
    );
    expect(rows.slice(0, 50)).toEqual((await api.get(trace).expect(200)).body.items);
  });

  test('of what is not there is not found', async () => {
    expect((await api.get(path(`/${run.id}.99/trace`)).expect(404)).body.code).toBe('DECISION_NOT_FOUND');
    expect((await api.get(path('/none')).expect(404)).body.code).toBe('DECISION_NOT_FOUND');
    expect((await api.get('/v1/clusters/none/decisions').expect(404)).body.code).toBe('CLUSTER_NOT_FOUND');
  });

  test('of a pod that never reached filtering is not stored', async () => {
    const gated = {
      ...pod('gated'),
      spec: { schedulingGates: [{ name: 'wait' }], containers: [{ name: 'c', image: 'i' }] },
    };
    const other = await api.cluster(node('a'), gated);
    await api.post(`/v1/clusters/${other}/runs`).send({}).expect(201);
    const { body } = await api.get(`/v1/clusters/${other}/decisions`).expect(200);
    expect(body.items).toMatchObject([{ outcome: 'gated', traceStored: 'none' }]);
    expect((await api.get(`/v1/clusters/${other}/decisions/${body.items[0].id}/trace`).expect(404)).body.code).toBe(
      'TRACE_NOT_STORED',
    );
  });
});
