import type { Transaction } from '#database';
import type { LoggedChange } from '../log/index.js';

/** The values of Secrets, encrypted, by the positions of the changes that left them as they are now. */
export type SealedValues = ReadonlyMap<string, Uint8Array>;

/** Those of the changes that are the last ones of their objects. */
export async function readSealedValues(
  tx: Transaction,
  clusterId: string,
  changes: readonly Pick<LoggedChange, 'namespace' | 'name'>[],
): Promise<SealedValues> {
  const rows = await tx.query<{ readonly resource_version: string; readonly sealed: Uint8Array }>(
    `SELECT resource_version, sealed FROM objects WHERE cluster_id = $1 AND kind = 'Secret' AND sealed IS NOT NULL
       AND (namespace, name) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
    [clusterId, changes.map(({ namespace }) => namespace), changes.map(({ name }) => name)],
  );
  return new Map(rows.map(({ resource_version: position, sealed }) => [String(position), sealed]));
}
