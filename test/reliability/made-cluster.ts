import { importObjects, type BerthClient, type Schemas } from '#client';

export const PODS = 3000;
const NODES = 300;

/**
 * A new cluster with 300 nodes and 3,000 pods that all fit, when it is crowded only once a pod of low priority leaves
 * each node; answers its id.
 */
export async function createCluster(client: BerthClient, name: string, crowded = false): Promise<string> {
  const { id } = await client.post('/v1/clusters', { body: { name } });
  await importObjects(client, id, { objects: [...nodes(), ...(crowded ? fillers() : []), ...pods()] });
  return id;
}

/** Schedules all that is pending; answers the run as it ends, or as it starts when nobody waits for it. */
export function schedule(
  client: BerthClient,
  cluster: string,
  { wait = true, preemption = 'off' }: { readonly wait?: boolean; readonly preemption?: 'off' | 'evict' } = {},
): Promise<Schemas['Run']> {
  return client.post('/v1/clusters/{cluster}/runs', {
    params: { path: { cluster } },
    body: { wait, preemption, allowEmpty: true },
  });
}

/** The newest runs of a cluster, more than any of these tests makes. */
export async function runsOf(client: BerthClient, cluster: string): Promise<readonly Schemas['Run'][]> {
  const params = { path: { cluster }, query: { pageSize: 500 } };
  return (await client.get('/v1/clusters/{cluster}/runs', { params })).items;
}

function* nodes(): Iterable<object> {
  for (let index = 0; index < NODES; index++) {
    yield {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: `n${index}` },
      status: { capacity: { cpu: '16', memory: '64Gi', pods: '20' } },
    };
  }
}

function* fillers(): Iterable<object> {
  for (let index = 0; index < NODES; index++) {
    const containers = [{ name: 'c', image: 'i', resources: { requests: { cpu: '14' } } }];
    yield {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `low${index}`, namespace: 'default' },
      spec: { containers, nodeName: `n${index}`, priority: -10 },
    };
  }
}

function* pods(): Iterable<object> {
  for (let index = 0; index < PODS; index++) {
    const requests = { cpu: `${100 + (index % 7) * 100}m`, memory: `${1 + (index % 3)}Gi` };
    yield {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `p${index}`, namespace: 'default' },
      spec: { containers: [{ name: 'c', image: 'i', resources: { requests } }] },
    };
  }
}
