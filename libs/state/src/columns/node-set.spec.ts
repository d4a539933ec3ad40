import { brotli } from '#audit';
import { decodeNodeSet, openChunk } from '#trace';
import { CALLER, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { nodeSetOf } from './node-set.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

test('a node set is made once of the same array', () => {
  const nodes = [{ name: 'a', uid: '1' }];
  expect(nodeSetOf(nodes)).toBe(nodeSetOf(nodes));
  expect(nodeSetOf([...nodes])).toEqual(nodeSetOf(nodes));
  expect(nodeSetOf([{ name: 'a', uid: '2' }]).digest).not.toEqual(nodeSetOf(nodes).digest);
});

test('runs refer to the nodes that there were, and those are stored once', async () => {
  const cluster = await services.clusterOf(node('a'));
  for (const objects of [[pod('p')], [pod('q')], [node('b'), pod('r')], [pod('s')]]) {
    valueOf(await services.import(cluster, objects));
    valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  }
  const chunks = await services.rows<{ body: Buffer }>('SELECT body FROM trace_chunks WHERE cluster_id = $1', [
    cluster,
  ]);
  const named = chunks.map(({ body }) => Buffer.from(openChunk(body, brotli).nodeSet));
  const rows = await services.rows<{ body: Buffer; digest: Buffer }>(
    'SELECT body, digest FROM node_sets WHERE cluster_id = $1 ORDER BY length(body)',
    [cluster],
  );
  expect(
    rows.map(({ body, digest }) => [
      decodeNodeSet(body).map(({ name }) => name),
      named.filter((one) => one.equals(digest)).length,
    ]),
  ).toEqual([
    [['a'], 2],
    [['a', 'b'], 2],
  ]);
});
