import { availableParallelism } from 'node:os';
import type { RetentionTime } from '#integrity';
import { z } from 'zod';
import { accessSettings } from './access-settings.js';

const UNITS: Readonly<Record<string, number>> = { '': 1, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

const size = z.string().transform((text, context) => {
  const parts = /^([1-9][0-9]{0,9}) ?(Ki|Mi|Gi|)B?$/.exec(text);
  const bytes = parts === null ? NaN : Number(parts[1]) * (UNITS[parts[2] ?? ''] ?? NaN);
  if (Number.isSafeInteger(bytes)) return bytes;
  context.addIssue({ code: 'custom', message: 'must be a size such as 256MiB, 1GiB or a number of bytes' });
  return z.NEVER;
});

/** A day: a timer takes no more than 24 of them. */
const MAX_SECONDS = 86_400;

const seconds = z.string().transform((text, context) => {
  const parts = /^([1-9][0-9]{0,6})(s|m|h|)$/.exec(text);
  const length = parts === null ? NaN : Number(parts[1]) * ({ m: 60, h: 3_600 }[parts[2] ?? ''] ?? 1);
  if (length <= MAX_SECONDS) return length;
  context.addIssue({
    code: 'custom',
    message: 'must be a time from 1s to 24h such as 60s, 5m, 1h or a number of seconds',
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

const port = z
  .string()
  .regex(/^[0-9]{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65535, 'must be a port number from 0 to 65535');

const databaseUrl = z
  .string()
  .refine(
    (text) => /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text),
    'must be a URL such as postgresql://user:password@host:5432/database',
  );

/** Every environment variable that the service reads: what it may be, what it is when it is not set, what it is for. */
export const settings = z.object({
  PORT: port.default(3000).describe('where to listen: a port'),
  NODE_ENV: z.string().default('').describe('`production`: no explorer at /graphql'),
  HOST: z
    .string()
    .min(1, 'must not be empty')
    .default('127.0.0.1')
    .describe('where to listen: an address of this machine, or its name'),
  DATABASE_URL: databaseUrl.optional().describe('a PostgreSQL 15 or newer; unset: an embedded one'),
  BERTH_DATA_DIR: z
    .string()
    .min(1, 'must not be empty')
    .default('.berth')
    .describe('folder of the embedded PostgreSQL, the signing key, the signed checkpoints'),
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
    .describe('1: seed the demo clusters at the first start'),
  BERTH_IMPORT_LIMIT: size.default(256 * 2 ** 20).describe('largest import'),
  BERTH_MEMORY: size
    .optional()
    .describe('what the process is to take; unset: what the container may take, else half of the machine'),
  BERTH_WARM_MEMORY: size.optional().describe('what clusters take at most that stay in memory between runs'),
  BERTH_WORKERS: count({ least: 0, most: MOST_WORKERS })
    .optional()
    .describe('threads that schedule, import, replay and verify'),
  BERTH_HEAVY_AT_ONCE: count({ least: 1, most: 32 })
    .default(Math.min(Math.max(availableParallelism(), 3), USUAL_WORKERS))
    .describe('how much heavy work of each kind goes on at once'),
  BERTH_HEAVY_WAITING: count({ least: 0, most: 10_000 })
    .default(100)
    .describe('how many requests of each kind wait for it, of imports and runs ten times as many'),
  BERTH_RATE_LIMIT: count({ least: 0, most: 999_999 })
    .default(60_000)
    .describe('how many requests one key may send in a minute, to all processes; 0: as many as it likes'),
  BERTH_TEAM_RATE_LIMIT: count({ least: 0, most: 999_999 })
    .default(120_000)
    .describe('how many all keys of one team may send together'),
  BERTH_STATEMENT_TIMEOUT: seconds.default(30).describe('how long one statement of a request may take in the database'),
  BERTH_HEAVY_STATEMENT_TIMEOUT: seconds.default(120).describe('the same for heavy work'),
  BERTH_REQUEST_PATIENCE: seconds
    .default(30)
    .describe('how long the head of a request may take to arrive, and its body may pause'),
  BERTH_PLUGINS: z
    .string()
    .default('')
    .describe("plugins of one's own: paths of ES modules, files or folders of packages, joined by commas"),
  BERTH_PLUGIN_BUDGET: count({ least: 10, most: 60_000 })
    .default(1_000)
    .describe('how long each of them may take for one pod, in milliseconds'),
  BERTH_CHECKPOINT_INTERVAL: seconds
    .default(60)
    .describe('how often checkpoints of clusters that have changed are signed'),
  BERTH_NEW_SIGNING_KEY: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .describe('1, for one start: another key than the one that signed before is meant'),
  BERTH_SIGNING_KEY_FILE: z
    .string()
    .min(1, 'must not be empty')
    .optional()
    .describe('an Ed25519 private key (PEM); unset: one is made in the data folder'),
  BERTH_RETENTION: retention
    .optional()
    .describe('how long history stays in the database, such as 90d or 12mo; unset: for ever'),
  BERTH_WATCH_PATIENCE: seconds
    .default(30)
    .describe('how long who reads or follows may take nothing more before being cut off'),
  BERTH_MOST_WATCHERS: count({ least: 0, most: 100_000 })
    .default(5_000)
    .describe('how many connections may follow changes'),
  BERTH_WATCHERS_OF_A_KEY: count({ least: 0, most: 100_000 })
    .default(1_000)
    .describe('how many of them may be of one key'),
  OTEL_TRACES_EXPORTER: z
    .enum(['', 'none', 'otlp', 'console'], 'must be one of none, otlp, console')
    .default('')
    .describe('where spans go: none, otlp or console; unset: otlp where the next one is set'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(
      (text) => text === '' || (/^https?:\/\/./.test(text) && URL.canParse(text)),
      'must be a URL such as http://collector:4318',
    )
    .default('')
    .describe('a collector of OpenTelemetry, over HTTP; unset: http://localhost:4318'),
  OTEL_SERVICE_NAME: z.string().default('berth').describe('whose spans they are'),
  BERTH_EXTENDER_HOSTS: z
    .string()
    .regex(/^[^/@\s]*(\s*,\s*[^/@\s,]+)*$/, 'must be names of hosts, with ports or without, joined by commas')
    .default('')
    .describe('hosts that scheduler extenders may be called on, `name` or `name:port`, joined by commas'),
  BERTH_INTROSPECTION: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('1')
    .describe('0: GraphQL does not tell its schema, and there is no explorer'),
  ...accessSettings,
  BERTH_CORS_ORIGINS: z.string().default('').describe('origins that browsers may call from, joined by commas'),
});
