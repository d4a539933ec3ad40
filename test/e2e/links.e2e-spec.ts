import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { JobRunner } from '#jobs';
import pg from 'pg';
import { berth } from './berth-command.js';
import { bearer, keyOfTeam, type TeamKey } from './team-key.js';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
let cluster: string;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_WEBHOOK_PRIVATE_HOSTS: '127.0.0.1', BERTH_PUBLIC_URL: 'https://berth.example/' });
  cluster = await api.cluster(node('n'), pod('web'));
});
afterAll(() => api.stop());

interface Link {
  readonly url: string;
  readonly expiresAt: string;
}

const work = (): Promise<void> => api.app.get(JobRunner).drain();
const viewer = (): Promise<TeamKey> => keyOfTeam(api, { team: 'default', roles: ['viewer'] });
/** As a tool follows it: without a key, at the address of this process. */
const follow = (url: string): Promise<Response> => fetch(url.replace('https://berth.example', api.url));
const refusal = async (url: string): Promise<object> => {
  const answer = await follow(url);
  return { status: answer.status, ...((await answer.json()) as object) };
};

async function exported(key: TeamKey): Promise<string> {
  const path = `/v1/clusters/${cluster}/exports`;
  const { body } = await api.post(path).set(bearer(key)).send({ what: 'manifests' }).expect(202);
  await work();
  return (body as { id: string }).id;
}

async function result(key: TeamKey, name: string, more: object = {}): Promise<string> {
  const schedule = { name, cron: '0 3 * * *', report: 'pending', cluster, ...more };
  await api.post('/v1/schedules').set(bearer(key)).send(schedule).expect(201);
  const { body } = await api.post(`/v1/schedules/${name}/run`).set(bearer(key)).expect(202);
  await work();
  return (body as { result: string }).result;
}

async function linkOf(mutation: string, key: TeamKey, input: object): Promise<Link> {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const query = `mutation Link($input: ${type}!) { linked: ${mutation}(input: $input) { link { url expiresAt } } }`;
  const { body } = await api.post('/graphql').set(bearer(key)).send({ query, variables: { input } }).expect(200);
  return (body as { data: { linked: { link: Link } } }).data.linked.link;
}

async function linkTo(path: string, key: TeamKey, body: object = {}): Promise<Link> {
  return (await api.post(`${path}/link`).set(bearer(key)).send(body).expect(200)).body as Link;
}

test('a link to an export needs no key, and ends with that of its creator', async () => {
  const key = await viewer();
  const id = await exported(key);
  const before = Date.now();
  const { url, expiresAt } = await linkTo(`/v1/operations/${id}`, key, { expiresIn: 600 });
  expect(url).toMatch(/^https:\/\/berth\.example\/v1\/linked-file\?link=[\w.-]+$/);
  expect(Math.abs(new Date(expiresAt).getTime() - before - 600_000)).toBeLessThan(60_000);
  const file = await follow(url);
  expect([file.status, file.headers.get('content-disposition'), file.headers.get('cache-control')]).toEqual([
    ...[200, `attachment; filename="${cluster}.json.gz"`],
    expect.stringContaining('no-store'),
  ]);
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(gunzipSync(bytes).toString()).toContain('"web"');
  const other = await linkOf('linkExport', key, { operationId: id, expiresIn: 60 });
  expect(Buffer.from(await (await follow(other.url)).arrayBuffer()).equals(bytes)).toBe(true);
  expect(await refusal(url.slice(0, -3))).toMatchObject({
    status: 403,
    code: 'LINK_REFUSED',
    detail: 'the link does not lead to a file: it is incomplete or altered, or another service made it',
  });
  await api.delete(`/v1/teams/default/keys/${key.id}`).expect(204);
  expect(await refusal(url)).toMatchObject({
    code: 'LINK_REFUSED',
    detail: expect.stringMatching(/no access any more$/),
  });
});

test('a link to rows has their form; what its creator does not see any more it does not show', async () => {
  const shared = await api.cluster(node('n'), pod('web'));
  const key = await keyOfTeam(api, { team: 'guests', roles: ['viewer'] });
  const grant = { team: 'guests', role: 'viewer' };
  const given = (await api.post(`/v1/clusters/${shared}/grants`).send(grant).expect(201)).body as { id: string };
  const id = await result(key, 'rows', { cluster: `default/${shared}` });
  const rows = `/v1/schedule-results/${id}`;
  const { url } = await linkTo(rows, key, { format: 'ndjson' });
  const answer = await follow(url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  const read = await api
    .get(`${rows}/rows`)
    .set(bearer(key))
    .set('accept', 'application/x-ndjson')
    .buffer()
    .expect(200);
  expect(await answer.text()).toBe(read.text);
  const other = await linkOf('linkScheduleResult', key, { resultId: id, format: 'ndjson' });
  expect(await (await follow(other.url)).text()).toBe(read.text);
  await api.delete(`/v1/clusters/${shared}/grants/${given.id}`).expect(204);
  expect(await refusal(url)).toMatchObject({ code: 'SCHEDULE_RESULT_WITHOUT_ROWS' });
});

test('a caller who may read the file makes a link to it; any other caller is refused', async () => {
  const key = await viewer();
  const other = await keyOfTeam(api, { team: 'others', roles: ['viewer'] });
  const id = await exported(key);
  const path = `/v1/operations/${id}/link`;
  expect((await api.post(path).set(bearer(other)).send({}).expect(404)).body.code).toBe('OPERATION_NOT_FOUND');
  for (const [body, pointer] of [
    [{ expiresIn: 59 }, '/expiresIn'],
    [{ expiresIn: 604_801 }, '/expiresIn'],
    [{ format: 'csv' }, '/format'],
  ] as const)
    expect((await api.post(path).set(bearer(key)).send(body).expect(400)).body.errors).toMatchObject([{ pointer }]);
  expect(await refusal(`${api.url}/v1/linked-file`)).toMatchObject({ status: 400, errors: [{ pointer: '/link' }] });
  expect(await refusal(`${api.url}/v1/linked-file?link=x`)).toMatchObject({ status: 403, code: 'LINK_REFUSED' });
});

test('a message whose files are too large has links to them, the same with every attempt', async () => {
  const bodies: string[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (some: string) => (body += some));
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(bodies.length === 1 ? 500 : 204).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  try {
    const pods = Array.from({ length: 4_000 }, (_, index) => pod(`${'long-name-'.repeat(20)}${index}`));
    cluster = await api.cluster(...pods);
    const to = [`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`];
    await result(await viewer(), 'large', { to, formats: ['csv', 'parquet'], cluster });
    await client.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()');
    await work();
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);
    const { data } = JSON.parse(bodies[0] ?? '') as { data: { files: null; links: (Link & { name: string })[] } };
    expect([data.files, data.links.map(({ name }) => name)]).toEqual([
      null,
      [expect.stringMatching(/^large-.*Z\.csv$/), expect.stringMatching(/^large-.*Z\.parquet$/)],
    ]);
    const csv = await follow(data.links[0]?.url ?? '');
    expect((await csv.text()).split('\r\n')).toHaveLength(4_002);
  } finally {
    await client.end();
    await new Promise((closed) => server.close(closed));
  }
});

test('the command prints links', async () => {
  const key = await viewer();
  const id = await exported(key);
  const environment = { BERTH_URL: api.url, BERTH_KEY: key.key, BERTH_CONFIG: '/nowhere/none.yaml' };
  const { code, out } = await berth(`operations link ${id} --expires-in 60`, { environment });
  expect([code, out]).toEqual([0, expect.stringMatching(/^https:\/\/berth\.example\/v1\/linked-file\?link=[\w.-]+$/)]);
});
