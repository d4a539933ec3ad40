import { LongWork, type ShownOperation } from './long-work.js';

let work: LongWork;
beforeAll(async () => {
  work = await LongWork.start();
});
afterAll(() => work.stop());

test('what nobody waits for is answered with its operation, which says what it came to', async () => {
  const begun = await work.replaying();
  expect(begun).toMatchObject({
    kind: 'replay',
    caller: 'ann',
    progress: { done: 0, total: 3, unit: 'decisions' },
    request: { cluster: work.cluster },
    result: null,
    problem: null,
    finishedAt: null,
    expiresAt: null,
  });
  const ended = await work.when(begun.id, 'succeeded');
  expect(ended).toMatchObject({
    place: null,
    progress: { done: 3, total: 3 },
    result: { decisions: 3, identical: 3, different: 0 },
    problem: null,
    startedAt: expect.any(String),
    finishedAt: expect.any(String),
    expiresAt: expect.any(String),
  });
  expect((await work.when((await work.verifying({ cluster: work.cluster })).id, 'succeeded')).result).toMatchObject({
    holds: true,
  });
});

test('behind an answer that somebody waits for stands an operation too', async () => {
  for (const type of ['application/json', 'application/x-ndjson']) {
    const { headers, text } = await work.api
      .post('/v1/verifications')
      .set('accept', type)
      .send({ cluster: work.cluster })
      .buffer(true)
      .expect(200);
    const { state, result } = (await work.api.get(String(headers['location'])).expect(200)).body as ShownOperation;
    expect([state, result]).toEqual(['succeeded', JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')]);
  }
});

test('what is polled has a tag, and says when to ask again until it has ended', async () => {
  await work.whileHeld(async () => {
    const { id } = await work.verifying();
    await work.when(id, 'running');
    const running = await work.api.get(`/v1/operations/${id}`).expect(200);
    expect(running.headers['retry-after']).toBe('1');
    await work.api.post(`/v1/operations/${id}/cancel`).expect(200);
    const ended = await work.api.get(`/v1/operations/${id}`).expect(200);
    expect(ended.headers['retry-after']).toBeUndefined();
    await work.api.get(`/v1/operations/${id}`).set('if-none-match', String(ended.headers['etag'])).expect(304);
  });
});

test('cancelling ends what the database does for it, and those who wait hear it', async () => {
  await work.whileHeld(async () => {
    const waited = fetch(`${work.api.url}/v1/verifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    await work.waiting(1);
    const { id } = await work.running();
    const cancelled = await work.api.post(`/v1/operations/${id}/cancel`).set('x-berth-actor', 'bob').expect(200);
    expect(cancelled.body).toMatchObject({ state: 'cancelled', problem: { code: 'OPERATION_CANCELLED' } });
    const answer = await waited;
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { code: 'OPERATION_CANCELLED', detail: `operation ${id} was cancelled: by bob` },
    ]);
    await work.waiting(0);
    // Again is as well as once; what ended otherwise stays so.
    await work.api.post(`/v1/operations/${id}/cancel`).expect(200);
  });
  const { id } = await work.when((await work.replaying()).id, 'succeeded');
  const { body } = await work.api.post(`/v1/operations/${id}/cancel`).expect(409);
  expect(body).toMatchObject({ code: 'OPERATION_ENDED', detail: `operation ${id} has ended: it succeeded` });
});

test('whoever waited and goes away cancels it', async () => {
  await work.whileHeld(async () => {
    const gone = new AbortController();
    const waited = fetch(`${work.api.url}/v1/verifications`, { method: 'POST', signal: gone.signal });
    await work.waiting(1);
    const { id } = await work.running();
    gone.abort();
    await expect(waited).rejects.toThrow('aborted');
    expect((await work.when(id, 'cancelled')).problem?.detail).toContain('the client disconnected');
    await work.waiting(0);
  });
});

test('a comparison ends with whoever waits for it, and of too many the last is refused', async () => {
  await work.whileHeld(async () => {
    const gone = new AbortController();
    const waited = fetch(`${work.api.url}/v1/clusters/${work.cluster}/comparisons`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ a: {}, b: {} }),
      signal: gone.signal,
    });
    await work.waiting(1, 'changes');
    const { id } = await work.running();
    gone.abort();
    await expect(waited).rejects.toThrow('aborted');
    expect((await work.when(id, 'cancelled')).problem?.detail).toContain('the client disconnected');
    await work.waiting(0, 'changes');
    const first = await work.comparing();
    await work.when(first.id, 'running');
    await work.refusesMoreThanHalfAQueue(`/v1/clusters/${work.cluster}/comparisons`, { a: {}, b: {} });
    await work.api.post(`/v1/operations/${first.id}/cancel`).expect(200);
    await work.waiting(0, 'changes');
  }, 'changes');
});

test('of a kind a caller has one at a time; others of theirs say their place, and nobody else waits', async () => {
  await work.whileHeld(async () => {
    const first = await work.verifying();
    await work.when(first.id, 'running');
    const [second, third] = [await work.verifying(), await work.verifying()];
    expect([await work.read(second.id), await work.read(third.id)]).toMatchObject([
      { state: 'queued', place: 1, startedAt: null },
      { state: 'queued', place: 2 },
    ]);
    await work.refusesMoreThanHalfAQueue('/v1/verifications', {});
    // Another kind, and another caller, go on at once.
    const other = await work.verifying({}, 'bob');
    await work.when(other.id, 'running');
    await work.when((await work.replaying({}, 'eve')).id, 'succeeded');
    await work.api.post(`/v1/operations/${second.id}/cancel`).expect(200);
    expect(await work.read(third.id)).toMatchObject({ place: 1 });
    await work.api.post(`/v1/operations/${first.id}/cancel`).expect(200);
    await work.when(third.id, 'running');
    for (const { id } of [third, other]) await work.api.post(`/v1/operations/${id}/cancel`).expect(200);
  });
});

test('what another process ended ends here within a second', async () => {
  await work.whileHeld(async () => {
    const { id } = await work.verifying();
    await work.waiting(1);
    await work.sql(
      `UPDATE operations SET state = 'cancelled', finished_at = now(), expires_at = now() + interval '1 day'
       WHERE id = $1`,
      [id],
    );
    const begun = performance.now();
    await work.waiting(0);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});

test('a request that cannot be done is refused before there is an operation', async () => {
  const count = async (): Promise<number> =>
    Number((await work.sql<{ count: string }>('SELECT count(*) FROM operations'))[0]?.count);
  const before = await count();
  const none = '01a20081-55b0-7054-9a6e-91babf6058ce';
  for (const [path, body, status, code] of [
    ['/v1/verifications', { cluster: 'none' }, 404, 'CLUSTER_NOT_FOUND'],
    [`/v1/clusters/none/replays`, {}, 404, 'CLUSTER_NOT_FOUND'],
    [`/v1/clusters/${work.cluster}/replays`, { run: none }, 404, 'RUN_NOT_FOUND'],
    [`/v1/clusters/${work.cluster}/replays`, { wait: 'no' }, 400, 'INVALID_REQUEST'],
  ] as const) {
    const answer = await work.api.post(path).send({ wait: false, ...body });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  }
  const lines = await work.api.post('/v1/verifications').set('accept', 'application/x-ndjson').send({ wait: false });
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
  const answer = await fetch(work.api.url + path, { method });
  expect([answer.status, await answer.json()]).toMatchObject([status, { code }]);
});

test('a list goes page by page, newest first, by cluster, kind and state', async () => {
  const first = await work.when((await work.replaying()).id, 'succeeded');
  const second = await work.when((await work.replaying()).id, 'succeeded');
  const list = async (query: string): Promise<{ items: ShownOperation[]; nextPageToken?: string }> =>
    (await work.api.get(`/v1/operations?${query}`).expect(200)).body as {
      items: ShownOperation[];
      nextPageToken?: string;
    };
  const page = await list(`cluster=${work.cluster}&kind=replay&state=succeeded&pageSize=1`);
  expect(page.items.map(({ id }) => id)).toEqual([second.id]);
  expect(page.items[0]).not.toHaveProperty('result');
  const next = await list(
    `cluster=${work.cluster}&kind=replay&state=succeeded&pageSize=1&pageToken=${page.nextPageToken ?? ''}`,
  );
  expect(next.items.map(({ id }) => id)).toEqual([first.id]);
});

test('metrics count them by kind and state', async () => {
  await work.when((await work.replaying()).id, 'succeeded');
  const { text } = await work.api.get('/metrics').expect(200);
  expect(text).toMatch(/^berth_operations\{kind="replay",state="succeeded"\} [1-9]\d*$/m);
  expect(text).toMatch(/^berth_operations\{kind="verification",state="running"\} 0$/m);
});
