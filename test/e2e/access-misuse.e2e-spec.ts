import { bearer, keyOfTeam, type TeamKey } from './team-key.js';
import { TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

test('of many that are asked for at once no more are made, or taken back, than one after the other', async () => {
  const five = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 5 }, work));
  const statuses = async (work: () => PromiseLike<{ readonly status: number }>): Promise<number[]> =>
    (await five(async () => (await work()).status)).sort();
  await api.post('/v1/teams').send({ name: 'hasty' }).expect(201);
  const keys = '/v1/teams/hasty/keys';
  const made = await five(async () => api.post(keys).send({ name: 'ci', roles: ['viewer'] }));
  expect(made.map(({ status: code }) => code).sort()).toEqual([201, 201, 409, 409, 409]);
  const { id } = made.find(({ status: code }) => code === 201)?.body as TeamKey;
  expect(await statuses(() => api.delete(`${keys}/${id}`))).toEqual([204, 404, 404, 404, 404]);

  const ann = { issuer: 'https://id.example', subject: 'ann', roles: ['viewer'] };
  const { body: member } = await api.post('/v1/teams/hasty/members').send(ann).expect(201);
  expect(await statuses(() => api.delete(`/v1/teams/hasty/members/${member.id}`))).toEqual([204, 404, 404, 404, 404]);
  const grants = `/v1/clusters/${await api.cluster()}/grants`;
  const { body: grant } = await api.post(grants).send({ team: 'hasty', role: 'viewer' }).expect(201);
  expect(await statuses(() => api.delete(`${grants}/${grant.id}`))).toEqual([204, 404, 404, 404, 404]);
});

test('a key whose name cannot stand in the log acts by its id', async () => {
  const key = await keyOfTeam(api, { team: 'odd', roles: ['viewer'], more: { name: '🔑' } });
  expect((await api.get('/v1/whoami').set(bearer(key))).body).toMatchObject({ actor: `key:${key.id}` });
});

test.each(['ci\u001b[2J', 'a\nb', 'a\u202eb'])('no key is called %j', async (name) => {
  const { body } = await api
    .post('/v1/teams/default/keys')
    .send({ name, roles: ['viewer'] })
    .expect(400);
  expect(body.errors).toMatchObject([{ pointer: '/name', detail: 'must not have control characters' }]);
});

test.each(['Shop', 'a_b', 'a b', '-a', 'a'.repeat(64), 'ü', '..'])(
  'no namespace %s is given to a team',
  async (name) => {
    const path = `/v1/clusters/${await api.cluster()}/namespaces/${encodeURIComponent(name)}/team`;
    const { body } = await api.put(path).send({ team: 'default' });
    expect(body).toMatchObject({ code: 'INVALID_REQUEST' });
  },
);

test('a token that somebody wrote themselves is no place in a list', async () => {
  await api.post('/v1/teams').send({ name: 'paged' }).expect(201);
  const grants = `/v1/clusters/${await api.cluster()}/grants`;
  for (const name of ['ann', 'ben']) {
    const member = { issuer: 'https://id.example', subject: name, roles: ['viewer'] };
    await api.post('/v1/teams/paged/members').send(member).expect(201);
    const role = name === 'ann' ? 'viewer' : 'editor';
    await api.post(grants).send({ team: 'paged', role }).expect(201);
  }
  for (const path of ['/v1/access-log', '/v1/teams/paged/members', grants]) {
    const { body } = await api.get(`${path}?pageSize=1`).expect(200);
    const [filters] = JSON.parse(Buffer.from(body.nextPageToken as string, 'base64url').toString()) as [string];
    for (const place of ['x', '', '9'.repeat(30)]) {
      const token = Buffer.from(JSON.stringify([filters, place])).toString('base64url');
      expect((await api.get(`${path}?pageToken=${token}`)).body).toMatchObject({ code: 'INVALID_REQUEST' });
    }
  }
});
