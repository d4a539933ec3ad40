import type { BerthClient } from '#client';
import type { ExportedObject } from './over-allocation.js';

/** The nodes and pods of a cluster, as the service exports them. */
export async function exportedObjects(client: BerthClient, cluster: string): Promise<readonly ExportedObject[]> {
  const { items } = await client.get('/v1/clusters/{cluster}/export', {
    params: { path: { cluster }, query: { kinds: ['Node', 'Pod'] } },
  });
  return items as unknown as readonly ExportedObject[];
}
