import { importObjects, type BerthClient } from '#client';

/** How much is in the large cluster. */
export interface Size {
  readonly nodes: number;
  readonly pods: number;
}

/** Pods of one import: each is one transaction. */
const PIECE = 10_000;
/** One pod in so many asks for what no node has. */
const MISFIT_EVERY = 50;

/**
 * Makes a cluster of that size unless it is there: nodes in zones, racks and models, pods that ask for different
 * amounts, placed in one run. Of fifty pods one stays pending.
 */
export async function makeLarge(client: BerthClient, name: string, { nodes, pods }: Size): Promise<void> {
  const { items } = await client.get('/v1/clusters', { params: { query: { pageSize: 100 } } });
  if (items.some((cluster) => cluster.name === name)) return;
  await client.post('/v1/clusters', { body: { name } });
  await importObjects(client, name, { objects: made(nodes, nodeOf) });
  for (let first = 0; first < pods; first += PIECE)
    await importObjects(client, name, { objects: made(Math.min(PIECE, pods - first), (at) => podOf(first + at)) });
  await client.post('/v1/clusters/{cluster}/runs', { params: { path: { cluster: name } } });
}

function made(count: number, one: (index: number) => object): object[] {
  return Array.from({ length: count }, (_, index) => one(index));
}

function nodeOf(index: number): object {
  const name = `node-${String(index).padStart(4, '0')}`;
  const amounts = { cpu: index % 3 === 0 ? '64' : '32', memory: '128Gi', pods: '110' };
  const labels = {
    'kubernetes.io/hostname': name,
    'topology.kubernetes.io/zone': `zone-${index % 3}`,
    rack: `rack-${index % 60}`,
    model: ['a100', 'v100', 't4', 'none'][index % 4],
  };
  const taints = index % 4 === 0 ? [{ key: 'dedicated', value: 'a100', effect: 'NoSchedule' }] : [];
  const spec = { ...(taints.length > 0 && { taints }), ...(index % 97 === 0 && { unschedulable: true }) };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, spec, status: { capacity: amounts } };
}

function podOf(index: number): object {
  const requests =
    index % MISFIT_EVERY === 0
      ? { cpu: '65', memory: '1Gi' }
      : { cpu: `${500 + 50 * (index % 80)}m`, memory: `${1 + (index % 12)}Gi` };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `pod-${index}`, namespace: `team-${index % 20}`, labels: { app: `app-${index % 100}` } },
    spec: { containers: [{ name: 'main', image: 'app:1', resources: { requests } }] },
  };
}
