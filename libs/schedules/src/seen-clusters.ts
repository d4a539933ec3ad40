import { ownField } from '#json';
import { hasWholeSight, sightOf } from '#access';
import { findClusters } from '#cluster';
import type { Transaction } from '#database';

/** What the caller sees of clusters, by their ids: `whole`, or which part; of those that they may know of. */
export async function seenClusters(tx: Transaction, ids: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const rows = await findClusters(tx, ids);
  return Object.fromEntries(
    rows.map((row) => [
      row.id,
      hasWholeSight(sightOf(row)) ? 'whole' : JSON.stringify([row.sight, ...[...row.sight_namespaces].sort()]),
    ]),
  );
}

/** Whether who sees this now may read what was computed for who saw that. */
export function seesAsMuch(now: Readonly<Record<string, string>>, then: Readonly<Record<string, string>>): boolean {
  return Object.entries(then).every(([id, seen]) => ['whole', seen].includes(ownField(now, id) ?? ''));
}
