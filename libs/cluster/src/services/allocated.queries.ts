import type { Transaction } from '#database';
import type { ServiceSpec } from '#kubernetes';
import type { Manifest } from '#rows';

/** What the services of a cluster have. */
export interface Allocated {
  readonly addresses: Set<string>;
  readonly ports: Set<number>;
}

/** Of all services of a cluster but one, which is being written. */
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

/** The same of services that are at hand. */
export function allocatedTo(
  services: Iterable<Manifest>,
  { namespace, name }: { readonly namespace?: string; readonly name: string },
): Allocated {
  const allocated: Allocated = { addresses: new Set(), ports: new Set() };
  for (const { metadata, spec } of services) {
    if (metadata.namespace === namespace && metadata.name === name) continue;
    const { clusterIPs = [], ports = [], healthCheckNodePort } = (spec ?? {}) as ServiceSpec;
    for (const address of clusterIPs) allocated.addresses.add(address);
    for (const port of [...ports.map(({ nodePort }) => nodePort), healthCheckNodePort])
      if (port !== undefined) allocated.ports.add(port);
  }
  return allocated;
}
