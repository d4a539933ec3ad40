import { ownField } from '#json';
import { availableParallelism } from 'node:os';
import type { RetentionTime } from '#integrity';
import { z } from 'zod';
import { accessSettings } from './access-settings.js';
import { storageSettings } from './storage-settings.js';
import { port, tlsSettings } from './tls-settings.js';

const UNITS: Readonly<Record<string, number>> = { '': 1, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

const size = z.string().transform((text, context) => {
  const parts = /^([1-9][0-9]{0,9}) ?(Ki|Mi|Gi|)B?$/.exec(text);
  const bytes = parts === null ? NaN : Number(parts[1]) * (ownField(UNITS, parts[2] ?? '') ?? NaN);
  if (Number.isSafeInteger(bytes)) return bytes;
  context.addIssue({ code: 'custom', message: 'must be a size such as 256MiB or 1GiB, or a number of bytes' });
  return z.NEVER;
});

/** A day: a timer takes no more than 24 of them. */
const MAX_SECONDS = 86_400;

const seconds = z.string().transform((text, context) => {
  const parts = /^([1-9][0-9]{0,6})(s|m|h|)$/.exec(text);
  const length = parts === null ? NaN : Number(parts[1]) * (ownField({ m: 60, h: 3_600 }, parts[2] ?? '') ?? 1);
  if (length <= MAX_SECONDS) return length;
  context.addIssue({
    code: 'custom',
    message: 'must be a duration from 1s to 24h such as 60s, 5m or 1h, or a number of seconds',
  });
  return z.NEVER;
});

const retention = z.string().transform((text, context): RetentionTime => {
  const parts = /^([1-9][0-9]{0,3})(d|mo)$/.exec(text);
  if (parts !== null) return { count: Number(parts[1]), unit: parts[2] === 'd' ? 'days' : 'months' };
  context.addIssue({ code: 'custom', message: 'must be a number of days or months such as 90d or 12mo' });
  return z.NEVER;
});

const MOST_WORKERS = 32;
/** As many as there are cores and memory for, but not more: each takes connections. */
export const USUAL_WORKERS = 8;

/** A whole number in a range. */
function count({ least, most }: { readonly least: number; readonly most: number }) {
  const message = `must be a number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^[0-9]{1,6}$/, message)
    .transform(Number)
    .refine((number) => number >= least && number <= most, message);
}

const databaseUrl = z
  .string()
  .refine(
    (text) => /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text),
    'must be a URL such as postgresql://user:password@host:5432/database',
  );

/** The settings that are URLs of databases: they hold passwords, and one that is empty is not set. */
export const DATABASE_URLS: readonly string[] = ['DATABASE_URL', 'DATABASE_STANDBY_URL'];

/** Every environment variable that the service reads: what it may be, what it is when it is not set, what it is for. */
export const settings = z.object({
  PORT: port.default(3000).describe('the port to listen on'),
  NODE_ENV: z.string().default('').describe('`production` turns off the explorer at /graphql'),
  HOST: z.string().min(1, 'must not be empty').default('127.0.0.1').describe('the address or host name to listen on'),
  ...tlsSettings,
  DATABASE_URL: databaseUrl.optional().describe('URL of PostgreSQL 15 or newer; default: an embedded PostgreSQL'),
  DATABASE_STANDBY_URL: databaseUrl
    .optional()
    .describe('URL of a hot standby of DATABASE_URL, which answers heavy reads while it has all that is committed'),
  BERTH_DATA_DIR: z
    .string()
    .min(1, 'must not be empty')
    .default('.berth')
    .describe('folder of the embedded PostgreSQL, the signing key and the signed checkpoints'),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be one of trace, debug, info, warn, error, fatal, silent',
    )
    .default('info')
    .describe('trace, debug, info, warn, error, fatal or silent'),
  BERTH_DEMO: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .describe('1: create the demo clusters at the first start'),
  BERTH_CLUSTER_METRICS: z
    .string()
    .default('')
    .describe('clusters with metrics of their own at /metrics, by name, comma-separated; *: all'),
  BERTH_IMPORT_LIMIT: size.default(256 * 2 ** 20).describe('maximum size of an import'),
  BERTH_MEMORY: size
    .optional()
    .describe("memory limit of the process; default: the container's limit, or half of the machine's memory"),
  BERTH_WARM_MEMORY: size.optional().describe('memory limit of the cache of clusters'),
  BERTH_WORKERS: count({ least: 0, most: MOST_WORKERS })
    .optional()
    .describe('number of worker threads for scheduling, import, replay and verification'),
  BERTH_HEAVY_AT_ONCE: count({ least: 1, most: 32 })
    .default(Math.min(Math.max(availableParallelism(), 3), USUAL_WORKERS))
    .describe('heavy requests of each kind that run at once'),
  BERTH_HEAVY_WAITING: count({ least: 0, most: 10_000 })
    .default(100)
    .describe('heavy requests of each kind that may be queued, ten times as many for imports and runs'),
  BERTH_RATE_LIMIT: count({ least: 0, most: 999_999 })
    .default(60_000)
    .describe('requests a minute of one key, over all processes; 0: no limit'),
  BERTH_TEAM_RATE_LIMIT: count({ least: 0, most: 999_999 })
    .default(120_000)
    .describe('requests a minute of all keys of a team together, over all processes; 0: no limit'),
  BERTH_STATEMENT_TIMEOUT: seconds.default(30).describe('statement timeout of a request in the database'),
  BERTH_HEAVY_STATEMENT_TIMEOUT: seconds.default(120).describe('statement timeout of heavy work in the database'),
  BERTH_REQUEST_PATIENCE: seconds.default(30).describe('timeout for the head of a request, and for pauses in its body'),
  BERTH_PLUGINS: z
    .string()
    .default('')
    .describe("the operator's plugins: paths of ES modules, files or folders of packages, comma-separated"),
  BERTH_PLUGIN_BUDGET: count({ least: 10, most: 60_000 })
    .default(1_000)
    .describe('milliseconds that each plugin may take for one pod'),
  BERTH_CHECKPOINT_INTERVAL: seconds.default(60).describe('interval between checkpoints of clusters that have changed'),
  BERTH_NEW_SIGNING_KEY: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .describe('1, for one start: accept a signing key other than the one that signed before'),
  BERTH_SIGNING_KEY_FILE: z
    .string()
    .min(1, 'must not be empty')
    .optional()
    .describe('an Ed25519 private key (PEM); default: a key created in the data folder'),
  BERTH_SECRETS_KEY_FILE: z
    .string()
    .min(1, 'must not be empty')
    .optional()
    .describe(
      '32 bytes (base64) that the values of Secrets are encrypted with; default: a key created in the data folder',
    ),
  BERTH_RETENTION: retention
    .optional()
    .describe('how long history stays in the database, such as 90d or 12mo; default: forever'),
  BERTH_WATCH_PATIENCE: seconds
    .default(30)
    .describe('timeout for a reader or follower that stops reading, after which its connection is closed'),
  BERTH_MOST_WATCHERS: count({ least: 0, most: 100_000 })
    .default(5_000)
    .describe('maximum number of connections that follow changes'),
  BERTH_WATCHERS_OF_A_KEY: count({ least: 0, most: 100_000 })
    .default(1_000)
    .describe('maximum number of those of one key'),
  OTEL_TRACES_EXPORTER: z
    .enum(['', 'none', 'otlp', 'console'], 'must be one of none, otlp, console')
    .default('')
    .describe(
      'exporter of spans: none, otlp or console; default: otlp if OTEL_EXPORTER_OTLP_ENDPOINT is set, none ' +
        'otherwise',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(
      (text) => text === '' || (/^https?:\/\/./.test(text) && URL.canParse(text)),
      'must be a URL such as http://collector:4318',
    )
    .default('')
    .describe('an OpenTelemetry collector, over HTTP; default: http://localhost:4318'),
  OTEL_SERVICE_NAME: z.string().default('berth').describe('service name in spans'),
  BERTH_EXTENDER_HOSTS: z
    .string()
    .regex(/^[^/@\s]*(\s*,\s*[^/@\s,]+)*$/, 'must be host names, with or without ports, comma-separated')
    .default('')
    .describe('hosts on which scheduler extenders may be called, `name` or `name:port`, comma-separated'),
  BERTH_JOBS: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('1')
    .describe('0: the process does no jobs of schedules; workers do'),
  BERTH_DELIVERY_DIR: z
    .string()
    .min(1, 'must not be empty')
    .optional()
    .describe('folder that schedules deliver files into, a folder for each team; default: in the data folder'),
  ...storageSettings,
  BERTH_PUBLIC_URL: z
    .string()
    .refine(
      (text) => /^https?:\/\/[^@?#]+$/.test(text) && URL.canParse(text),
      'must be a URL such as https://berth.example, without a user, query or fragment',
    )
    .optional()
    .describe('the URL at which clients reach the service, for links in webhooks; default: links are paths'),
  BERTH_WEBHOOK_PRIVATE_HOSTS: z
    .string()
    .regex(/^[^/@\s]*(\s*,\s*[^/@\s,]+)*$/, 'must be host names, with or without ports, comma-separated')
    .default('')
    .describe('hosts of webhooks that may have private addresses, and be called over http, comma-separated'),
  BERTH_IDENTITY_LABELS: z
    .string()
    .regex(/^[^\s,]*(\s*,\s*[^\s,]+)*$/, 'must be labels or domains of labels, comma-separated')
    .default('')
    .describe(
      'labels, or domains of labels, that state what a node is, comma-separated: no answer suggests to set them',
    ),
  BERTH_INTROSPECTION: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('1')
    .describe('0: no introspection of the GraphQL schema, and no explorer'),
  ...accessSettings,
  BERTH_CORS_ORIGINS: z.string().default('').describe('origins from which browsers may call, comma-separated'),
});
