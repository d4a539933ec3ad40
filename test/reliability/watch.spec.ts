import { figuresOf, WatchedCluster } from './watched-cluster.js';
import { expectReplicas } from './expect-replicas.js';

let watched: WatchedCluster;
beforeAll(async () => {
  watched = await WatchedCluster.start();
});
afterAll(async () => {
  expect(await watched.stop()).toEqual([0, 0]);
});

test('12 dropped connections, 1,000 changes, two processes: every replica is the state of the server', async () => {
  const load = { changes: 1_000, drops: 12, pods: 200 };
  const outcome = await watched.run(load);
  process.stdout.write(figuresOf(outcome));
  expectReplicas(outcome, load);
});
