import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { JobRunner } from '#jobs';
import { unusedFolder } from '#test-run';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { bearer, keyOfTeam } from './team-key.js';
import { node, pod, TestApi } from './test-api.js';

interface Delivery {
  readonly target: string;
  readonly state: string;
  readonly attempts: number;
  readonly problem: string | null;
}
interface Result {
  readonly id: string;
  readonly state: string;
  readonly missed: number;
  readonly dueAt: string;
  readonly digest: string;
  readonly rowCount: number;
  readonly problem: string | null;
  readonly problemCode: string | null;
  readonly conditionMet: boolean | null;
  readonly deliveries: readonly Delivery[];
}
interface Schedule {
  readonly name: string;
  readonly nextAt: string | null;
  readonly pausedBecause: string | null;
  readonly failedDeliveries: number;
  readonly secret: string | null;
}

const folder = unusedFolder();
let api: TestApi;
let client: pg.Client;

beforeAll(async () => {
  api = await TestApi.start({ BERTH_DELIVERY_DIR: folder, BERTH_WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' });
  client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  await api.post('/v1/clusters').send({ name: 'prod' }).expect(201);
  const items = [node('n1'), pod('web'), pod('big', '900')];
  await api.post('/v1/clusters/prod/import').send({ apiVersion: 'v1', kind: 'List', items }).expect(200);
  await api.post('/v1/clusters/prod/profiles').send({ schedulerName: 'packing' }).expect(201);
});
afterAll(async () => {
  await client.end();
  await api.stop();
});

const NIGHTLY = { cron: '0 3 * * *', zone: 'Europe/Berlin', report: 'pending', cluster: 'prod' };

async function create(body: object): Promise<Schedule> {
  return (
    await api
      .post('/v1/schedules')
      .send({ ...NIGHTLY, ...body })
      .expect(201)
  ).body as Schedule;
}

/** Does all jobs that are due. */
const work = (): Promise<void> => api.app.get(JobRunner).drain();

async function run(schedule: string): Promise<Result> {
  const { result } = (await api.post(`/v1/schedules/${schedule}/run`).expect(202)).body as { result: string };
  await work();
  return (await api.get(`/v1/schedule-results/${result}`).expect(200)).body as Result;
}

const shown = async (schedule: string): Promise<Schedule> =>
  (await api.get(`/v1/schedules/${schedule}`).expect(200)).body as Schedule;
const results = async (schedule: string): Promise<readonly Result[]> =>
  ((await api.get(`/v1/schedules/${schedule}/results`).expect(200)).body as { items: Result[] }).items;

/** As if the next time had been this one: what is due is due at once. */
async function dueSince(schedule: string, time: Date): Promise<void> {
  await client.query('UPDATE schedules SET next_at = $2 WHERE name = $1', [schedule, time]);
  await client.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()');
}

test('a report is made, kept, delivered as files, and downloaded with the same bytes', async () => {
  const { nextAt } = await create({ name: 'files', formats: ['csv', 'json'], to: ['file:a/b/'] });
  expect(new Date(nextAt ?? 0).getTime()).toBeGreaterThan(Date.now());
  const made = await run('files');
  expect(made).toMatchObject({ state: 'succeeded', rowCount: 2, missed: 0 });
  expect(made.deliveries).toMatchObject([{ target: 'file:a/b/', state: 'delivered', attempts: 1, problem: null }]);
  const names = readdirSync(join(folder, 'default/a/b')).sort();
  expect(names).toEqual([expect.stringMatching(/^files-.*Z\.csv$/), expect.stringMatching(/^files-.*Z\.json$/)]);
  const rows = await api.get(`/v1/schedule-results/${made.id}/rows`).set('accept', 'text/csv').expect(200);
  expect(rows.text).toBe(readFileSync(join(folder, 'default/a/b', names[0] ?? ''), 'utf8'));
  expect(rows.headers['x-berth-digest']).toBe(`sha-256=${made.digest}`);
});

test('a link in the delivery folder is followed within it, and nothing is written where it leads out', async () => {
  const outside = unusedFolder();
  mkdirSync(outside);
  mkdirSync(join(folder, 'default/inside'), { recursive: true });
  symlinkSync(outside, join(folder, 'default/out'));
  symlinkSync('inside', join(folder, 'default/near'));
  await create({ name: 'linked', formats: ['csv'], to: ['file:out/', 'file:out/deep/er/', 'file:near/'] });
  const { deliveries } = await run('linked');
  const problem = expect.stringMatching(
    /^the file could not be written: a link in the path of default\/out.* leads out/,
  );
  expect(deliveries.map(({ target, state, problem: why }) => [target, state, why]).sort()).toEqual([
    ['file:near/', 'delivered', null],
    ['file:out/', 'waiting', problem],
    ['file:out/deep/er/', 'waiting', problem],
  ]);
  expect(readdirSync(outside)).toEqual([]);
  expect(readdirSync(join(folder, 'default/inside'))).toHaveLength(1);
});

test.each<readonly [string, object, object, readonly object[]]>([
  ['checkpoint', {}, { work: 'checkpoint' }, [{ cluster: 'prod', root: expect.stringMatching(/^[0-9a-f]{64}$/) }]],
  ['verification', {}, { work: 'verification', holds: true }, [{ holds: true, violations: 0, first: null }]],
  ['comparison', { profile: 'packing' }, { work: 'comparison', placementCount: 0 }, []],
])('a %s is made, with its rows and digest', async (kind, more, head, rows) => {
  await create({ name: kind, work: kind, report: undefined, formats: ['json'], to: [`file:${kind}/`], ...more });
  const made = await run(kind);
  expect(made).toMatchObject({ state: 'succeeded', deliveries: [{ state: 'delivered' }] });
  const answer = await api.get(`/v1/schedule-results/${made.id}/rows`).set('accept', 'application/json').expect(200);
  const { items, ...about } = answer.body as { items: readonly object[] };
  expect([about, items.length]).toMatchObject([head, made.rowCount]);
  expect(items.slice(0, 1)).toMatchObject(rows);
  expect(answer.headers['x-berth-digest']).toBe(`sha-256=${made.digest}`);
  const [name = ''] = readdirSync(join(folder, 'default', kind));
  expect(readFileSync(join(folder, 'default', kind, name), 'utf8')).toBe(answer.text);
});

test('times that passed are made up once, over two workers, and it is said how many', async () => {
  await create({ name: 'missed', work: 'run', report: undefined });
  await dueSince('missed', new Date(Date.now() - 3.5 * 24 * 60 * 60 * 1_000));
  await Promise.all([work(), work()]);
  await work();
  const [made, ...others] = await results('missed');
  expect([made?.state, others]).toEqual(['succeeded', []]);
  expect(made?.missed).toBeGreaterThanOrEqual(3);
  expect(new Date((await shown('missed')).nextAt ?? 0).getTime()).toBeGreaterThan(Date.now());
  const runs = (await api.get('/v1/clusters/prod/runs').expect(200)).body as { items: object[] };
  expect(runs.items).toHaveLength(1);
});

test('what a worker that is gone had begun is begun again, and a result ends once', async () => {
  await create({ name: 'killed' });
  const { result } = (await api.post('/v1/schedules/killed/run').expect(202)).body as { result: string };
  // As a process leaves it that was killed in the middle: it holds the job and its queue, and no lease.
  const gone = '00000000-0000-4000-8000-000000000000/0';
  await client.query("UPDATE schedule_results SET state = 'running', attempt = 1 WHERE id = $1", [result]);
  await client.query('UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = $1', [gone]);
  await client.query('UPDATE graphile_worker._private_job_queues SET locked_at = now(), locked_by = $1', [gone]);
  await work();
  expect((await results('killed'))[0]?.state).toBe('running');
  await api.app.get(JobRunner).release();
  await work();
  expect((await results('killed'))[0]?.state).toBe('succeeded');
});

test('it runs as its owner: a key that is revoked makes it fail, and no right is added', async () => {
  const { key } = await keyOfTeam(api, { team: 'default', roles: ['viewer'], more: { name: 'reader' } });
  const as = bearer({ key });
  await api
    .post('/v1/schedules')
    .set(as)
    .send({ ...NIGHTLY, name: 'runs', work: 'run', report: undefined })
    .expect(403);
  await api
    .post('/v1/schedules')
    .set(as)
    .send({ ...NIGHTLY, name: 'own' })
    .expect(201);
  expect((await run('own')).state).toBe('succeeded');
  const keys = (await api.get('/v1/teams/default/keys').expect(200)).body as { items: { id: string; name: string }[] };
  const { id } = keys.items.find(({ name }) => name === 'reader') ?? { id: '' };
  await api.delete(`/v1/teams/default/keys/${id}`).expect(204);
  const failed = await run('own');
  expect(failed).toMatchObject({ state: 'failed', problemCode: 'SCHEDULE_OWNER_REFUSED' });
  expect(failed.problem).toContain('was revoked');
});

test('a condition delivers the first result that meets it, until one does not', async () => {
  await create({ name: 'alert', condition: 'rows.exists(r, r.pod == "alarm")', to: ['file:alerts/'] });
  const delivered = async (): Promise<readonly [boolean | null, number]> => {
    const { conditionMet, deliveries } = await run('alert');
    return [conditionMet, deliveries.length];
  };
  const pods = '/v1/clusters/prod/api/v1/namespaces/default/pods';
  expect(await delivered()).toEqual([false, 0]);
  await api.post(pods).send(pod('alarm', '900')).expect(201);
  expect([await delivered(), await delivered()]).toEqual([
    [true, 1],
    [true, 0],
  ]);
  await api.delete(`${pods}/alarm`).expect(200);
  expect(await delivered()).toEqual([false, 0]);
  await api.post(pods).send(pod('alarm', '900')).expect(201);
  expect(await delivered()).toEqual([true, 1]);
});

test('two results are compared row by row', async () => {
  await create({ name: 'compared' });
  const before = await run('compared');
  await api.post('/v1/clusters/prod/api/v1/namespaces/default/pods').send(pod('later', '900')).expect(201);
  const after = await run('compared');
  const { items } = (await api.get(`/v1/schedule-results/${after.id}/diff?with=${before.id}`).expect(200)).body as {
    items: readonly { readonly change: string; readonly column: string | null; readonly row: string }[];
  };
  // Pods that waited before have waited longer since.
  const others = items.filter(({ column }) => column !== 'waitSeconds');
  const row = expect.stringContaining('later') as unknown;
  expect(others).toEqual([{ change: 'added', row, column: null, before: null, after: null }]);
});

describe('a webhook', () => {
  interface Received {
    readonly headers: http.IncomingHttpHeaders;
    readonly body: string;
  }
  const received: Received[] = [];
  let answer: (response: http.ServerResponse) => void;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      answer(response);
    });
  });
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('is signed as Standard Webhooks have it, and carries the file', async () => {
    answer = (response) => response.writeHead(204).end();
    const { secret } = await create({ name: 'hook', to: [url] });
    const made = await run('hook');
    expect(made.deliveries).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    const { headers, body } = received.at(-1) ?? { headers: {}, body: '' };
    const payload = new Webhook(secret ?? '').verify(body, headers as Record<string, string>);
    expect(payload).toMatchObject({
      type: 'schedule.result',
      data: { schedule: { name: 'hook' }, result: { id: made.id, digest: made.digest }, files: [{ encoding: 'utf8' }] },
    });
    expect((await shown('hook')).secret).toBeUndefined();
  });

  test.each<readonly [string, (response: http.ServerResponse) => void, RegExp]>([
    ['fails', (response) => response.writeHead(500).end('out of order'), /^answered 500: out of order$/],
    [
      'redirects',
      (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      /redirects are not followed/,
    ],
    [
      'answers without end',
      (response) => {
        response.writeHead(500);
        const write = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
          if (!response.destroyed) response.once('drain', write);
        };
        write();
      },
      /^answered 500: x{500}$/,
    ],
  ])('that %s is seen, and tried again with the same id', async (what, answers, problem) => {
    answer = answers;
    const name = `hook-${what.split(' ')[0] ?? ''}`;
    await create({ name, to: [url] });
    const made = await run(name);
    expect(made.deliveries).toMatchObject([{ state: 'waiting', attempts: 1, problem: expect.stringMatching(problem) }]);
    await client.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()');
    await work();
    // What other schedules wait with comes at the same time.
    const own = received.filter(({ body }) => body.includes(`"name":"${name}"`));
    expect([own.length, new Set(own.map(({ headers }) => headers['webhook-id'])).size]).toEqual([2, 1]);
    expect((await results(name))[0]?.deliveries).toMatchObject([{ attempts: 2 }]);
  });

  test('that is given up counts, and the third pauses the schedule until it is resumed', async () => {
    answer = (response) => response.writeHead(503).end();
    await create({ name: 'given-up', to: [url] });
    for (let count = 1; count <= 3; count += 1) {
      await run('given-up');
      for (let attempt = 1; attempt < 8; attempt += 1) {
        await client.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()');
        await work();
      }
      expect((await shown('given-up')).failedDeliveries).toBe(count);
    }
    expect(await shown('given-up')).toMatchObject({ nextAt: null, pausedBecause: expect.stringContaining('503') });
    await api.post('/v1/schedules/given-up/resume').expect(200);
    expect(await shown('given-up')).toMatchObject({ pausedBecause: null, failedDeliveries: 0 });
  });

  test('at a name that has a private address is not called', async () => {
    await create({ name: 'private', to: ['https://localhost/x'] });
    expect((await run('private')).deliveries).toMatchObject([
      { state: 'waiting', problem: expect.stringMatching(/private address/) },
    ]);
  });

  test.each(['https://10.0.0.1/x', 'https://[::1]/x', 'https://0x0a.1/x', 'http://example.com/x', 's3://other/x/'])(
    'at %s is refused at creation, by field',
    async (target) => {
      const { body } = await api
        .post('/v1/schedules')
        .send({ ...NIGHTLY, name: 'refused', to: ['file:a/', target] })
        .expect(400);
      expect(body.errors).toMatchObject([
        { pointer: '/to/1', detail: expect.stringMatching(/private address|use https|BERTH_DELIVERY_BUCKETS/) },
      ]);
    },
  );
});

test('what is wrong with a schedule is said by field, and nothing is written', async () => {
  const wrong = {
    cron: 'often',
    zone: 'Mars/Base',
    report: 'capacty',
    to: ['file:../x', 'ftp://x'],
    period: 'last-day',
  };
  const { body } = await api
    .post('/v1/schedules')
    .send({ name: 'A', ...wrong })
    .expect(400);
  expect((body.errors as { pointer?: string; detail: string }[]).length).toBeGreaterThanOrEqual(5);
  await api.get('/v1/schedules/A').expect(404);
});

test('jobs are enqueued with their transaction, or not at all', async () => {
  const jobs = async (): Promise<number> =>
    Number((await client.query('SELECT count(*) FROM graphile_worker._private_jobs')).rows[0].count);
  const before = await jobs();
  await create({ name: 'twice' });
  expect(await jobs()).toBe(before + 1);
  await api
    .post('/v1/schedules')
    .send({ ...NIGHTLY, name: 'twice' })
    .expect(409);
  expect(await jobs()).toBe(before + 1);
});
