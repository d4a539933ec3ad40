import { randomUUID } from 'node:crypto';
import { initialPods, measuredPods, workloadNodes, type Workload } from '../workload.js';
import type { BenchClient } from './bench-client.js';
import { clusterManifests, podManifests } from './manifests.js';

export interface PreparedCluster {
  readonly clusterId: string;
  /** Initial pods that found no node: they are pending beside the measured ones. */
  readonly waiting: number;
}

/** Makes the cluster of a workload: its initial pods are on nodes, the measured ones are pending. */
export async function prepareCluster(
  client: BenchClient,
  workload: Workload,
  name = 'bench',
): Promise<PreparedCluster> {
  const clusterId = await client.createCluster(name);
  await client.import(clusterId, clusterManifests(workload));
  const waiting = await placeInitialPods(client, clusterId, workload);
  await client.import(clusterId, podManifests(measuredPods(workload)));
  return { clusterId, waiting };
}

async function placeInitialPods(client: BenchClient, clusterId: string, workload: Workload): Promise<number> {
  const pods = initialPods(workload);
  if (pods.length === 0) return 0;
  const bound = workload.initialPlacement === 'roundRobin';
  const nodeNames = bound ? workloadNodes(workload).map(({ metadata }) => metadata?.name ?? '') : [];
  await client.import(clusterId, podManifests(pods, nodeNames));
  if (bound) return 0;
  const { answer } = await client.schedule({ clusterId, preemption: 'off' });
  return pods.length - answer.counts.scheduled;
}

/**
 * Decides the workload on clusters of its own: afterwards the service has compiled what it runs, as one
 * has that is asked all day.
 */
export async function rehearse(client: BenchClient, workload: Workload, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const { clusterId } = await prepareCluster(client, workload, `rehearsal-${randomUUID()}`);
    await client.schedule({ clusterId, preemption: workload.preemption === true ? 'evict' : 'nominate' });
  }
}

/** A call like any other: afterwards the service has read the cluster's state up to the last import. */
export async function scheduleNothing(client: BenchClient, clusterId: string): Promise<void> {
  await client.schedule({ clusterId, pods: { labelSelector: 'bench/nobody-has-this-label' }, allowEmpty: true });
}
