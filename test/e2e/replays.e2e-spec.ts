import { request as httpRequest } from 'node:http';
import { GraphqlApi } from './graphql-api.js';
import { node, pod, TestApi } from './test-api.js';
import pg from 'pg';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

/** Past the triggers. */
async function alter(url: string, sql: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    expect((await client.query(sql, values)).rowCount).toBe(1);
  } finally {
    await client.end();
  }
}

async function decided(): Promise<{ readonly cluster: string; readonly run: string }> {
  const cluster = await api.cluster(node('a'), node('b'), pod('p'), pod('q'), pod('huge', '9'));
  return { cluster, run: (await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201)).body.id };
}

const ALIKE = {
  decisions: 3,
  identical: 3,
  different: 0,
  notComparable: 0,
  parts: 1,
  differences: [],
  notCompared: [],
  durationMs: expect.any(Number),
  decisionsPerSecond: expect.any(Number),
};

test('everything, a run, a part, a decision and a time are decided alike again', async () => {
  const { cluster, run } = await decided();
  const replay = async (body: object): Promise<object> =>
    (await api.post(`/v1/clusters/${cluster}/replays`).send(body).expect(200)).body;
  const position = (await api.get(`/v1/clusters/${cluster}`)).body.position;
  for (const body of [
    {},
    { run },
    { run, part: 0 },
    { from: '2020-01-01T00:00:00Z' },
    { until: '2999-01-01T00:00:00+01:00' },
  ])
    expect(await replay(body)).toEqual(ALIKE);
  expect(await replay({ decision: `${run}.2` })).toEqual({ ...ALIKE, decisions: 1, identical: 1 });
  expect(await replay({ until: '2020-01-01T00:00:00Z' })).toEqual({ ...ALIKE, decisions: 0, identical: 0, parts: 0 });
  expect((await api.get(`/v1/clusters/${cluster}`)).body.position).toBe(position);
});

test('a body is not needed', async () => {
  const { cluster } = await decided();
  expect((await api.post(`/v1/clusters/${cluster}/replays`).expect(200)).body).toEqual(ALIKE);
});

test('what was altered is found', async () => {
  const { cluster, run } = await decided();
  await alter(api.database.url, "UPDATE decisions SET node_name = 'b' WHERE run_id = $1 AND node_name = 'a'", [run]);
  const { body } = await api.post(`/v1/clusters/${cluster}/replays`).send({}).expect(200);
  expect(body).toMatchObject({ decisions: 3, identical: 2, different: 1, notComparable: 0 });
  expect(body.differences).toEqual([
    {
      decision: `${run}.0`,
      run,
      part: 0,
      pod: { namespace: 'default', name: 'p', uid: expect.any(String) },
      field: 'node',
      recorded: 'b',
      replayed: 'a',
      trace: null,
      compared: 'full',
      follows: null,
      engine: {
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        isPresent: true,
        plugins: [],
      },
      message: `decision ${run}.0 of pod default/p: node was "b", and comes out as "a"`,
    },
  ]);
});

test('as NDJSON the report is the last line', async () => {
  const { cluster } = await decided();
  const { text, headers } = await api
    .post(`/v1/clusters/${cluster}/replays`)
    .set('accept', 'application/x-ndjson')
    .send({})
    .expect(200)
    .buffer(true)
    .parse((response, done) => {
      let all = '';
      response
        .on('data', (piece: Buffer) => {
          all += piece.toString();
        })
        .on('end', () => {
          done(null, all);
        });
    })
    .then((response) => ({ text: response.body as string, headers: response.headers }));
  expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.at(-1)).toEqual(ALIKE);
  for (const line of lines.slice(0, -1))
    expect(line).toEqual({
      progress: {
        decisions: expect.any(Number),
        identical: expect.any(Number),
        different: 0,
        notComparable: 0,
        total: 3,
      },
    });
});

test.each([
  [{ part: 0 }, 'INVALID_REQUEST', 400],
  [{ run: 'x' }, 'INVALID_REQUEST', 400],
  [{ decision: 'x.1' }, 'DECISION_NOT_FOUND', 404],
  [{ decision: 'x.1', run: '01a20081-55b0-7054-9a6e-91babf6058ce' }, 'INVALID_REQUEST', 400],
  [{ run: '01a20081-55b0-7054-9a6e-91babf6058ce' }, 'RUN_NOT_FOUND', 404],
  [{ run: '01a20081-55b0-7054-9a6e-91babf6058ce', from: '2020-01-01T00:00:00Z' }, 'INVALID_REQUEST', 400],
  [{ from: 'yesterday' }, 'INVALID_REQUEST', 400],
  [{ all: true }, 'INVALID_REQUEST', 400],
])('%j is %s, as JSON and as NDJSON', async (body, code, status) => {
  const cluster = await api.cluster();
  for (const type of ['application/json', 'application/x-ndjson']) {
    const answer = await api.post(`/v1/clusters/${cluster}/replays`).set('accept', type).send(body).expect(status);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.body.code).toBe(code);
  }
});

test('a client that goes away ends it', async () => {
  const pods = Array.from({ length: 300 }, (_, index) => pod(`p${index}`, '1m'));
  const cluster = await api.cluster(node('a', { cpu: '64', pods: '1000' }), ...pods);
  for (let run = 0; run < 3; run++)
    await api.post(`/v1/clusters/${cluster}/runs`).send({ allowEmpty: true }).expect(201);
  const logged = api.log.length;
  await new Promise<void>((resolve) => {
    const started = httpRequest(`${api.url}/v1/clusters/${cluster}/replays`, { method: 'POST' });
    started.on('error', () => {
      resolve();
    });
    started.end(() => {
      started.destroy();
    });
  });
  // It ends by itself, and nothing of it is an error of the service.
  expect((await api.post(`/v1/clusters/${cluster}/replays`).send({}).expect(200)).body).toMatchObject({
    decisions: 300,
    identical: 300,
  });
  expect(api.log.slice(logged).filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

describe('GraphQL', () => {
  const REPLAY = `mutation ($input: ReplayInput!) { replay(input: $input) { replay { decisions identical different
    notComparable parts
    differences { decision field recorded replayed compared follows pod { name }
    engine { version isPresent plugins { name digest present } }
    trace { what plugin node recorded replayed } message } notCompared { reason } }
    refusals { __typename code message } } }`;

  test('says the same', async () => {
    const graphql = await GraphqlApi.start();
    try {
      const {
        createCluster: { cluster },
      } = await graphql.data(`mutation { createCluster(input: {name: "g"}) { cluster { id } } }`);
      const manifests = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [node('a'), pod('p')] });
      await graphql.data(
        `mutation ($input: ImportManifestsInput!) { importManifests(input: $input) { refusals { message } } }`,
        { input: { clusterId: 'g', manifests } },
      );
      const {
        schedule: { run },
      } = await graphql.data(`mutation { schedule(input: {clusterId: "g"}) { run { id uid } } }`);
      const replay = async (input: object): Promise<unknown> =>
        (await graphql.data(REPLAY, { input: { clusterId: cluster.id, ...input } })).replay;
      const alike = {
        replay: {
          decisions: 1,
          identical: 1,
          different: 0,
          notComparable: 0,
          parts: 1,
          differences: [],
          notCompared: [],
        },
        refusals: [],
      };
      for (const input of [
        {},
        { run: run.id },
        { run: run.uid, part: 0 },
        { decision: `${run.uid}.0` },
        { from: '2020-01-01T00:00:00Z' },
      ])
        expect(await replay(input)).toEqual(alike);
      await graphql.sql(`SET session_replication_role = replica; UPDATE decisions SET node_name = 'b'`);
      expect(await replay({})).toMatchObject({
        replay: {
          different: 1,
          differences: [
            {
              decision: `${run.uid}.0`,
              field: 'node',
              recorded: 'b',
              replayed: 'a',
              compared: 'full',
              engine: { isPresent: true, plugins: [] },
              trace: null,
            },
          ],
        },
      });
      expect(await replay({ part: 1 })).toMatchObject({ replay: null, refusals: [{ __typename: 'InvalidRequest' }] });
      expect(await replay({ run: run.uid, part: 1 })).toMatchObject({
        replay: null,
        refusals: [{ __typename: 'InvalidRequest' }],
      });
    } finally {
      await graphql.stop();
    }
  });
});
