import { ownField } from '#json';
import { availableParallelism } from 'node:os';
import type { StatementTimeouts } from '#database';
import type { RetentionTime } from '#integrity';
import type { SpanSettings } from '#spans';
import type { z } from 'zod';
import { accessOf, accessProblems, type AccessConfig } from './access-settings.js';
import { memoryHere, sharesOf, threadsFor, withWarm, type MemoryShares } from './memory.js';
import { ownVersion } from './own-version.js';
import { DATABASE_URLS, settings, USUAL_WORKERS } from './settings.js';
import { storageOf, storageProblems, type StorageConfig } from './storage-settings.js';
import { tlsOf, tlsProblems, type TlsConfig } from './tls-settings.js';

/** The settings of the service, read once from the environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** HTTPS beside HTTP; undefined: none. */
  readonly tls: TlsConfig | undefined;
  /** Nothing is served that is for development only. */
  readonly isProduction: boolean;
  /** GraphQL tells its schema. */
  readonly introspection: boolean;
  /** Undefined: the embedded server. */
  readonly databaseUrl: string | undefined;
  /** A hot standby of it. */
  readonly standbyUrl: string | undefined;
  readonly dataDir: string;
  readonly logLevel: string;
  /** Names of the clusters with metrics of their own; `*` is all. */
  readonly clusterMetrics: readonly string[];
  /** Seed the demo cluster at the first start. */
  readonly demo: boolean;
  /** Largest body of an import, in bytes. */
  readonly importLimitBytes: number;
  /** What the process is to take, and what of it each cache. */
  readonly memory: MemoryShares;
  /** How many threads decide, parse and verify; 0: the one that answers. */
  readonly workers: number;
  /** How much heavy work goes on at once, of each kind, and how many requests wait for it. */
  readonly heavyWork: { readonly atOnce: number; readonly waiting: number };
  /** How long any one statement may take in the database, of what is small and of what is heavy. */
  readonly statementTimeouts: StatementTimeouts;
  /** How long the head of a request may take to arrive, and its body may pause, in milliseconds. */
  readonly requestDeadlineMs: number;
  /** How many requests a minute a key may send, and a team; 0: as many as it likes. */
  readonly requestsAMinute: { readonly key: number; readonly team: number };
  /** Paths of the operator's own plugins, and how long each may take for one pod. */
  readonly plugins: readonly string[];
  readonly pluginBudgetMs: number;
  /** How often checkpoints of what has moved are signed. */
  readonly checkpointIntervalMs: number;
  /** The key that checkpoints are signed with; undefined: one is made in the data folder. */
  readonly signingKeyFile: string | undefined;
  /** The key that the values of Secrets are encrypted with; undefined: one is made in the data folder. */
  readonly secretsKeyFile: string | undefined;
  /** Another key than the one that signed before is meant. */
  readonly newSigningKey: boolean;
  /** How long history stays in the database before it is archived; undefined: for ever. */
  readonly retention: RetentionTime | undefined;
  /** The deadline for a follower of a log to take what is sent, in milliseconds. */
  readonly watchDeadlineMs: number;
  /** How many connections may follow logs at once: WebSockets and streams of events. */
  readonly watchers: { readonly inAll: number; readonly ofOneKey: number };
  /** Origins that browsers may call from; none by default. */
  readonly corsOrigins: readonly string[];
  /** Where spans of requests go; undefined: none are made. */
  readonly spans: SpanSettings | undefined;
  /** Whether and how callers say who they are. */
  readonly auth: AccessConfig;
  /** Hosts that scheduler extenders may be called on; none by default. */
  readonly extenderHosts: readonly string[];
  /** Whether the process does jobs, beside answering requests. */
  readonly doesJobs: boolean;
  /** Where schedules deliver files; undefined: in the data folder. */
  readonly deliveryDir: string | undefined;
  /** Where files of exports are stored, and how buckets are reached. */
  readonly storage: StorageConfig;
  /** Where clients reach the service, without a `/` at its end; undefined: links are paths. */
  readonly publicUrl: string | undefined;
  /** Hosts of webhooks that may have private addresses, and may be called over http; none by default. */
  readonly webhookPrivateHosts: readonly string[];
  /** Labels, or domains of labels, that say what a node is beside those that are known to. */
  readonly identityLabels: readonly string[];
}

/** Everything that is wrong with the environment, one line a setting. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(['Berth cannot start with these settings:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
  }
}

const MAY_HOLD_SECRETS = [...DATABASE_URLS, 'BERTH_ADMIN_KEY', 'BERTH_S3_ENDPOINT', 'BERTH_PUBLIC_URL'];

/** The setting as it was given, but for what may hold a secret. */
function shown(name: string, environment: NodeJS.ProcessEnv): string {
  return MAY_HOLD_SECRETS.includes(name) ? name : `${name}=${JSON.stringify(ownField(environment, name))}`;
}

/** Where collectors listen, by OpenTelemetry's own word. */
const USUAL_COLLECTOR = 'http://localhost:4318';

type OtelSettings = Pick<
  z.infer<typeof settings>,
  'OTEL_TRACES_EXPORTER' | 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_SERVICE_NAME'
>;

function spansOf(data: OtelSettings): SpanSettings | undefined {
  const { OTEL_TRACES_EXPORTER: exporter, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = data;
  if (exporter === 'none' || (exporter === '' && endpoint === '')) return undefined;
  const url = `${(endpoint || USUAL_COLLECTOR).replace(/\/$/, '')}/v1/traces`;
  return {
    to: exporter === 'console' ? 'console' : { url },
    serviceName: data.OTEL_SERVICE_NAME,
    serviceVersion: ownVersion(),
  };
}

/** Reads the settings. @throws ConfigError with every problem at once. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = settings.safeParse(withoutEmptyUrls(environment));
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(({ path, message }) => `${shown(String(path[0]), environment)}: ${message}`),
    );
  }
  const { data } = parsed;
  const plugins = listed(data.BERTH_PLUGINS);
  // The thread that decides waits for a plugin; the thread that answers may not.
  if (plugins.length > 0 && data.BERTH_WORKERS === 0)
    throw new ConfigError(['BERTH_PLUGINS: plugins need worker threads: BERTH_WORKERS must not be 0']);
  const unsafe = [...accessProblems(data, data.HOST), ...tlsProblems(data, data.PORT), ...storageProblems(data)];
  if (unsafe.length > 0) throw new ConfigError(unsafe);
  if (data.DATABASE_STANDBY_URL !== undefined && data.DATABASE_URL === undefined)
    throw new ConfigError(['DATABASE_STANDBY_URL: the embedded database has no standby: set DATABASE_URL']);
  const shares = sharesOf(data.BERTH_MEMORY ?? memoryHere());
  return Object.freeze({
    port: data.PORT,
    host: data.HOST,
    tls: tlsOf(data),
    isProduction: data.NODE_ENV === 'production',
    introspection: data.BERTH_INTROSPECTION === '1',
    databaseUrl: data.DATABASE_URL,
    standbyUrl: data.DATABASE_STANDBY_URL,
    dataDir: data.BERTH_DATA_DIR,
    logLevel: data.LOG_LEVEL,
    demo: data.BERTH_DEMO === '1',
    clusterMetrics: listed(data.BERTH_CLUSTER_METRICS),
    importLimitBytes: data.BERTH_IMPORT_LIMIT,
    memory: withWarm(shares, data.BERTH_WARM_MEMORY),
    workers: data.BERTH_WORKERS ?? Math.min(availableParallelism(), USUAL_WORKERS, threadsFor(shares.bytes)),
    heavyWork: { atOnce: data.BERTH_HEAVY_AT_ONCE, waiting: data.BERTH_HEAVY_WAITING },
    statementTimeouts: {
      short: data.BERTH_STATEMENT_TIMEOUT * 1_000,
      heavy: data.BERTH_HEAVY_STATEMENT_TIMEOUT * 1_000,
    },
    requestDeadlineMs: data.BERTH_REQUEST_PATIENCE * 1_000,
    requestsAMinute: { key: data.BERTH_RATE_LIMIT, team: data.BERTH_TEAM_RATE_LIMIT },
    plugins,
    pluginBudgetMs: data.BERTH_PLUGIN_BUDGET,
    checkpointIntervalMs: data.BERTH_CHECKPOINT_INTERVAL * 1_000,
    newSigningKey: data.BERTH_NEW_SIGNING_KEY === '1',
    doesJobs: data.BERTH_JOBS === '1',
    deliveryDir: data.BERTH_DELIVERY_DIR,
    storage: storageOf(data),
    publicUrl: data.BERTH_PUBLIC_URL?.replace(/\/+$/, ''),
    webhookPrivateHosts: listed(data.BERTH_WEBHOOK_PRIVATE_HOSTS),
    signingKeyFile: data.BERTH_SIGNING_KEY_FILE,
    secretsKeyFile: data.BERTH_SECRETS_KEY_FILE,
    retention: data.BERTH_RETENTION,
    watchDeadlineMs: data.BERTH_WATCH_PATIENCE * 1_000,
    watchers: { inAll: data.BERTH_MOST_WATCHERS, ofOneKey: data.BERTH_WATCHERS_OF_A_KEY },
    spans: spansOf(data),
    corsOrigins: listed(data.BERTH_CORS_ORIGINS),
    auth: accessOf(data),
    extenderHosts: listed(data.BERTH_EXTENDER_HOSTS),
    identityLabels: listed(data.BERTH_IDENTITY_LABELS),
  });
}

function withoutEmptyUrls(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isEmptyUrl = ([name, value]: [string, unknown]): boolean => DATABASE_URLS.includes(name) && value === '';
  return Object.fromEntries(Object.entries(environment).filter((setting) => !isEmptyUrl(setting)));
}

function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
