import type { Findings } from '../auditors/index.js';
import type { Transaction } from '#database';
import { missingClusters, readStrays } from './strays.queries.js';

/**
 * Every row is of a cluster and a team that are there, and so are the clusters of which notes are kept beside the
 * database.
 */
export async function verifyOwners(
  tx: Transaction,
  { noted, findings }: { readonly noted: readonly string[]; readonly findings: Findings },
): Promise<void> {
  for (const { table, of, id } of await readStrays(tx)) {
    const owner = of === 'cluster' ? { cluster: id, owners: 'clusters' } : { owners: 'teams' };
    findings.add({
      ...(of === 'cluster' && { cluster: id }),
      table: `${table}, ${owner.owners}`,
      message: `there are rows of ${of} ${id}, which is not there`,
    });
  }
  for (const cluster of await missingClusters(tx, noted))
    findings.add({
      cluster,
      table: 'clusters',
      message: 'was signed for, as the file of notes says, and is not there: the database is older than its notes',
    });
}
