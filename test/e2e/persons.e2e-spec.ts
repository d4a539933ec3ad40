import { once } from 'node:events';
import { WebSocket } from 'ws';
import { Issuer } from '#test-services';
import { berth } from './berth-command.js';
import { TestApi } from './test-api.js';

let issuer: Issuer;
let api: TestApi;
beforeAll(async () => {
  issuer = await Issuer.start();
  api = await TestApi.start({
    BERTH_OIDC_ISSUER: issuer.url,
    BERTH_OIDC_AUDIENCE: issuer.audience,
    BERTH_OIDC_ALGORITHMS: 'ES256',
  });
  for (const name of ['aisle', 'quay']) await api.post('/v1/teams').send({ name }).expect(201);
});
afterAll(async () => {
  await api.stop();
  issuer.stop();
});

async function join(team: string, subject: string): Promise<string> {
  const member = { subject, roles: ['viewer'] };
  return (await api.post(`/v1/teams/${team}/members`).send(member).expect(201)).body.id as string;
}

/** A socket, once the service knows whose it is. */
async function connected(payload: object): Promise<WebSocket> {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { authorization: '' },
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload }));
  const [first] = (await Promise.race([once(socket, 'message'), once(socket, 'close')])) as [Buffer | number];
  if (typeof first === 'number') throw new Error(`closed with ${first}`);
  expect(JSON.parse(first.toString())).toEqual({ type: 'connection_ack' });
  return socket;
}

test('who is in several teams is taken for none that they do not name, and tries no keys out', async () => {
  await join('quay', 'ann');
  const authorization = `Bearer ${await issuer.token('ann')}`;
  expect((await api.get('/v1/whoami').set({ authorization })).body).toMatchObject({ team: 'quay', roles: ['viewer'] });
  await join('aisle', 'ann');
  for (let times = 0; times < 40; times++) {
    const { status, body } = await api.get('/v1/whoami').set({ authorization });
    expect([status, body.detail]).toEqual([401, expect.stringContaining('must name one of aisle, quay')]);
  }
  const asked = (team: string) => api.get('/v1/whoami').set({ authorization, 'x-berth-team': team });
  for (const team of ['quay', 'aisle']) expect((await asked(team).expect(200)).body).toMatchObject({ team });
  await asked('default').expect(401);
  const environment = {
    BERTH_URL: api.url,
    BERTH_KEY: authorization.replace('Bearer ', ''),
    BERTH_CONFIG: '/nowhere/none.yaml',
  };
  expect(await berth('teams whoami', { environment })).toMatchObject({ code: 3 });
  const { out } = await berth('teams whoami', { environment: { ...environment, BERTH_TEAM: 'aisle' } });
  expect(out).toContain('aisle');
});

test('a WebSocket says its team, stays when its person joins another, and ends when they leave it', async () => {
  const member = await join('quay', 'ben');
  const authorization = `Bearer ${await issuer.token('ben')}`;
  const first = await connected({ authorization });
  await join('aisle', 'ben');
  await expect(connected({ authorization })).rejects.toThrow('closed with 4401');
  const second = await connected({ authorization, 'X-Berth-Team': 'aisle' });
  const ended = once(first, 'close');
  const since = performance.now();
  await api.delete(`/v1/teams/quay/members/${member}`).expect(204);
  expect((await ended)[0]).toBe(4401);
  expect(performance.now() - since).toBeLessThan(5_000);
  expect(second.readyState).toBe(second.OPEN);
  second.close();
});
