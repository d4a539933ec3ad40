import { OVER, DEADLINE_MS, type Disturber } from './disturber.js';

const terminating = (name: string, weight: number, which: string): Disturber => ({
  name,
  weight,
  mostMs: 0,
  async disturb({ database }) {
    await database.ready(DEADLINE_MS);
    // The server may be brought down by another fault just now; then they are ended as well.
    await database
      .query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'berth' ${which}`)
      .catch(() => undefined);
    return OVER;
  },
});

export const connections: readonly Disturber[] = [
  terminating('connections.one', 16, 'ORDER BY random() LIMIT 1'),
  terminating('connections.busy', 8, "AND state <> 'idle'"),
  terminating('connections.all', 4, ''),
];
