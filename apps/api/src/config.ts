import { availableParallelism } from 'node:os';
import type { RetentionTime } from '#integrity';
import { z } from 'zod';
import { memoryHere, sharesOf, threadsFor, type MemoryShares } from './memory.js';

/** The settings of the service, read once from the environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Nothing is served that is for development only. */
  readonly isProduction: boolean;
  /** Undefined: the embedded server. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly logLevel: string;
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
  /** How often checkpoints of what has moved are signed. */
  readonly checkpointIntervalMs: number;
  /** The key that checkpoints are signed with; undefined: one is made in the data folder. */
  readonly signingKeyFile: string | undefined;
  /** Another key than the one that signed before is meant. */
  readonly newSigningKey: boolean;
  /** How long history stays in the database before it is archived; undefined: for ever. */
  readonly retention: RetentionTime | undefined;
  /** How long whoever follows a log may leave what is sent, in milliseconds. */
  readonly watchPatienceMs: number;
  /** How many connections may follow logs at once: WebSockets and streams of events. */
  readonly mostWatchers: number;
  /** Origins that browsers may call from; none by default. */
  readonly corsOrigins: readonly string[];
}

/** Everything that is wrong with the environment, one line a setting. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(['Berth cannot start with these settings:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
  }
}

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
const USUAL_WORKERS = 8;

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

const settings = z.object({
  PORT: port.default(3000),
  NODE_ENV: z.string().default(''),
  HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  DATABASE_URL: databaseUrl.optional(),
  BERTH_DATA_DIR: z.string().min(1, 'must not be empty').default('.berth'),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be one of trace, debug, info, warn, error, fatal, silent',
    )
    .default('info'),
  BERTH_DEMO: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  BERTH_IMPORT_LIMIT: size.default(256 * 2 ** 20),
  BERTH_MEMORY: size.optional(),
  BERTH_WARM_MEMORY: size.optional(),
  BERTH_WORKERS: count({ least: 0, most: MOST_WORKERS }).optional(),
  BERTH_HEAVY_AT_ONCE: count({ least: 1, most: 32 }).default(
    Math.min(Math.max(availableParallelism(), 3), USUAL_WORKERS),
  ),
  BERTH_HEAVY_WAITING: count({ least: 0, most: 10_000 }).default(100),
  BERTH_CHECKPOINT_INTERVAL: seconds.default(60),
  BERTH_NEW_SIGNING_KEY: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  BERTH_SIGNING_KEY_FILE: z.string().min(1, 'must not be empty').optional(),
  BERTH_RETENTION: retention.optional(),
  BERTH_WATCH_PATIENCE: seconds.default(30),
  BERTH_MOST_WATCHERS: count({ least: 0, most: 100_000 }).default(5_000),
  BERTH_CORS_ORIGINS: z.string().default(''),
});

/** The setting as it was given, but for what may hold a password. */
function shown(name: string, environment: NodeJS.ProcessEnv): string {
  return name === 'DATABASE_URL' ? name : `${name}=${JSON.stringify(environment[name])}`;
}

/** Reads the settings. @throws ConfigError with every problem at once. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { DATABASE_URL, ...rest } = environment;
  const parsed = settings.safeParse(DATABASE_URL === undefined || DATABASE_URL === '' ? rest : environment);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(({ path, message }) => `${shown(String(path[0]), environment)}: ${message}`),
    );
  }
  const { data } = parsed;
  const shares = sharesOf(data.BERTH_MEMORY ?? memoryHere());
  return Object.freeze({
    port: data.PORT,
    host: data.HOST,
    isProduction: data.NODE_ENV === 'production',
    databaseUrl: data.DATABASE_URL,
    dataDir: data.BERTH_DATA_DIR,
    logLevel: data.LOG_LEVEL,
    demo: data.BERTH_DEMO === '1',
    importLimitBytes: data.BERTH_IMPORT_LIMIT,
    memory: { ...shares, warm: data.BERTH_WARM_MEMORY ?? shares.warm },
    workers: data.BERTH_WORKERS ?? Math.min(availableParallelism(), USUAL_WORKERS, threadsFor(shares.bytes)),
    heavyWork: { atOnce: data.BERTH_HEAVY_AT_ONCE, waiting: data.BERTH_HEAVY_WAITING },
    checkpointIntervalMs: data.BERTH_CHECKPOINT_INTERVAL * 1_000,
    newSigningKey: data.BERTH_NEW_SIGNING_KEY === '1',
    signingKeyFile: data.BERTH_SIGNING_KEY_FILE,
    retention: data.BERTH_RETENTION,
    watchPatienceMs: data.BERTH_WATCH_PATIENCE * 1_000,
    mostWatchers: data.BERTH_MOST_WATCHERS,
    corsOrigins: data.BERTH_CORS_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
  });
}
