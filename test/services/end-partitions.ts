import type pg from 'pg';

/**
 * Ends the partitions of the present here and now: what happened so far is in others than what happens next.
 * Resolves to the edge between them.
 */
export async function endPartitions(client: pg.Client): Promise<Date> {
  const {
    rows: [present],
  } = await client.query<{ edge: Date; lower: Date | null; upper: Date; tables: string[] }>(
    `SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' AS edge, lower_bound AS lower,
       upper_bound AS upper, array_agg(partition) AS tables
     FROM berth_partitions() WHERE upper_bound > clock_timestamp() GROUP BY lower_bound, upper_bound
     ORDER BY upper_bound LIMIT 1`,
  );
  if (present === undefined) throw new Error('there is no partition of the present');
  const { edge, lower, upper, tables } = present;
  await client.query('BEGIN');
  for (const table of tables) {
    const history = table.replace(/_p[0-9]+(t[0-9]+)?$/, '');
    const from = lower === null ? 'MINVALUE' : `'${lower.toISOString()}'`;
    await client.query(`ALTER TABLE ${history} DETACH PARTITION ${table}`);
    await client.query(
      `ALTER TABLE ${history} ATTACH PARTITION ${table} FOR VALUES FROM (${from}) TO ('${edge.toISOString()}')`,
    );
    await client.query('SELECT berth_add_partition($1, $2, $3)', [history, edge, upper]);
  }
  await client.query('COMMIT');
  return edge;
}
