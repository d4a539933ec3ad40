import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, startEmbeddedPostgres } from '#database';
import { keepSaid, RUN_FOLDER } from './run-folder.js';
import { SERVER_URL, TEMPLATE, urlOf } from './server.js';
import { keepForTeardown } from './running-server.js';

/** Once per test run, before the first spec: one server, and one migrated database for all others to be cloned from. */
export default async function globalSetup(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'berth-test-'));
  const saidDir = mkdtempSync(join(tmpdir(), 'berth-said-'));
  // The workers are forked after this and inherit it.
  process.env[RUN_FOLDER] = saidDir;
  const server = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    database: TEMPLATE,
    settings: { max_connections: '200' },
    log: keepSaid,
  });
  keepForTeardown({ server, dataDir, saidDir });
  for (const stream of [process.stdout, process.stderr]) keepPrinted(stream);
  await migrate({ url: server.url });
  process.env[SERVER_URL] = urlOf(server.url, 'postgres');
}

/** What Jest prints is all that specs print, and why they fail. */
function keepPrinted(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as (...parts: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: unknown[]): boolean => {
    keepSaid(typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString());
    return write(chunk, ...rest);
  };
}
