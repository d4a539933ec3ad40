import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { Housekeeping } from '../../apps/api/src/housekeeping.js';
import { berth } from './berth-command.js';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
let dataDir: string;
let cluster: string;
/** What the database is doing is the same throughout a transaction: whoever holds a table does not ask. */
let client: pg.Client;
let holder: pg.Client;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'berth-long-work-'));
  api = await TestApi.start({ BERTH_HEAVY_WAITING: '4', BERTH_DATA_DIR: dataDir });
  cluster = await api.cluster(node('a'), pod('p1'), pod('p2'), pod('huge', '9'));
  await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
  client = new pg.Client({ connectionString: api.database.url });
  holder = new pg.Client({ connectionString: api.database.url });
  await Promise.all([client.connect(), holder.connect()]);
  process.env['BERTH_URL'] = api.url;
});
afterAll(async () => {
  delete process.env['BERTH_URL'];
  await Promise.all([client.end(), holder.end()]);
  await api.stop();
  rmSync(dataDir, { recursive: true });
});

/** Something that takes long. */
interface Shown {
  readonly id: string;
  readonly state: string;
  readonly place: number | null;
  readonly result: Record<string, unknown> | null;
  readonly problem: { readonly code: string; readonly detail: string } | null;
}

/** While verification waits for a table that somebody has; replays do not need it. */
async function whileHeld<T>(work: () => Promise<T>): Promise<T> {
  await holder.query('BEGIN; LOCK TABLE idempotency_keys IN ACCESS EXCLUSIVE MODE');
  try {
    return await work();
  } finally {
    await holder.query('ROLLBACK');
  }
}

const read = async (id: string): Promise<Shown> => (await api.get(`/v1/operations/${id}`).expect(200)).body as Shown;

/** The operation when it is so far. */
async function when(id: string, state: string): Promise<Shown> {
  for (;;) {
    const shown = await read(id);
    if (shown.state === state) return shown;
    if (shown.state !== 'queued' && shown.state !== 'running') throw new Error(`it is ${JSON.stringify(shown)}`);
    await setTimeout(20);
  }
}

async function begin(path: string, body: object = {}, caller = 'ann'): Promise<Shown> {
  const answer = await api
    .post(path)
    .set('x-berth-actor', caller)
    .send({ ...body, wait: false });
  expect([answer.status, answer.headers['retry-after'], answer.headers['location']]).toEqual([
    202,
    '1',
    `/v1/operations/${(answer.body as Shown).id}`,
  ]);
  return answer.body as Shown;
}

const verifying = (body: object = {}, caller?: string): Promise<Shown> => begin('/v1/verifications', body, caller);
const replaying = (body: object = {}, caller?: string): Promise<Shown> =>
  begin(`/v1/clusters/${cluster}/replays`, body, caller);

/** What others do in the database on behalf of the service: those that wait for a lock. */
const waiting = async (): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()
       AND wait_event_type = 'Lock' AND query ILIKE '%idempotency_keys%'`,
  );
  return rows[0]?.count ?? 0;
};

test('what nobody waits for is answered with its operation, which says what it came to', async () => {
  const begun = await replaying();
  expect(begun).toMatchObject({
    kind: 'replay',
    caller: 'ann',
    progress: { done: 0, total: 3, unit: 'decisions' },
    request: { cluster },
    result: null,
    problem: null,
    finishedAt: null,
    expiresAt: null,
  });
  const ended = await when(begun.id, 'succeeded');
  expect(ended).toMatchObject({
    place: null,
    progress: { done: 3, total: 3 },
    result: { decisions: 3, identical: 3, different: 0 },
    problem: null,
    startedAt: expect.any(String),
    finishedAt: expect.any(String),
    expiresAt: expect.any(String),
  });
  expect((await when((await verifying({ cluster })).id, 'succeeded')).result).toMatchObject({ holds: true });
});

test('behind an answer that somebody waits for stands an operation too', async () => {
  for (const type of ['application/json', 'application/x-ndjson']) {
    const { headers, text } = await api
      .post('/v1/verifications')
      .set('accept', type)
      .send({ cluster })
      .buffer(true)
      .expect(200);
    const { state, result } = (await api.get(String(headers['location'])).expect(200)).body as Shown;
    expect([state, result]).toEqual(['succeeded', JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')]);
  }
});

test('what is polled has a tag, and says when to ask again until it has ended', async () => {
  await whileHeld(async () => {
    const { id } = await verifying();
    await when(id, 'running');
    const running = await api.get(`/v1/operations/${id}`).expect(200);
    expect(running.headers['retry-after']).toBe('1');
    await api.post(`/v1/operations/${id}/cancel`).expect(200);
    const ended = await api.get(`/v1/operations/${id}`).expect(200);
    expect(ended.headers['retry-after']).toBeUndefined();
    await api.get(`/v1/operations/${id}`).set('if-none-match', String(ended.headers['etag'])).expect(304);
  });
});

test('cancelling ends what the database does for it, and whoever waits is told', async () => {
  await whileHeld(async () => {
    const waited = fetch(`${api.url}/v1/verifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    while ((await waiting()) === 0) await setTimeout(10);
    const { items } = (await api.get('/v1/operations?kind=verification&state=running').expect(200)).body as {
      items: Shown[];
    };
    expect(items).toHaveLength(1);
    const [{ id } = { id: '' }] = items;
    const cancelled = await api.post(`/v1/operations/${id}/cancel`).set('x-berth-actor', 'bob').expect(200);
    expect(cancelled.body).toMatchObject({ state: 'cancelled', problem: { code: 'OPERATION_CANCELLED' } });
    const answer = await waited;
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { code: 'OPERATION_CANCELLED', detail: `operation ${id} was cancelled: by bob` },
    ]);
    while ((await waiting()) > 0) await setTimeout(10);
    // Again is as well as once; what ended otherwise stays so.
    await api.post(`/v1/operations/${id}/cancel`).expect(200);
  });
  const { id } = await when((await replaying()).id, 'succeeded');
  const { body } = await api.post(`/v1/operations/${id}/cancel`).expect(409);
  expect(body).toMatchObject({ code: 'OPERATION_ENDED', detail: `operation ${id} has ended: it succeeded` });
});

test('whoever waited and goes away cancels it', async () => {
  await whileHeld(async () => {
    const gone = new AbortController();
    const waited = fetch(`${api.url}/v1/verifications`, { method: 'POST', signal: gone.signal });
    while ((await waiting()) === 0) await setTimeout(10);
    const [{ id } = { id: '' }] = (await api.get('/v1/operations?state=running').expect(200)).body.items as Shown[];
    gone.abort();
    await expect(waited).rejects.toThrow('aborted');
    expect((await when(id, 'cancelled')).problem?.detail).toContain('whoever waited for it went away');
    while ((await waiting()) > 0) await setTimeout(10);
  });
});

test('of a kind a caller has one at a time; others of theirs say their place, and nobody else waits for them', async () => {
  await whileHeld(async () => {
    const first = await verifying();
    await when(first.id, 'running');
    const [second, third] = [await verifying(), await verifying()];
    expect([await read(second.id), await read(third.id)]).toMatchObject([
      { state: 'queued', place: 1, startedAt: null },
      { state: 'queued', place: 2 },
    ]);
    // Half of the queue is a caller's; another kind, and another caller, go on at once.
    const refused = await api.post('/v1/verifications').set('x-berth-actor', 'ann').send({ wait: false });
    expect([refused.status, refused.headers['retry-after'], refused.body.code]).toEqual([
      429,
      '5',
      'TOO_MANY_REQUESTS',
    ]);
    const other = await verifying({}, 'bob');
    await when(other.id, 'running');
    await when((await replaying({}, 'eve')).id, 'succeeded');
    await api.post(`/v1/operations/${second.id}/cancel`).expect(200);
    expect(await read(third.id)).toMatchObject({ place: 1 });
    await api.post(`/v1/operations/${first.id}/cancel`).expect(200);
    await when(third.id, 'running');
    for (const { id } of [third, other]) await api.post(`/v1/operations/${id}/cancel`).expect(200);
  });
});

test('what another process ended ends here within a second', async () => {
  await whileHeld(async () => {
    const { id } = await verifying();
    while ((await waiting()) === 0) await setTimeout(10);
    await client.query(
      `UPDATE operations SET state = 'cancelled', finished_at = now(), expires_at = now() + interval '1 day' WHERE id = $1`,
      [id],
    );
    const begun = performance.now();
    while ((await waiting()) > 0) await setTimeout(10);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});

test('a request that cannot be done is refused before there is an operation', async () => {
  const count = async (): Promise<number> =>
    Number((await client.query<{ count: string }>('SELECT count(*) FROM operations')).rows[0]?.count);
  const before = await count();
  const none = '01a20081-55b0-7054-9a6e-91babf6058ce';
  for (const [path, body, status, code] of [
    ['/v1/verifications', { cluster: 'none' }, 404, 'CLUSTER_NOT_FOUND'],
    [`/v1/clusters/none/replays`, {}, 404, 'CLUSTER_NOT_FOUND'],
    [`/v1/clusters/${cluster}/replays`, { run: none }, 404, 'RUN_NOT_FOUND'],
    [`/v1/clusters/${cluster}/replays`, { wait: 'no' }, 400, 'INVALID_REQUEST'],
  ] as const) {
    const answer = await api.post(path).send({ wait: false, ...body });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  }
  const lines = await api.post('/v1/verifications').set('accept', 'application/x-ndjson').send({ wait: false });
  expect([lines.status, lines.body.errors]).toMatchObject([400, [{ pointer: '/wait' }]]);
  expect(await count()).toBe(before);
});

test.each([
  ['GET', '/v1/operations/none', 404, 'OPERATION_NOT_FOUND'],
  ['GET', '/v1/operations/01a20081-55b0-7054-9a6e-91babf6058ce', 404, 'OPERATION_NOT_FOUND'],
  ['POST', '/v1/operations/none/cancel', 404, 'OPERATION_NOT_FOUND'],
  ['GET', '/v1/operations?state=done', 400, 'INVALID_REQUEST'],
  ['GET', '/v1/operations?cluster=none', 404, 'CLUSTER_NOT_FOUND'],
  ['GET', '/v1/operations?pageToken=x', 400, 'INVALID_REQUEST'],
])('%s %s is %i %s', async (method, path, status, code) => {
  const answer = await fetch(api.url + path, { method });
  expect([answer.status, await answer.json()]).toMatchObject([status, { code }]);
});

test('a list goes page by page, newest first, by cluster, kind and state', async () => {
  const first = await when((await replaying()).id, 'succeeded');
  const second = await when((await replaying()).id, 'succeeded');
  const list = async (query: string): Promise<{ items: Shown[]; nextPageToken?: string }> =>
    (await api.get(`/v1/operations?${query}`).expect(200)).body as { items: Shown[]; nextPageToken?: string };
  const page = await list(`cluster=${cluster}&kind=replay&state=succeeded&pageSize=1`);
  expect(page.items.map(({ id }) => id)).toEqual([second.id]);
  expect(page.items[0]).not.toHaveProperty('result');
  const next = await list(
    `cluster=${cluster}&kind=replay&state=succeeded&pageSize=1&pageToken=${page.nextPageToken ?? ''}`,
  );
  expect(next.items.map(({ id }) => id)).toEqual([first.id]);
});

describe('an export into a file', () => {
  const exporting = (body: object): Promise<Shown> => begin(`/v1/clusters/${cluster}/exports`, body);
  const download = (id: string): Promise<Response> => fetch(`${api.url}/v1/operations/${id}/file`);

  test.each([
    ['manifests', {}, 'export', '.json.gz'],
    ['manifests', { kinds: ['Node'], at: 'revision:1' }, 'export?kinds=Node&at=revision:1', '.json.gz'],
    ['ledger', {}, 'ledger', '.ndjson.gz'],
    ['ledger', { fromRevision: '2', toRevision: '2' }, 'ledger?fromRevision=2&toRevision=2', '.ndjson.gz'],
  ])('of %s %j has what is streamed', async (what, asked, streamed, suffix) => {
    const { id } = await exporting({ what, ...asked });
    const { result } = await when(id, 'succeeded');
    const answer = await download(id);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get('content-disposition'), result]).toEqual([
      200,
      `attachment; filename="${cluster}${suffix}"`,
      { name: cluster + suffix, type: expect.any(String), bytes: String(bytes.length), sha256: expect.any(String) },
    ]);
    const stream = await fetch(`${api.url}/v1/clusters/${cluster}/${streamed}`);
    expect(gunzipSync(bytes).toString()).toBe(await stream.text());
  });

  test('goes when its operation does', async () => {
    const { id } = await exporting({});
    await when(id, 'succeeded');
    expect(readdirSync(join(dataDir, 'exports'))).toContain(`${id}.gz`);
    await client.query("UPDATE operations SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    api.app.get(Housekeeping).start();
    while (readdirSync(join(dataDir, 'exports')).includes(`${id}.gz`)) await setTimeout(10);
    expect((await download(id)).status).toBe(404);
  });

  test.each([
    [{ what: 'ledger', kinds: ['Pod'] }, '/kinds', 'is for manifests, not for ledger'],
    [{ fromRevision: '1' }, '/fromRevision', 'is for ledger, not for manifests'],
    [{ what: 'all' }, '/what', 'must be one of manifests, ledger'],
    [{ wait: true }, '/wait', 'there is no such field, did you mean what?'],
  ])('of %j is refused', async (body, pointer, detail) => {
    const answer = await api.post(`/v1/clusters/${cluster}/exports`).send(body).expect(400);
    expect(answer.body.errors).toMatchObject([{ pointer, detail }]);
  });

  test('that is none, or is not there, has no file', async () => {
    const replay = await when((await replaying()).id, 'succeeded');
    const refused = await download(replay.id);
    expect([refused.status, await refused.json()]).toMatchObject([
      404,
      { code: 'OPERATION_FILE_NOT_FOUND', detail: `operation ${replay.id} has no file: it is a replay` },
    ]);
    const lost = await when((await exporting({})).id, 'succeeded');
    rmSync(join(dataDir, 'exports', `${lost.id}.gz`));
    expect(await (await download(lost.id)).json()).toMatchObject({
      detail: expect.stringMatching(/not on this server$/),
    });
    const none = await api.post('/v1/clusters/none/exports').send({}).expect(404);
    expect(none.body.code).toBe('CLUSTER_NOT_FOUND');
    const failed = await exporting({ what: 'ledger', fromRevision: '99' });
    expect(await when(failed.id, 'failed')).toMatchObject({ problem: { code: 'REVISION_NOT_FOUND' } });
  });
});

test('metrics count them by kind and state', async () => {
  await when((await replaying()).id, 'succeeded');
  const { text } = await api.get('/metrics').expect(200);
  expect(text).toMatch(/^berth_operations\{kind="replay",state="succeeded"\} [1-9]\d*$/m);
  expect(text).toMatch(/^berth_operations\{kind="verification",state="running"\} 0$/m);
});

test('berth operations lists, shows and cancels them', async () => {
  const done = await when((await replaying()).id, 'succeeded');
  const listed = await berth(`operations --cluster ${cluster} --kind replay -o csv`);
  expect([listed.code, listed.out]).toEqual([0, expect.stringContaining(`${done.id},replay,succeeded,ann`)]);
  const shown = await berth(`operations show ${done.id} -o json`);
  expect(JSON.parse(shown.out)).toMatchObject({ id: done.id, result: { identical: 3 } });
  await whileHeld(async () => {
    const { id } = await verifying();
    expect(await berth(`operations cancel ${id}`)).toMatchObject({ code: 0, out: `verification ${id} is cancelled` });
  });
  expect(await berth(`operations cancel ${done.id}`)).toMatchObject({
    code: 3,
    err: `berth: operation ${done.id} has ended: it succeeded`,
  });
});

test('berth verify says how far it is, and Ctrl-C cancels it', async () => {
  const said: string[] = [];
  let interrupt: (() => Promise<void>) | undefined;
  await whileHeld(async () => {
    const ran = berth('verify --all', {
      status: (line) => void said.push(line),
      onInterrupt: (work) => {
        interrupt = work;
        return () => undefined;
      },
    });
    while (!said.some((line) => line.includes('stages: cluster'))) await setTimeout(10);
    await interrupt?.();
    expect(await ran).toMatchObject({ code: 3, err: expect.stringMatching(/was cancelled: by anonymous$/) });
    while ((await waiting()) > 0) await setTimeout(10);
  });
  expect(said.some((line) => /^\d+ of \d+ stages: cluster 1 of 1 \(.*\): state; \d+ changes/.test(line))).toBe(true);
});

describe('GraphQL', () => {
  const FIELDS = `id uid kind state caller place progress { done total unit message } request problem { code message }
    result createdAt startedAt finishedAt expiresAt cluster { name } verification { holds } replay { identical }`;

  async function ask<T>(query: string, variables: object = {}): Promise<T> {
    const { body } = await api.post('/graphql').send({ query, variables });
    expect(body.errors).toBeUndefined();
    return (body as { data: T }).data;
  }

  const start = async (name: string, input: object): Promise<Shown & { uid: string; refusals: object[] }> => {
    const type = `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}Input`;
    const inputType = name === 'startReplay' ? 'ReplayInput' : type;
    const data = await ask<Record<string, { operation: (Shown & { uid: string }) | null; refusals: object[] }>>(
      `mutation ($input: ${inputType}!) { ${name}(input: $input) { operation { ${FIELDS} } refusals { code } } }`,
      { input },
    );
    const { operation, refusals } = data[name] ?? { operation: null, refusals: [] };
    return { ...(operation as Shown & { uid: string }), refusals };
  };

  test('starts them, and says what they came to', async () => {
    const replay = await start('startReplay', { clusterId: cluster });
    expect(replay).toMatchObject({ kind: 'replay', cluster: { name: cluster }, refusals: [] });
    await when(replay.uid, 'succeeded');
    const verification = await start('startVerification', {});
    await when(verification.uid, 'succeeded');
    const asked = await ask<{ operation: object; node: object; operations: { edges: { node: Shown }[] } }>(
      `query ($id: ID!, $replay: ID!) { operation(id: $id) { ${FIELDS} } node(id: $replay) { ... on Operation { ${FIELDS} } }
        operations(first: 1, kind: verification, state: succeeded) { edges { node { id result } } } }`,
      { id: verification.uid, replay: replay.id },
    );
    expect(asked).toMatchObject({
      operation: { cluster: null, verification: { holds: true }, replay: null, result: { holds: true } },
      node: { id: replay.id, state: 'succeeded', replay: { identical: 3 }, verification: null },
      operations: { edges: [{ node: { id: verification.id, result: { holds: true } } }] },
    });
  });

  test('the same key is the same operation', async () => {
    const input = { clusterId: cluster, idempotencyKey: 'once' };
    const [one, again] = [await start('startReplay', input), await start('startReplay', input)];
    expect(again.uid).toBe(one.uid);
    await when(one.uid, 'succeeded');
    expect((await when((await verifying({ cluster })).id, 'succeeded')).result).toMatchObject({ holds: true });
  });

  test('cancels them, and refuses what it cannot', async () => {
    const cancel = `mutation ($id: ID!) { cancelOperation(input: {operationId: $id}) { operation { state problem { code } }
      refusals { __typename code } } }`;
    await whileHeld(async () => {
      const { id } = await start('startVerification', { clusterId: cluster });
      expect(await ask(cancel, { id })).toEqual({
        cancelOperation: { operation: { state: 'cancelled', problem: { code: 'OPERATION_CANCELLED' } }, refusals: [] },
      });
    });
    expect(await ask(cancel, { id: 'none' })).toEqual({
      cancelOperation: {
        operation: null,
        refusals: [{ __typename: 'OperationNotFound', code: 'OPERATION_NOT_FOUND' }],
      },
    });
    expect(await start('startVerification', { clusterId: 'none' })).toEqual({
      refusals: [{ code: 'CLUSTER_NOT_FOUND' }],
    });
    expect(await ask('{ operation(id: "none") { id } }')).toEqual({ operation: null });
  });
});
