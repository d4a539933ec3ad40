import type { Transaction } from '#database';
import type { Allocated } from './allocations.js';

/** What is allocated to all services of a cluster but one, which is being written. */
export async function readAllocated(
  tx: Transaction,
  clusterId: string,
  { namespace = '', name }: { readonly namespace?: string; readonly name: string },
): Promise<Allocated> {
  const rows = await tx.query<{
    readonly addresses: string[] | null;
    readonly ports: unknown[] | null;
    readonly health: unknown;
  }>(
    `SELECT manifest #> '{spec,clusterIPs}' AS addresses, manifest #> '{spec,healthCheckNodePort}' AS health,
        jsonb_path_query_array(manifest, '$.spec.ports[*].nodePort') AS ports
      FROM objects WHERE cluster_id = $1 AND kind = 'Service' AND (namespace, name) <> ($2, $3)`,
    [clusterId, namespace, name],
  );
  const ports = rows.flatMap((row) => [...(row.ports ?? []), row.health]).filter((port) => typeof port === 'number');
  return { addresses: new Set(rows.flatMap((row) => row.addresses ?? [])), ports: new Set(ports) };
}
