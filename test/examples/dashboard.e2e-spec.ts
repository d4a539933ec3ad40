import { askOver, dashboard, type Ask } from '../../examples/dashboard.js';
import { statementsOf } from '../e2e/statements.js';
import { node, pod, TestApi } from '../e2e/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_AUTH: 'off' });
});
afterAll(() => api.stop());

/** Whether it reads: what begins and ends a transaction is no part of the answer. */
function isRead(text: string): boolean {
  return /^\s*(SELECT|DECLARE|WITH)\b/.test(text) && !/^SELECT set_config/.test(text);
}

/** A cluster on which one pod of each node's size was placed, and one more is pending for every two. */
async function scheduled(nodes: number): Promise<string> {
  const numbers = Array.from({ length: nodes }, (_, index) => index);
  const cluster = await api.cluster(
    ...numbers.map((number) => node(`n${number}`)),
    ...numbers.map((number) => pod(`p${number}`, number % 2 === 0 ? '2' : '8')),
  );
  await api.post(`/v1/clusters/${cluster}/runs`).expect(201);
  return cluster;
}

/** One query after the other, each with its statements: of three times the fewest, without what else is on. */
async function counted(cluster: string): Promise<Record<string, number>> {
  const fewest: Record<string, number> = {};
  for (let time = 0; time < 3; time += 1) {
    let last: Promise<unknown> = Promise.resolve();
    const ask: Ask = (name, variables) => {
      const asked = last.then(async () => {
        const { answer, statements } = await statementsOf(() => askOver(api.url)(name, variables), api.database.url);
        fewest[name] = Math.min(statements.filter(isRead).length, fewest[name] ?? Infinity);
        return answer;
      });
      last = asked;
      return asked;
    };
    await dashboard(ask, cluster, 'default/p1');
  }
  return fewest;
}

test('the four views of a dashboard', async () => {
  const cluster = await scheduled(2);
  expect(await dashboard(askOver(api.url), cluster, 'default/p1')).toMatch(
    new RegExp(
      `^CLUSTER ${cluster} at revision 2\n  2 nodes, 2 pods, 1 pending\n  used: cpu 50.0 %, [^]*` +
        '  run of \\S+ complete: 1 scheduled, 1 unschedulable\n\n' +
        'NODES \\(2\\)\n  n0  1 pods  2/2  0/4Gi\n  n1  0 pods  0/2  0/4Gi\n\n' +
        'PENDING \\(1\\)\n  default/p1  since \\S+  2 Insufficient cpu\n\n' +
        'POD default/p1: Pending, wants 8 cpu[^]*\n  2 nodes: Insufficient cpu \\(NodeResourcesFit; [^]*' +
        '  n0: Insufficient cpu\n  n1: Insufficient cpu\n  \\S+ unschedulable\n$',
    ),
  );
  await expect(dashboard(askOver(api.url), 'none', 'default/p1')).rejects.toThrow('there is no such cluster');
});

/** At most so many statements that read, however large the cluster. */
const MOST = { overview: 8, nodes: 10, pending: 10, story: 16 };

test.each([2, 40])('a query of %i nodes costs no more statements than of a few', async (nodes) => {
  const counts = await counted(await scheduled(nodes));
  expect(Object.keys(counts).sort()).toEqual(Object.keys(MOST).sort());
  for (const [name, most] of Object.entries(MOST)) expect([name, counts[name] ?? 0]).toEqual([name, atMost(most)]);
});

/** Something, and no more than this. */
function atMost(most: number): unknown {
  return {
    asymmetricMatch: (count: unknown) => typeof count === 'number' && count > 0 && count <= most,
    toString: () => `at most ${most}`,
  };
}
