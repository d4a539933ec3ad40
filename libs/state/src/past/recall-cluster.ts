import { ClusterInMemory } from '../columns/index.js';
import type { PastState } from '../objects/index.js';
import { PastRows } from './past-rows.js';

/** What scheduling saw of a cluster as it was; `at` is the time by which budgets count disruptions. */
export async function recallCluster(past: PastState, at: Date): Promise<ClusterInMemory> {
  const rows = new PastRows(past, { at });
  const cluster = await ClusterInMemory.read(rows);
  await cluster.renewBudgets(rows);
  return cluster;
}
