import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RetentionService } from '#integrity';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { readConfig } from '../../apps/api/src/boot/config.js';
import { start } from '../../apps/api/src/boot/start.js';
import { specLogger } from './spec-logger.js';

const { archiveDue } = RetentionService.prototype;

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'berth-start-'));
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await database.drop();
});
afterEach(() => {
  RetentionService.prototype.archiveDue = archiveDue;
});

test('history that takes for ever to archive keeps nobody waiting for the service', async () => {
  let archiving = false;
  RetentionService.prototype.archiveDue = () => {
    archiving = true;
    return new Promise(() => undefined);
  };
  const config = readConfig({ BERTH_DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: '0', HOST: '127.0.0.1' });
  const berth = await start(config, specLogger());
  try {
    expect((await fetch(`${berth.url}/readyz`)).status).toBe(200);
    expect(archiving).toBe(true);
  } finally {
    await berth.stop();
  }
});
