import { node, pod, TestApi } from '../e2e/test-api.js';
import { core } from '../e2e/kubernetes-paths.js';
import { SchedulerClient, WATCHED } from './scheduler-client.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_AUTH: 'off' });
});
afterAll(() => api.stop());

test('a scheduler of its own lists, watches, leads, binds all pods and reports them', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
  const cluster = await api.cluster(node('a'), node('b'), ...names.map((name) => pod(name)));
  const scheduler = await SchedulerClient.start({ base: `${api.url}/v1/clusters/${cluster}`, headers: {} });
  try {
    expect([...scheduler.caches.keys()].sort()).toEqual([...WATCHED].sort());
    const nodes = scheduler.nodes();
    expect(nodes).toEqual(['a', 'b']);
    await Promise.all(scheduler.pending().map((one, index) => scheduler.bind(one, nodes[index % 2] ?? '')));
    expect(scheduler.pending()).toEqual([]);
    await scheduler.renew();
  } finally {
    scheduler.stop();
  }
  const { body: pods } = await api.get(core(cluster, 'pods?fieldSelector=spec.nodeName%3Da')).expect(200);
  expect(pods.items).toHaveLength(10);
  const { body: events } = await api.get(core(cluster, 'events')).expect(200);
  const reasons = (events.items as { readonly reason: string }[]).map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason === 'Scheduled')).toHaveLength(names.length);
  expect(reasons).toContain('LeaderElection');
});
