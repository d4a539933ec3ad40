import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keyText, newKey } from '#access';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { readConfig } from '../../apps/api/src/boot/config.js';
import { start } from '../../apps/api/src/boot/start.js';
import { berth } from '../e2e/berth-command.js';
import { specLogger } from '../e2e/spec-logger.js';
import { playSession } from './session.js';
import { readTranscript } from './transcript.js';

const ROOT = join(import.meta.dirname, '../../..');
const TRANSCRIPTS = join(ROOT, 'test/kubectl');
const KEY = keyText(newKey());

/** The module of the package that brings kubectl, which is outside of the compiled tree. */
interface Kubectls {
  readonly VERSIONS: readonly string[];
  kubectlOf(version: string): Promise<string>;
}
const { VERSIONS, kubectlOf } = (await import(
  pathToFileURL(join(ROOT, 'tools/kubectl/kubectl.mjs')).href
)) as Kubectls;

let database: TestDatabase;
let folder: string;
let service: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'berth-kubectl-'));
  const env = { BERTH_DATA_DIR: folder, DATABASE_URL: database.url, PORT: '0', HTTPS_PORT: '0', HOST: 'localhost' };
  service = await start(readConfig({ ...env, BERTH_ADMIN_KEY: KEY }), specLogger());
});
afterAll(async () => {
  await service.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** The kubeconfig of a new cluster. */
async function kubeconfigOf(cluster: string): Promise<string> {
  const environment = { BERTH_URL: service.url, BERTH_KEY: KEY };
  const path = join(folder, `${cluster}.kubeconfig`);
  for (const line of [`clusters create ${cluster}`, `kubeconfig ${cluster} -o ${path}`])
    expect(await berth(line, { environment })).toMatchObject({ code: 0 });
  return path;
}

describe.each(VERSIONS)('kubectl %s', (version) => {
  test.each(['everyday'])('the session %s prints what its transcript says', async (name) => {
    const path = join(TRANSCRIPTS, `${name}.txt`);
    const kubeconfig = await kubeconfigOf(`${name}-${version.replace('.', '-')}`);
    const played = await playSession(path, { kubectl: await kubectlOf(version), kubeconfig });
    expect(played).toEqual(readTranscript(path));
  });
});
