import { randomUUID } from 'node:crypto';
import { DEFAULT_TEAM_ID } from '#access';
import type { TestServices } from '../../services/index.js';

/** The cluster goes to another team; of the default team is one namespace of it alone. */
export async function becomeGuest(
  services: TestServices,
  { cluster, own }: { readonly cluster: string; readonly own: string },
): Promise<void> {
  const team = randomUUID();
  await services.connected(async (client) => {
    await client.query('INSERT INTO teams (id, name, created_at) VALUES ($1, $2, now())', [team, `owners-${team}`]);
    for (const [table, column] of [
      ['clusters', 'id'],
      ['cluster_heads', 'cluster_id'],
    ] as const)
      await client.query(`UPDATE ${table} SET team_id = $2 WHERE ${column} = $1`, [cluster, team]);
    await client.query(
      `INSERT INTO namespace_teams (cluster_id, namespace, team_id, created_at, created_by)
       VALUES ($1, $2, $3, now(), 'spec')`,
      [cluster, own, DEFAULT_TEAM_ID],
    );
  });
}
