import type { Transaction } from '#database';
import { ClusterMemory } from '../columns/index.js';
import { streamNodes, readOtherObjects, readNominated, streamPlaced } from '../rows/index.js';

/**
 * Reads a whole cluster. Nodes come in the order of their creation in the log, which is what their rows mean;
 * nominations in the order of the pods' last changes: as kube-scheduler v1.34 UpdateNominatedPod, an update
 * puts a nominated pod last.
 */
export async function loadCluster(
  tx: Transaction,
  clusterId: string,
  bounds: ConstructorParameters<typeof ClusterMemory>[0] = {},
): Promise<ClusterMemory> {
  const memory = new ClusterMemory(bounds);
  memory.setObjects(await readOtherObjects(tx, clusterId));
  for await (const rows of streamNodes(tx, clusterId)) memory.setNodes(rows);
  for await (const rows of streamPlaced(tx, clusterId)) for (const row of rows) memory.place(row);
  memory.nominate(await readNominated(tx, clusterId));
  return memory;
}
