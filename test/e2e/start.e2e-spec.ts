import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyText, newKey } from '#access';
import { RetentionService } from '#integrity';
import { load } from 'js-yaml';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { readConfig } from '../../apps/api/src/boot/config.js';
import { start } from '../../apps/api/src/boot/start.js';
import { Authority } from '../../apps/api/src/resources/tls/authority.js';
import { berth } from './berth-command.js';
import { specLogger } from './spec-logger.js';

const { archiveDue } = RetentionService.prototype;

const TOKEN = keyText(newKey());

/** As far as these tests read it. */
interface Kubeconfig {
  readonly clusters: readonly [{ readonly cluster: { readonly server: string; 'certificate-authority-data': string } }];
  readonly users: readonly [{ readonly user: { readonly token: string } }];
  readonly contexts: readonly [{ readonly context: { readonly cluster: string } }];
}

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

test('history that takes for ever to archive keeps neither the start nor the stop of the service waiting', async () => {
  const archiving = new Promise<void>((resolve) => {
    RetentionService.prototype.archiveDue = () => {
      resolve();
      return new Promise(() => undefined);
    };
  });
  const config = readConfig({ BERTH_DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: '0', HOST: '127.0.0.1' });
  const berth = await start(config, specLogger());
  try {
    expect((await fetch(`${berth.url}/readyz`)).status).toBe(200);
    await archiving;
  } finally {
    await berth.stop();
  }
});

/** The status of an answer over HTTPS, by a client that trusts one authority. */
function statusOver(url: string, { ca, token }: { readonly ca: string; readonly token: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { ca, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume();
      answer.on('end', () => {
        resolve(answer.statusCode ?? 0);
      });
    }).on('error', reject);
  });
}

test('HTTPS serves the same, by a certificate of an authority that every start keeps', async () => {
  const config = readConfig({
    BERTH_DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PORT: '0',
    HTTPS_PORT: '0',
    BERTH_ADMIN_KEY: TOKEN,
  });
  const authorities: string[] = [];
  for (let starts = 1; starts <= 2; starts++) {
    const service = await start(config, specLogger());
    try {
      const ca = readFileSync(join(dataDir, 'tls', 'ca.pem'), 'utf8');
      authorities.push(ca);
      expect(await statusOver(`${service.httpsUrl}/v1/clusters`, { ca, token: TOKEN })).toBe(200);
      expect(await statusOver(`${service.httpsUrl}/v1/clusters`, { ca, token: 'none' })).toBe(401);
    } finally {
      await service.stop();
    }
  }
  expect(new Set(authorities).size).toBe(1);
  expect(statSync(join(dataDir, 'tls', 'ca-key.pem')).mode & 0o777).toBe(0o600);
});

test('a kubeconfig leads to the cluster, with its authority and the key', async () => {
  const env = { BERTH_DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: '0', BERTH_ADMIN_KEY: TOKEN };
  const file = join(dataDir, 'kubeconfig');
  const service = await start(readConfig({ ...env, HTTPS_PORT: '0', HOST: 'localhost' }), specLogger());
  try {
    const environment = { BERTH_URL: service.url, BERTH_KEY: TOKEN };
    await berth('clusters create shown', { environment });
    expect(await berth(`kubeconfig shown -o ${file}`, { environment })).toMatchObject({ code: 0, out: '' });
    const { clusters, users, contexts } = load(readFileSync(file, 'utf8')) as Kubeconfig;
    const { server, 'certificate-authority-data': authority } = clusters[0].cluster;
    const { token } = users[0].user;
    expect([token, contexts[0].context.cluster]).toEqual([TOKEN, 'shown']);
    const ca = Buffer.from(authority, 'base64').toString();
    expect(await statusOver(`${server}/api/v1/pods`, { ca, token })).toBe(200);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await berth('kubeconfig absent', { environment })).code).toBe(3);
  } finally {
    await service.stop();
  }
});

test('without HTTPS no kubeconfig has a key, which would not be sent', async () => {
  const env = { BERTH_DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: '0', BERTH_ADMIN_KEY: TOKEN };
  const service = await start(readConfig(env), specLogger());
  try {
    const environment = { BERTH_URL: service.url, BERTH_KEY: TOKEN };
    await berth('clusters create plain', { environment });
    const { code, err } = await berth('kubeconfig plain', { environment });
    expect([code, err]).toEqual([4, expect.stringContaining('start the service with HTTPS_PORT')]);
  } finally {
    await service.stop();
  }
});

test.each([
  ['a certificate that is none', 'PEM'],
  ['a key of another certificate', 'KEY'],
])('%s fails the start in words', async (_name, wrong) => {
  const [own, other] = await Promise.all([Authority.create('own'), Authority.create('other')]);
  const files = { BERTH_TLS_CERT_FILE: join(dataDir, 'cert.pem'), BERTH_TLS_KEY_FILE: join(dataDir, 'key.pem') };
  writeFileSync(files.BERTH_TLS_CERT_FILE, wrong === 'PEM' ? 'no certificate' : own.certificate.cert);
  writeFileSync(files.BERTH_TLS_KEY_FILE, other.certificate.key);
  const env = { BERTH_DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: '0', HTTPS_PORT: '0', ...files };
  const failed = start(readConfig(env), specLogger());
  await expect(failed).rejects.toThrow(/^The TLS certificate and its key cannot be used: /);
});
