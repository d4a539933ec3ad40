import type { Transaction } from '#database';
import { refuse, type Outcome } from '#requests';
import type { Archive } from './archive.js';
import { archivesWithin, type RevisionSpan } from './archive.store.js';

/**
 * Says in which files it lies what is of these revisions and is not in the database any more; undefined
 * when none of them is archived.
 */
export async function refuseArchived(
  tx: Transaction,
  clusterId: string,
  { what, span }: { readonly what: string; readonly span: RevisionSpan },
): Promise<Outcome<never> | undefined> {
  const archives = await archivesWithin(tx, clusterId, span);
  return archives.length === 0 ? undefined : refuseAll(archives, what);
}

/** Says that something lies in an archive. */
export function refuseIn(archive: Archive, what: string): Outcome<never> {
  return refuseAll([archive], what);
}

function refuseAll(archives: readonly Archive[], what: string): Outcome<never> {
  return refuse({
    kind: 'Archived',
    what,
    archives: archives.map(({ id, ledgerFile }) => ({ id, file: ledgerFile.path })),
  });
}
