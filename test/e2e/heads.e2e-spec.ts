import { get, type IncomingMessage } from 'node:http';
import { createClient, type Client } from 'graphql-ws';
import WebSocket from 'ws';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
const clients: Client[] = [];
beforeAll(async () => {
  api = await TestApi.ofTeam();
});
afterAll(async () => {
  for (const client of clients) await client.dispose();
  await api.stop();
});

interface Head {
  readonly name: string;
  readonly revision: string;
  readonly position: string;
  readonly run: string | null;
  readonly counts: object;
  readonly kinds: readonly object[] | null;
  readonly deleted: boolean;
  readonly cursor: string;
}

const HEADS = `subscription ($clusters: [ID!]!, $after: String) { heads(clusterIds: $clusters, after: $after) {
  name revision position at run counts { nodes pods pendingPods } kinds { kind changes } deleted cursor } }`;

/** Events until one fits, or `pause` says how slowly they are taken. */
async function taken(
  variables: { readonly clusters: readonly string[]; readonly after?: string },
  until: (events: readonly Head[]) => boolean,
  afterEach: (count: number) => Promise<void> = () => Promise.resolve(),
): Promise<Head[]> {
  const url = `${api.url.replace('http', 'ws')}/graphql`;
  const client = createClient({ url, webSocketImpl: WebSocket, retryAttempts: 0 });
  clients.push(client);
  const events: Head[] = [];
  for await (const { data, errors } of client.iterate<{ readonly heads: Head }>({ query: HEADS, variables })) {
    if (errors !== undefined || data === undefined || data === null) throw new Error(JSON.stringify(errors));
    events.push(data.heads);
    if (until(events)) break;
    await afterEach(events.length);
  }
  return events;
}

const count =
  (events: number) =>
  (seen: readonly Head[]): boolean =>
    seen.length === events;

async function addPods(cluster: string, names: readonly string[]): Promise<void> {
  for (const name of names)
    await api.post(`/v1/clusters/${cluster}/api/v1/namespaces/default/pods`).send(pod(name)).expect(201);
}

test('where each cluster is comes at once, and what was written since then as one event', async () => {
  const one = await api.cluster(node('a'));
  const two = await api.cluster();
  const events = await taken({ clusters: [one, two] }, count(3), async (seen) => {
    if (seen === 2) await addPods(one, ['p', 'q']);
  });
  expect(events.slice(0, 2).map(({ name, kinds }) => ({ name, kinds }))).toEqual(
    expect.arrayContaining([
      { name: one, kinds: [] },
      { name: two, kinds: [] },
    ]),
  );
  expect(events[2]).toMatchObject({ name: one, run: null, deleted: false });
  expect(events[2]?.kinds).toContainEqual(expect.objectContaining({ kind: 'Pod' }));
});

test('a run of many bindings is one event for a reader that goes on after a cursor', async () => {
  const cluster = await api.cluster(node('a', { cpu: '1000', memory: '1Ti', pods: '2000' }));
  const [begin] = await taken({ clusters: [cluster] }, count(1));
  const items = Array.from({ length: 600 }, (_, index) => pod(`p${index}`, '1m'));
  await api.post(`/v1/clusters/${cluster}/import`).send({ apiVersion: 'v1', kind: 'List', items }).expect(200);
  const { body: run } = await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
  const after = begin?.cursor ?? '';
  const [event] = await taken({ clusters: [cluster], after }, count(1));
  expect(event).toMatchObject({
    run: run.id,
    revision: run.revision,
    counts: { nodes: 1, pods: 600, pendingPods: 0 },
    kinds: expect.arrayContaining([{ kind: 'Pod', changes: 1200 }]),
  });
});

test('a reader that was slow hears of everything in one event', async () => {
  const cluster = await api.cluster();
  const lasts = (events: readonly Head[]): boolean => events.at(-1)?.revision === '12';
  const events = await taken({ clusters: [cluster] }, lasts, async (seen) => {
    if (seen > 1) return;
    const names = Array.from({ length: 11 }, (_, index) => `n${index}`);
    for (const name of names) await api.post(`/v1/clusters/${cluster}/api/v1/nodes`).send(node(name)).expect(201);
    await api.post(`/v1/clusters/${cluster}/api/v1/nodes`).send(node('last')).expect(201);
  });
  // Twelve writes take less than a second; at two events a second that is three, the first one among them.
  expect(events.length).toBeLessThan(8);
  const sum = events.flatMap(({ kinds }) => (kinds ?? []) as { changes: number }[]);
  expect(sum.reduce((total, { changes }) => total + changes, 0)).toBe(12);
});

test('that a cluster was deleted is the last that is said of it, and ends the subscription', async () => {
  const cluster = await api.cluster(node('a'));
  const events = await taken(
    { clusters: [cluster] },
    () => false,
    async (seen) => {
      if (seen === 1) await api.delete(`/v1/clusters/${cluster}`).expect(204);
    },
  );
  expect(events.at(-1)).toMatchObject({ deleted: true, counts: { nodes: 0 } });
});

test('REST says where clusters are, and follows them as events that go on after the last one', async () => {
  const cluster = await api.cluster(node('a'));
  const { body } = await api.get(`/v1/heads?clusters=${cluster}`).expect(200);
  expect(body).toMatchObject({
    items: [{ name: cluster, revision: '1', position: '1', kinds: [], counts: { nodes: 1 } }],
    cursor: body.items[0].cursor,
  });
  await addPods(cluster, ['p']);
  const answer = await new Promise<IncomingMessage>((resolve) => {
    get(
      `${api.url}/v1/heads?clusters=${cluster}`,
      { headers: { accept: 'text/event-stream', 'last-event-id': body.cursor } },
      resolve,
    );
  });
  let text = '';
  for await (const chunk of answer) {
    text += String(chunk);
    if (text.includes('"kinds"')) break;
  }
  expect(text).toMatch(/^retry: 1000\n\nid: \S+\nevent: head\ndata: \{.*"kinds":\[\{"kind":"Namespace","changes":1\},/);
});

test.each([
  ['clusters=', 404, 'CLUSTER_NOT_FOUND'],
  ['clusters=nowhere', 404, 'CLUSTER_NOT_FOUND'],
  [`clusters=${Array.from({ length: 51 }, (_, index) => `c${index}`).join()}`, 400, 'INVALID_REQUEST'],
  ['clusters=known&after=x', 400, 'INVALID_REQUEST'],
  ['', 400, 'INVALID_REQUEST'],
])('heads?%s is refused', async (query, status, code) => {
  const { body } = await api.get(`/v1/heads?${query}`).expect(status);
  expect(body.code).toBe(code);
});
