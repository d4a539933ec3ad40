import { setTimeout } from 'node:timers/promises';
import { CALLER, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import pg from 'pg';

const PODS = 6_000;

let services: TestServices;
let client: pg.Client;
beforeAll(async () => {
  services = await TestServices.create();
  client = new pg.Client({ connectionString: services.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await services.drop();
});

/** How many rows the planner takes a table to hold, once it was analyzed by anybody but autovacuum. */
async function planned(history: string): Promise<number> {
  const sql = `SELECT c.reltuples AS rows FROM pg_stat_all_tables s JOIN pg_class c ON c.oid = s.relid
    WHERE s.analyze_count > 0 AND (s.relname = $1 OR c.oid IN (SELECT inhrelid FROM pg_inherits
      WHERE inhparent = to_regclass($1)))`;
  for (let looks = 0; looks < 300; looks += 1) {
    const [row] = (await client.query<{ rows: number }>(sql, [history])).rows;
    if (row !== undefined) return row.rows;
    await setTimeout(50);
  }
  throw new Error(`nobody analyzed ${history}`);
}

test('after a large import and a large run the planner knows of their pods and decisions', async () => {
  const pods = Array.from({ length: PODS }, (_, index) => pod(`p${index}`, { cpu: '1m' }));
  const cluster = await services.clusterOf(node('a', { cpu: '64', memory: '64Gi', pods: '10000' }), ...pods);
  expect(await planned('pods')).toBe(PODS);
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  expect(await planned('decisions')).toBe(PODS);
});
