import type { Response } from 'supertest';
import { TestApi, node, pod } from './test-api.js';

/** JSON whose shape the query decides. */
type Answer = Response['body'];

let api: TestApi;
let cluster: string;
/** One that decides all, one that tries the big pods again, and one that would take another node. */
const runs: string[] = [];
beforeAll(async () => {
  api = await TestApi.start({ BERTH_AUTH: 'off' });
  cluster = await api.cluster(node('a'), pod('fits'), pod('big', '4'), pod('huge', '9'));
  const schedule = async (body: object): Promise<void> => {
    const { body: run } = await api
      .post(`/v1/clusters/${cluster}/runs`)
      .set('x-berth-actor', 'ada')
      .send(body)
      .expect(201);
    runs.push(run.id);
  };
  await schedule({});
  await api
    .post(`/v1/clusters/${cluster}/import`)
    .send({ kind: 'List', apiVersion: 'v1', items: [node('b', { cpu: '5' })] });
  await schedule({ pods: { labelSelector: '!app' } });
  await schedule({ dryRun: true, pods: { names: ['default/huge'] } });
});
afterAll(() => api.stop());

/** What a GraphQL query about the cluster answers. */
async function asked(selection: string): Promise<Answer> {
  const { body } = await api.post('/graphql').send({ query: `{ cluster(name: "${cluster}") { ${selection} } }` });
  expect(body.errors).toBeUndefined();
  return body.data.cluster;
}

test('a run says who asked for it, and for which pods', async () => {
  const { body } = await api.get(`/v1/clusters/${cluster}/runs`).expect(200);
  const said = body.items.map(({ actor, asked }: { actor: string; asked: object }) => [actor, asked]);
  expect(said).toEqual([
    ['ada', { names: ['default/huge'], count: 1 }],
    ['ada', { labelSelector: '!app' }],
    ['ada', {}],
  ]);
  const { run } = await asked(`run(id: "${runs[2]}") { actor asked { names count namespace labelSelector } }`);
  expect(run).toEqual({
    actor: 'ada',
    asked: { names: ['default/huge'], count: 1, namespace: null, labelSelector: null },
  });
});

test('of many names the first hundred are noted, and how many there were', async () => {
  const names = Array.from({ length: 120 }, (_, index) => `p${index}`);
  const other = await api.cluster(node('a', { cpu: '64' }), ...names.map((name) => pod(name, '1m')));
  const { body } = await api
    .post(`/v1/clusters/${other}/runs`)
    .send({ pods: { names: names.map((name) => `default/${name}`) }, wait: false })
    .expect(202);
  expect([body.asked.names.length, body.asked.count]).toEqual([100, 120]);
});

test('runs since so long ago, and by date', async () => {
  const list = async (since: string): Promise<number> =>
    (await api.get(`/v1/clusters/${cluster}/runs?since=${since}`).expect(200)).body.items.length;
  expect([await list('7d'), await list('2020-01-31'), await list('2999-01-31')]).toEqual([3, 3, 0]);
  await api.get(`/v1/clusters/${cluster}/activity?since=1d&buckets=1`).expect(200);
  await api.get(`/v1/clusters/${cluster}/activity?since=yesterday`).expect(400);
});

test('the parts of a run, on REST and GraphQL; those of a dry run are none', async () => {
  const path = `/v1/clusters/${cluster}/runs/${runs[0]}/parts`;
  const { body } = await api.get(path).expect(200);
  expect(body).toEqual({
    items: [
      {
        part: 0,
        basePosition: expect.stringMatching(/^\d+$/),
        revision: '2',
        firstOrdinal: 0,
        decisions: 3,
        decidedAt: expect.any(String),
        committedAt: expect.any(String),
      },
    ],
  });
  const fields = Object.keys(body.items[0]).join(' ');
  const { run } = await asked(`run(id: "${runs[0]}") { partList(first: 1) { edges { node { ${fields} } } } }`);
  expect(run).toEqual({ partList: { edges: body.items.map((node: object) => ({ node })) } });
  const dry = await api.get(`/v1/clusters/${cluster}/runs/${runs[2]}/parts`).expect(200);
  expect(dry.body).toEqual({ items: [] });
  await api.get(`/v1/clusters/${cluster}/runs/nobody/parts`).expect(404);
});

const BIG = {
  namespace: 'default',
  name: 'big',
  base: { ordinal: expect.any(Number), outcome: 'unschedulable', node: null },
  other: { ordinal: expect.any(Number), outcome: 'scheduled', node: 'b' },
};
const FITS = {
  namespace: 'default',
  name: 'fits',
  base: { ordinal: expect.any(Number), outcome: 'scheduled', node: 'a' },
  other: null,
};

test('two runs compared: what is the same is counted, and what is not is listed', async () => {
  const path = `/v1/clusters/${cluster}/runs/${runs[0]}/comparison?with=${runs[1]}`;
  const counts = { same: 1, different: 1, onlyBase: 1, onlyOther: 0 };
  expect((await api.get(path).expect(200)).body).toEqual({ counts, items: [BIG, FITS] });
  const first = (await api.get(`${path}&pageSize=1`).expect(200)).body;
  expect(first).toEqual({ counts, items: [BIG], nextPageToken: expect.any(String) });
  const second = (await api.get(`${path}&pageSize=1&pageToken=${first.nextPageToken}`).expect(200)).body;
  expect(second).toEqual({ counts, items: [FITS] });
});

test('the same in GraphQL, page by page', async () => {
  const compare = (args: string): Promise<Answer> =>
    asked(`compareRuns(base: "${runs[0]}", other: "${runs[1]}") { same different onlyBase onlyOther
      pods(${args}) { pageInfo { hasNextPage endCursor } edges { node { namespace name
        base { ordinal outcome node } other { ordinal outcome node } } } } }`);
  const { compareRuns: first } = await compare('first: 1');
  expect(first).toMatchObject({ same: 1, different: 1, onlyBase: 1, onlyOther: 0, pods: { edges: [{ node: BIG }] } });
  const { compareRuns: second } = await compare(`first: 1, after: "${first.pods.pageInfo.endCursor}"`);
  expect(second.pods).toMatchObject({ edges: [{ node: FITS }], pageInfo: { hasNextPage: false } });
});

test('a dry run is compared like any other, and what is no run is refused by its name', async () => {
  const compare = (base: string | undefined, other: string | undefined): ReturnType<TestApi['get']> =>
    api.get(`/v1/clusters/${cluster}/runs/${base}/comparison?with=${other}`);
  const { body } = await compare(runs[1], runs[2]).expect(200);
  expect(body.counts).toEqual({ same: 1, different: 0, onlyBase: 1, onlyOther: 0 });
  const { body: problem } = await compare(runs[0], 'nobody').expect(404);
  expect(problem).toMatchObject({ code: 'RUN_NOT_FOUND', detail: expect.stringContaining('nobody') });
});
