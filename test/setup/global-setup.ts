import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, startEmbeddedPostgres } from '#database';
import { migrateJobs } from '#jobs';
import { CASES_SEED, seedOfCases } from './cases.js';
import { specEnvironment } from './environment.js';
import { keepSaid, RUN_FOLDER } from './run-folder.js';
import { SERVER_URL, TEMPLATE, urlOf } from './server.js';
import { keepForTeardown } from './running-server.js';
import { serverFolder } from './server-folder.js';

/** Once per test run, before the first spec: one server, and one migrated database for all others to be cloned from. */
export default async function globalSetup(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'berth-test-'));
  const [said = '', home = '', temporary = ''] = ['said', 'home', 'tmp'].map((name) => join(folder, name));
  for (const path of [said, home, temporary]) mkdirSync(path);
  // The workers are forked after this and inherit it.
  replaceEnvironment({ ...specEnvironment(process.env, { home, temporary }), [RUN_FOLDER]: said });
  process.env[CASES_SEED] = String(seedOfCases());
  const dataDir = serverFolder(folder);
  const server = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    database: TEMPLATE,
    settings: { max_connections: '200' },
    log: keepSaid,
  });
  keepForTeardown({ server, dataDir, folder, saidDir: said });
  for (const stream of [process.stdout, process.stderr]) keepPrinted(stream);
  await migrate({ url: server.url });
  await migrateJobs(server.url);
  process.env[SERVER_URL] = urlOf(server.url, 'postgres');
}

function replaceEnvironment(environment: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
}

/** What Jest prints is all that specs print, and why they fail. */
function keepPrinted(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as (...parts: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: unknown[]): boolean => {
    keepSaid(typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString());
    return write(chunk, ...rest);
  };
}
