import type { Transaction } from '#database';
import type { ClusterMemory } from '../columns/index.js';
import { findNodes, findOtherObjects, findNominated, findPlaced, findPlacedOn } from '../rows/index.js';
import type { Touched } from '#cluster';

/**
 * Brings a cluster in memory to where the transaction sees it. The log says what was touched; the rows say what it is
 * now: one way to read each thing, and however often it changed on the way, it is read once.
 */
export async function catchUp(
  tx: Transaction,
  clusterId: string,
  { memory, touched }: { readonly memory: ClusterMemory; readonly touched: readonly Touched[] },
): Promise<void> {
  const nodes = touched.filter(({ kind }) => kind === 'Node');
  const pods = touched.filter(({ kind }) => kind === 'Pod');
  const others = touched.filter(({ kind }) => kind !== 'Node' && kind !== 'Pod');
  // First out of the way: what is gone, or has become another of the same name with a place behind the others.
  memory.remove(pods);
  memory.removeNodes(nodes.filter(({ deleted }) => deleted).map(({ name }) => name));
  for (const object of others) if (object.deleted) memory.removeObject(object);
  if (others.length > 0) memory.setObjects(await findOtherObjects(tx, clusterId, others));
  const arrived =
    nodes.length === 0
      ? []
      : memory.setNodes(
          await findNodes(
            tx,
            clusterId,
            nodes.map(({ name }) => name),
          ),
        );
  // Pods may have been bound to a node before it was there.
  if (arrived.length > 0) for (const row of await findPlacedOn(tx, clusterId, arrived)) memory.place(row);
  if (pods.length === 0) return;
  for (const row of await findPlaced(tx, clusterId, pods)) memory.place(row);
  memory.nominate(await findNominated(tx, clusterId, pods));
}
