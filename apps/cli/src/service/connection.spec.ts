import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../exit.js';
import { connectionOf, NoContext, type Connection, type Named } from './connection.js';
import { ownKey } from './own-key.js';
import { contextsFile, readContexts, writeContexts, type Contexts } from './contexts.js';

const KEPT: Contexts = {
  current: 'home',
  contexts: [
    { name: 'home', url: 'http://home', key: 'home-key', cluster: 'house' },
    { name: 'work', url: 'http://work', key: 'work-key' },
  ],
};
const ENVIRONMENT = { BERTH_URL: 'http://env', BERTH_KEY: 'env-key', BERTH_CLUSTER: 'env-cluster' };
const NONE = { key: undefined, cluster: undefined };

test.each<[string, Named, NodeJS.ProcessEnv, Connection]>([
  ['the current context', {}, {}, { url: 'http://home', key: 'home-key', cluster: 'house' }],
  ['the environment goes before it', {}, ENVIRONMENT, { url: 'http://env', key: 'env-key', cluster: 'env-cluster' }],
  ['and gets neither its key nor its cluster', {}, { BERTH_URL: 'http://env' }, { url: 'http://env', ...NONE }],
  ['nor does another address', { url: 'http://other' }, {}, { url: 'http://other', ...NONE }],
  ['one that is named', { context: 'work' }, {}, { url: 'http://work', key: 'work-key', cluster: undefined }],
  [
    'goes before the environment',
    { context: 'home' },
    ENVIRONMENT,
    { url: 'http://home', key: 'home-key', cluster: 'house' },
  ],
  ['a cluster that is named', { cluster: 'shop' }, ENVIRONMENT, { url: 'http://env', key: 'env-key', cluster: 'shop' }],
])('%s', (_, named, environment, connection) => {
  expect(connectionOf(named, environment, KEPT)).toEqual(connection);
});

test('without anything, the service here', () => {
  expect(connectionOf({}, {}, { contexts: [] })).toEqual({ url: 'http://127.0.0.1:3000', ...NONE });
});

test('a context that is not there, and the one that was meant', async () => {
  expect(() => connectionOf({ context: 'wor' }, {}, KEPT)).toThrow(new NoContext('wor', KEPT.contexts));
  const words = 'there is no context wor, did you mean work?';
  await expect(new NoContext('wor', KEPT.contexts).inWords()).resolves.toBe(words);
});

describe('the key of a service that runs here', () => {
  const folder = mkdtempSync(join(tmpdir(), 'berth-own-key-'));
  const environment = { BERTH_DATA_DIR: folder };
  beforeAll(() => {
    writeFileSync(join(folder, 'admin.key'), 'a-key\n');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test.each<[string, NodeJS.ProcessEnv, string | undefined]>([
    ['http://127.0.0.1:3000', environment, 'a-key'],
    ['http://localhost:4000', environment, 'a-key'],
    ['http://berth.example:3000', environment, undefined],
    ['no address', environment, undefined],
    ['http://127.0.0.1:3000', { BERTH_DATA_DIR: join(folder, 'none') }, undefined],
  ])('at %s', (url, where, key) => {
    expect(ownKey(url, where)).toBe(key);
  });
});

describe('the file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'berth-contexts-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test('is where the XDG directories have it, and readable by its owner only', () => {
    const path = contextsFile({ XDG_CONFIG_HOME: folder });
    expect(path).toBe(join(folder, 'berth/config.yaml'));
    expect(readContexts(path)).toEqual({ contexts: [] });
    writeContexts(path, KEPT);
    expect(readContexts(path)).toEqual(KEPT);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['contexts: [{name: a, url: ftp://x}]', 'contexts[0].url'],
    ['contexts: [{name: a, token: x}]', 'token'],
    ['contexts: [', 'is not YAML'],
    ['just words', 'Invalid input'],
  ])('%s is said to be wrong, and where', (text, words) => {
    const path = join(folder, 'config.yaml');
    writeFileSync(path, text);
    expect(() => readContexts(path)).toThrow(UsageError);
    expect(() => readContexts(path)).toThrow(words);
  });
});
