import { availableParallelism } from 'node:os';
import { ConfigError, readConfig } from './config.js';
import { memoryHere, sharesOf, threadsFor } from './memory.js';

test('the defaults', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    isProduction: false,
    introspection: true,
    databaseUrl: undefined,
    dataDir: '.berth',
    logLevel: 'info',
    demo: false,
    clusterMetrics: [],
    doesJobs: true,
    storage: {
      files: undefined,
      s3: { endpoint: undefined, region: 'us-east-1', credentials: undefined },
      deliveryBuckets: [],
    },
    webhookPrivateHosts: [],
    importLimitBytes: 268_435_456,
    memory: sharesOf(memoryHere()),
    workers: Math.min(availableParallelism(), 8, threadsFor(memoryHere())),
    statementTimeouts: { short: 30_000, heavy: 120_000 },
    requestDeadlineMs: 30_000,
    heavyWork: { atOnce: Math.min(Math.max(availableParallelism(), 3), 8), waiting: 100 },
    watchers: { inAll: 5_000, ofOneKey: 1_000 },
    watchDeadlineMs: 30_000,
    retention: undefined,
    checkpointIntervalMs: 60_000,
    newSigningKey: false,
    signingKeyFile: undefined,
    secretsKeyFile: undefined,
    spans: undefined,
    requestsAMinute: { key: 60_000, team: 120_000 },
    plugins: [],
    pluginBudgetMs: 1_000,
    corsOrigins: [],
    auth: { mode: 'keys', adminKey: undefined },
    extenderHosts: [],
    identityLabels: [],
  });
});

test.each([
  [{}, undefined],
  [{ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/otlp/' }, { url: 'http://collector:4318/otlp/v1/traces' }],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, { url: 'http://localhost:4318/v1/traces' }],
  [{ OTEL_TRACES_EXPORTER: 'console', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, 'console'],
])('with %j spans go to %j', (environment, to) => {
  expect(readConfig(environment).spans?.to).toEqual(to);
});

test('a collector that is no URL is refused by its setting', () => {
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT="collector:4318": must be a URL such as http://collector:4318',
  );
});

test('every setting is read, and the result cannot be changed', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '0.0.0.0',
    DATABASE_URL: 'postgresql://u:p@db:5432/berth',
    BERTH_DATA_DIR: '/data',
    LOG_LEVEL: 'debug',
    BERTH_DEMO: '1',
    BERTH_CLUSTER_METRICS: 'prod,staging',
    BERTH_IMPORT_LIMIT: '1 GiB',
    BERTH_MEMORY: '2GiB',
    BERTH_WARM_MEMORY: '64MiB',
    BERTH_WORKERS: '3',
    BERTH_HEAVY_AT_ONCE: '2',
    BERTH_HEAVY_WAITING: '0',
    BERTH_STATEMENT_TIMEOUT: '5',
    BERTH_REQUEST_PATIENCE: '1m',
    BERTH_HEAVY_STATEMENT_TIMEOUT: '10m',
    BERTH_RATE_LIMIT: '600',
    BERTH_TEAM_RATE_LIMIT: '0',
    BERTH_INTROSPECTION: '0',
    BERTH_MOST_WATCHERS: '500',
    BERTH_WATCHERS_OF_A_KEY: '50',
    BERTH_RETENTION: '12mo',
    BERTH_WATCH_PATIENCE: '2m',
    BERTH_CHECKPOINT_INTERVAL: '5m',
    BERTH_NEW_SIGNING_KEY: '1',
    BERTH_SIGNING_KEY_FILE: '/keys/berth.pem',
    BERTH_SECRETS_KEY_FILE: '/keys/secrets.key',
    BERTH_CORS_ORIGINS: 'https://a.example, https://b.example',
    BERTH_EXTENDER_HOSTS: 'extender.example:8888, 10.0.0.7',
    BERTH_IDENTITY_LABELS: 'acme.io/, rack',
    BERTH_PLUGINS: '/plugins/racks.mjs, /plugins/devices',
    BERTH_PLUGIN_BUDGET: '250',
    BERTH_JOBS: '0',
    BERTH_DELIVERY_DIR: '/deliveries',
    BERTH_PUBLIC_URL: 'https://berth.example/',
    BERTH_STORAGE: 's3://berth/files/',
    BERTH_DELIVERY_BUCKETS: 'reports, more.reports',
    BERTH_S3_ENDPOINT: 'http://minio:9000',
    BERTH_S3_REGION: 'eu-central-1',
    BERTH_WEBHOOK_PRIVATE_HOSTS: 'hooks.internal, 10.0.0.8:8080',
    SOMETHING_ELSE: 'x',
  });
  expect(config).toEqual({
    port: 0,
    host: '0.0.0.0',
    isProduction: false,
    introspection: false,
    databaseUrl: 'postgresql://u:p@db:5432/berth',
    dataDir: '/data',
    logLevel: 'debug',
    demo: true,
    clusterMetrics: ['prod', 'staging'],
    doesJobs: false,
    deliveryDir: '/deliveries',
    publicUrl: 'https://berth.example',
    storage: {
      files: { kind: 'bucket', bucket: 'berth', prefix: 'files' },
      s3: { endpoint: 'http://minio:9000', region: 'eu-central-1', credentials: undefined },
      deliveryBuckets: ['reports', 'more.reports'],
    },
    webhookPrivateHosts: ['hooks.internal', '10.0.0.8:8080'],
    importLimitBytes: 1_073_741_824,
    memory: { ...sharesOf(2_147_483_648), warm: 67_108_864, executor: 33_554_432 },
    workers: 3,
    heavyWork: { atOnce: 2, waiting: 0 },
    statementTimeouts: { short: 5_000, heavy: 600_000 },
    requestDeadlineMs: 60_000,
    requestsAMinute: { key: 600, team: 0 },
    watchers: { inAll: 500, ofOneKey: 50 },
    watchDeadlineMs: 120_000,
    retention: { count: 12, unit: 'months' },
    checkpointIntervalMs: 300_000,
    newSigningKey: true,
    signingKeyFile: '/keys/berth.pem',
    secretsKeyFile: '/keys/secrets.key',
    corsOrigins: ['https://a.example', 'https://b.example'],
    auth: { mode: 'keys', adminKey: undefined },
    extenderHosts: ['extender.example:8888', '10.0.0.7'],
    identityLabels: ['acme.io/', 'rack'],
    plugins: ['/plugins/racks.mjs', '/plugins/devices'],
    pluginBudgetMs: 250,
  });
  expect(Object.isFrozen(config)).toBe(true);
});

test('in little memory there are fewer threads, unless there are to be more', () => {
  expect(readConfig({ BERTH_MEMORY: '512MiB' })).toMatchObject({ workers: 1, memory: sharesOf(512 * 2 ** 20) });
  expect(readConfig({ BERTH_MEMORY: '512MiB', BERTH_WORKERS: '2' }).workers).toBe(2);
});

test('an empty DATABASE_URL is none', () => {
  expect(readConfig({ DATABASE_URL: '' }).databaseUrl).toBeUndefined();
  const url = 'postgresql://u:p@db/berth';
  expect(readConfig({ DATABASE_URL: url, DATABASE_STANDBY_URL: '' }).standbyUrl).toBeUndefined();
});

test('a standby is one of DATABASE_URL', () => {
  const [url, standby] = ['postgresql://u:p@db/berth', 'postgresql://u:p@standby/berth'];
  expect(readConfig({ DATABASE_URL: url, DATABASE_STANDBY_URL: standby }).standbyUrl).toBe(standby);
  expect(() => readConfig({ DATABASE_STANDBY_URL: standby })).toThrow('DATABASE_STANDBY_URL: the embedded database');
});

test('every problem is reported at once, with the value unless it may hold a password', () => {
  const wrong = {
    PORT: '70000',
    DATABASE_URL: 'mysql://x/y',
    LOG_LEVEL: 'loud',
    BERTH_DEMO: 'yes',
    BERTH_IMPORT_LIMIT: 'lots',
    BERTH_DATA_DIR: '',
    BERTH_CHECKPOINT_INTERVAL: '2d',
  };
  let problems: readonly string[] = [];
  try {
    readConfig(wrong);
  } catch (error) {
    problems = (error as ConfigError).problems;
  }
  expect(problems).toEqual([
    'PORT="70000": must be a port number from 0 to 65535',
    'DATABASE_URL: must be a URL such as postgresql://user:password@host:5432/database',
    'BERTH_DATA_DIR="": must not be empty',
    'LOG_LEVEL="loud": must be one of trace, debug, info, warn, error, fatal, silent',
    'BERTH_DEMO="yes": must be 0 or 1',
    'BERTH_IMPORT_LIMIT="lots": must be a size such as 256MiB or 1GiB, or a number of bytes',
    'BERTH_CHECKPOINT_INTERVAL="2d": must be a duration from 1s to 24h such as 60s, 5m or 1h, or a number of seconds',
  ]);
});

test.each(['256MiB', '256Mi', '268435456', '262144KiB'])('%s is a size', (text) => {
  expect(readConfig({ BERTH_IMPORT_LIMIT: text }).importLimitBytes).toBe(268_435_456);
});

test.each(['60', '60s', '1m'])('%s is a minute', (text) => {
  expect(readConfig({ BERTH_CHECKPOINT_INTERVAL: text }).checkpointIntervalMs).toBe(60_000);
});

test.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('nobody need say who they are at %s', (HOST) => {
  expect(readConfig({ BERTH_AUTH: 'off', HOST }).auth.mode).toBe('off');
});

test.each([
  ...['0.0.0.0', '::', '10.0.0.1', '::ffff:127.0.0.1', 'berth.example', 'localhost.example', '127.0.0.1.example'],
  ...['127.0.0.999', '127.0.0.1:80', '0', '2130706433', 'LOCALHOST '],
])('everywhere else they must: %s', (HOST) => {
  expect(() => readConfig({ BERTH_AUTH: 'off', HOST })).toThrow('HOST must be a loopback address');
  expect(readConfig({ HOST }).auth.mode).toBe('keys');
});

test('where no key is asked for, pages of every origin are no setting', () => {
  const everyone = { BERTH_AUTH: 'off', BERTH_CORS_ORIGINS: 'https://a.example, *' };
  expect(() => readConfig(everyone)).toThrow('BERTH_CORS_ORIGINS=*');
  expect(readConfig({ BERTH_CORS_ORIGINS: '*' }).corsOrigins).toEqual(['*']);
});
