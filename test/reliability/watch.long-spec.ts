import { figuresOf, WatchedCluster } from './watched-cluster.js';
import { expectReplicas } from './expect-replicas.js';

let watched: WatchedCluster;
beforeAll(async () => {
  watched = await WatchedCluster.start();
});
afterAll(async () => {
  expect(await watched.stop()).toEqual([0, 0]);
});

test('100 dropped connections, 100,000 changes, two processes: every replica is the state of the server', async () => {
  const load = { changes: 100_000, drops: 100, pods: 3_000 };
  const outcome = await watched.run(load);
  process.stdout.write(figuresOf(outcome));
  expectReplicas(outcome, load);
});
