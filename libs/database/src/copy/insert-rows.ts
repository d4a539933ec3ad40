import type pg from 'pg';
import type { CopyTarget } from './copy-in.js';
import { checkRow, type CopyValue } from './binary-row.js';
import { insertEach, parameter } from './row-batch.js';

/**
 * Writes a few rows with one INSERT that the connection parses once a table, where COPY takes two round trips;
 * resolves to their number. One row is planned once too: lists of values are planned anew for every list, which
 * takes longer than to insert it.
 */
export async function insertRows(
  client: pg.ClientBase,
  target: CopyTarget,
  rows: readonly (readonly CopyValue[])[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const types = Object.values(target.columns);
  for (const row of rows) checkRow(row, types);
  const names = Object.keys(target.columns)
    .map((name) => `"${name}"`)
    .join(', ');
  const [only] = rows;
  if (only !== undefined && rows.length === 1) {
    await insertEach(client, [{ target, row: only }]);
    return 1;
  }
  const { rowCount } = await client.query({
    name: `insert_${target.table}`,
    text: `INSERT INTO "${target.table}" (${names}) SELECT *
      FROM unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})`,
    values: types.map((type, index) => rows.map((row) => parameter(type, row[index] ?? null))),
  });
  return rowCount ?? 0;
}
