import { importObjects, MERGE_PATCH, type BerthClient, type Schemas } from '#client';
import { createCluster } from './create-cluster.js';
import { LEAVES, NAMESPACES, PACKING, RACK, readHistory, urgentPods } from './history-objects.js';

/** How the demo with a history came out. */
export interface HistoryResult {
  readonly cluster: string;
  /** A fork of it, from before the last rounds, where the pending pods were packed. */
  readonly fork: string;
  readonly revision: string;
  /** Attempts that made room by eviction. */
  readonly preempting: number;
  readonly seconds: number;
}

/** What a run does otherwise than to try all pending pods and evict none. */
interface RunWish {
  readonly preemption?: 'evict';
  readonly profile?: string;
  readonly pods?: { readonly labelSelector: string };
}

/** Its nodes are in maintenance for some rounds. */
const MAINTAINED = { rack: 'r03', from: 3, until: 5 };
const FORKED_AFTER = 5;
const URGENT = 4;

/**
 * Makes a cluster that has a past to look at: pods arrive and leave in rounds, two profiles place them, a rack is in
 * maintenance for a while, urgent pods preempt others, and a fork tries something else.
 */
export async function runHistory(client: BerthClient, name: string): Promise<HistoryResult> {
  const started = performance.now();
  const { cluster: objects, arrivals } = await readHistory();
  const cluster = await createCluster(client, name);
  const path = { cluster };
  await importObjects(client, cluster, { objects });
  await client.post('/v1/clusters/{cluster}/profiles', { params: { path }, body: packingProfile() });
  let fork = '';
  for (const [round, pods] of arrivals.entries()) {
    if (round === MAINTAINED.from) await cordon(client, cluster, true);
    if (round === MAINTAINED.until) await cordon(client, cluster, false);
    await leave(client, cluster, round);
    await importObjects(client, cluster, { objects: pods });
    await schedule(client, cluster);
    if (round === FORKED_AFTER) fork = await packedFork(client, cluster);
  }
  await importObjects(client, cluster, { objects: urgentPods(URGENT) });
  const { counts } = await schedule(client, cluster, { preemption: 'evict', pods: { labelSelector: 'urgent' } });
  const { revision } = await client.get('/v1/clusters/{cluster}', { params: { path } });
  return { cluster, fork, revision, preempting: counts.nominated, seconds: (performance.now() - started) / 1000 };
}

function schedule(client: BerthClient, cluster: string, how: RunWish = {}): Promise<Schemas['Run']> {
  return client.post('/v1/clusters/{cluster}/runs', {
    params: { path: { cluster } },
    body: { preemption: 'off', allowEmpty: true, ...how },
  });
}

/** The pods whose round it is. */
async function leave(client: BerthClient, cluster: string, round: number): Promise<void> {
  for (const namespace of NAMESPACES)
    await client.delete('/v1/clusters/{cluster}/api/v1/namespaces/{namespace}/pods', {
      params: { path: { cluster, namespace }, query: { labelSelector: `${LEAVES}=${round}` } },
    });
}

async function cordon(client: BerthClient, cluster: string, unschedulable: boolean): Promise<void> {
  const { items } = await client.get('/v1/clusters/{cluster}/api/v1/nodes', {
    params: { path: { cluster }, query: { labelSelector: `${RACK}=${MAINTAINED.rack}` } },
  });
  for (const { metadata } of items)
    await client.patch('/v1/clusters/{cluster}/api/v1/nodes/{name}', {
      params: { path: { cluster, name: metadata?.name ?? '' } },
      headers: MERGE_PATCH,
      body: { spec: { unschedulable } },
    });
}

async function packedFork(client: BerthClient, cluster: string): Promise<string> {
  const { name } = await client.post('/v1/clusters/{cluster}/forks', {
    params: { path: { cluster } },
    body: { name: `${cluster}-packed` },
  });
  await schedule(client, name, { profile: PACKING });
  return name;
}

function packingProfile(): { readonly schedulerName: string } & Record<string, unknown> {
  const resources = ['cpu', 'memory', 'nvidia.com/gpu'].map((name) => ({ name, weight: 1 }));
  const args = { scoringStrategy: { type: 'MostAllocated', resources } };
  return { schedulerName: PACKING, pluginConfig: [{ name: 'NodeResourcesFit', args }] };
}
