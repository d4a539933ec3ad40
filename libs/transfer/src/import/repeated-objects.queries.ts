import type { Transaction } from '#database';

/** The staged objects that another one before them in the input is, by their index: the index of the first one. */
export async function findRepeatedObjects(tx: Transaction): Promise<Map<number, number>> {
  const rows = await tx.query<{ index: number; first: number }>(
    `SELECT staged.index, repeated.first
     FROM (SELECT kind, namespace, name, min(index) AS first FROM import_staging
           WHERE name IS NOT NULL GROUP BY kind, namespace, name HAVING count(*) > 1) repeated
     JOIN import_staging staged USING (kind, namespace, name) WHERE staged.index > repeated.first`,
  );
  return new Map(rows.map(({ index, first }) => [index, first]));
}
