import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded/index.js';
import { migrate } from '../migrate/index.js';
import { CALLER } from '../testing/caller.js';
import { Database } from '../transaction/database.js';
import { requireWall } from './require-row-level-security.js';

/** A server of its own, because roles are of all its databases. */
let folder: string;
let server: EmbeddedPostgres;
/** Of a user that is no superuser, but owns its database. */
let url: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'berth-user-'));
  server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), durable: false });
  await asSuperuser("CREATE ROLE ann LOGIN PASSWORD 'ann'");
  await asSuperuser('CREATE DATABASE ann OWNER ann');
  const own = new URL(server.url);
  [own.username, own.password, own.pathname] = ['ann', 'ann', '/ann'];
  url = own.href;
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function asSuperuser(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

test('a user that may not do something hears what to run, and nothing has to be repaired', async () => {
  await expect(migrate({ url })).rejects.toThrow('Only roles with the CREATEROLE attribute may create roles.');
  await asSuperuser('ALTER ROLE ann CREATEROLE');
  await expect(migrate({ url })).rejects.toThrow(
    'as a superuser, run ALTER ROLE berth_engine BYPASSRLS, and start again',
  );
  await asSuperuser('ALTER ROLE berth_engine BYPASSRLS');
  expect((await migrate({ url })).applied).toContain('20261123030000_second_wall');
  await requireWall(url);
});

test('it works as both roles', async () => {
  const database = new Database({ url, poolSize: 1 });
  try {
    for (const role of ['engine', 'reader'] as const) {
      const [row] = await database.transaction(CALLER, (tx) => tx.query('SELECT current_user AS role FROM teams'), {
        role,
      });
      expect(row).toEqual({ role: `berth_${role}` });
    }
  } finally {
    await database.close();
  }
});

test('the service does not start where it may not act as a role, or there is none', async () => {
  await asSuperuser('REVOKE berth_reader FROM ann CASCADE');
  await expect(requireWall(url)).rejects.toThrow('ann may not act as berth_reader: run GRANT berth_reader TO ann');
  await asSuperuser('ALTER ROLE berth_reader RENAME TO other');
  await expect(requireWall(url)).rejects.toThrow('the role berth_reader is not there');
});
