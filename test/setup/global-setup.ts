import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, startEmbeddedPostgres } from '#database';
import { SERVER_URL, TEMPLATE, urlOf } from './server.js';
import { keepForTeardown } from './running-server.js';

/** Once per test run, before the first spec: one server, and one migrated database for all others to be cloned from. */
export default async function globalSetup(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'berth-test-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    database: TEMPLATE,
    settings: { max_connections: '200' },
  });
  keepForTeardown({ server, dataDir });
  await migrate({ url: server.url });
  // The workers are forked after this and inherit it.
  process.env[SERVER_URL] = urlOf(server.url, 'postgres');
}
