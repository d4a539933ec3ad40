import { once } from 'node:events';
import { WebSocket } from 'ws';
import { pod, TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

let number = 0;

/** A key of a new team, by the name of the team. */
async function guests(): Promise<{ readonly team: string; readonly authorization: string }> {
  const team = `guests-${++number}`;
  await api.post('/v1/teams').send({ name: team }).expect(201);
  const { body } = await api
    .post(`/v1/teams/${team}/keys`)
    .send({ name: 'k', roles: ['viewer'] })
    .expect(201);
  return { team, authorization: `Bearer ${body.key}` };
}

const made = (namespace: string): object => ({ ...pod('p'), metadata: { name: 'p', namespace } });

async function grant(cluster: string, team: string, namespace?: string): Promise<string> {
  const { body } = await api.post(`/v1/clusters/${cluster}/grants`).send({ team, role: 'viewer', namespace });
  return body.id as string;
}

/** What a stream of events ends with. */
async function eventsEnd(path: string, authorization: string): Promise<() => Promise<string>> {
  const answer = await fetch(`${api.url}${path}`, { headers: { authorization, accept: 'text/event-stream' } });
  expect(answer.status).toBe(200);
  const text = answer.text();
  return async () => /event: error\n(?:id: .*\n)?data: \{"code":"(\w+)"/.exec(await text)?.[1] ?? (await text);
}

/** What a watch of the Kubernetes API ends with: its code, and what clients do. */
async function watchEnd(path: string, authorization: string): Promise<() => Promise<string>> {
  const answer = await fetch(`${api.url}${path}`, { headers: { authorization } });
  expect(answer.status).toBe(200);
  const text = answer.text();
  return async () => {
    const last = (await text).trimEnd().split('\n').at(-1) ?? '';
    const { type, object } = JSON.parse(last) as { type: string; object: { code: number; reason: string } };
    return `${type} ${object.code} ${object.reason}`;
  };
}

/** What a subscription ends with. */
async function subscriptionEnd(query: string, authorization: string): Promise<() => Promise<string>> {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { authorization },
  });
  await once(socket, 'open');
  const ended = new Promise<string>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const { type, payload } = JSON.parse(data.toString()) as { type: string; payload: never };
      if (type === 'error') resolve((payload as { extensions: { code: string } }[])[0]?.extensions.code ?? '');
      const [error] = (payload as { errors?: { extensions: { code: string } }[] } | undefined)?.errors ?? [];
      if (error !== undefined) resolve(error.extensions.code);
    });
    socket.on('close', (code: number) => {
      resolve(String(code));
    });
  });
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query } }));
  await once(socket, 'message');
  return async () => {
    const code = await ended;
    socket.terminate();
    return code;
  };
}

/** Everything that can be followed of a cluster, opened; answers how each ends, and the milliseconds until they did. */
async function followed(cluster: string, authorization: string): Promise<() => Promise<readonly unknown[]>> {
  const ends = [
    await eventsEnd(`/v1/clusters/${cluster}/changes`, authorization),
    await eventsEnd(`/v1/heads?clusters=${cluster}`, authorization),
    await subscriptionEnd(`subscription { changes(clusterId: "${cluster}", after: "0") { position } }`, authorization),
    await subscriptionEnd(`subscription { heads(clusterIds: ["${cluster}"]) { cursor } }`, authorization),
    await watchEnd(`/v1/clusters/${cluster}/api/v1/pods?watch=true`, authorization),
  ];
  return async () => {
    const since = performance.now();
    const codes = await Promise.all(ends.map((end) => end()));
    expect(performance.now() - since).toBeLessThan(5_000);
    return codes;
  };
}

const allEnd = (code: string): string[] => [...Array<string>(4).fill(code), 'ERROR 410 Expired'];

test('a grant that is taken back ends what is followed with it', async () => {
  const cluster = await api.clusterId(made('shop'));
  const { team, authorization } = await guests();
  const id = await grant(cluster, team, 'shop');
  const ended = await followed(cluster, authorization);
  await api.delete(`/v1/clusters/${cluster}/grants/${id}`).expect(204);
  expect(await ended()).toEqual(allEnd('CLUSTER_NOT_FOUND'));
});

test('a grant that is given, and a namespace that goes to another team, end what is seen otherwise', async () => {
  const cluster = await api.clusterId(made('shop'), made('web'));
  const { team, authorization } = await guests();
  await grant(cluster, team, 'shop');
  const narrow = await followed(cluster, authorization);
  await grant(cluster, team, 'web');
  expect(await narrow()).toEqual(allEnd('SIGHT_CHANGED'));
  const { body: key } = await api
    .post('/v1/teams/default/keys')
    .send({ name: `own-${cluster}`, roles: ['viewer'] })
    .expect(201);
  const whole = await followed(cluster, `Bearer ${key.key}`);
  await api.put(`/v1/clusters/${cluster}/namespaces/web/team`).send({ team }).expect(200);
  expect(await whole()).toEqual(allEnd('SIGHT_CHANGED'));
});

test('what changes the access of others alone ends nothing', async () => {
  const cluster = await api.clusterId(made('shop'), made('web'));
  const [ours, theirs] = [await guests(), await guests()];
  const id = await grant(cluster, ours.team, 'shop');
  const ended = await followed(cluster, ours.authorization);
  let isOver = false;
  const over = ended().finally(() => (isOver = true));
  await grant(cluster, theirs.team, 'shop');
  const others = await followed(cluster, theirs.authorization);
  await grant(cluster, theirs.team, 'web');
  // Who has followed for longer is looked at first: theirs ends in a look that has passed ours.
  expect(await others()).toEqual(allEnd('SIGHT_CHANGED'));
  expect(isOver).toBe(false);
  await api.delete(`/v1/clusters/${cluster}/grants/${id}`).expect(204);
  await over.catch(() => undefined);
});

test('a key that is revoked ends what is followed with it', async () => {
  const cluster = await api.clusterId(made('shop'));
  const { body: key } = await api
    .post('/v1/teams/default/keys')
    .send({ name: `gone-${cluster}`, roles: ['viewer'] })
    .expect(201);
  const { authorization } = { authorization: `Bearer ${key.key}` };
  const socket = await subscriptionEnd(`subscription { heads(clusterIds: ["${cluster}"]) { cursor } }`, authorization);
  const streams = [
    `/v1/clusters/${cluster}/changes`,
    `/v1/heads?clusters=${cluster}`,
    `/v1/clusters/${cluster}/api/v1/pods?watch=1`,
  ].map(async (path) => {
    const answer = await fetch(`${api.url}${path}`, {
      headers: { authorization, accept: 'text/event-stream, application/json' },
    });
    // The connection is cut, in the middle of the stream or between two chunks.
    return answer.text().then(
      () => 'ended',
      () => 'ended',
    );
  });
  const since = performance.now();
  await api.delete(`/v1/teams/default/keys/${key.id}`).expect(204);
  expect([await socket(), ...(await Promise.all(streams))]).toEqual(['4401', 'ended', 'ended', 'ended']);
  expect(performance.now() - since).toBeLessThan(5_000);
});
