import { readFileSync } from 'node:fs';
import type { S3Place, S3Settings } from '#storage';
import { z } from 'zod';

/** Where files are stored that all processes see, and deliveries go. */
export interface StorageConfig {
  /** Undefined: with the embedded PostgreSQL, which has one process, the data folder; otherwise the database. */
  readonly files: { readonly kind: 'database' } | FolderPlace | BucketPlace | undefined;
  readonly s3: S3Settings;
  /** Buckets that schedules may deliver into. */
  readonly deliveryBuckets: readonly string[];
}

/** A folder that all processes see. */
export interface FolderPlace {
  readonly kind: 'folder';
  readonly path: string;
}

/** A bucket of S3, and what the names of its objects begin with. */
export interface BucketPlace extends S3Place {
  readonly kind: 'bucket';
}

/** As S3 names buckets. */
const BUCKET = '[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]';
const S3_URL = new RegExp(`^s3://(${BUCKET})(?:/([A-Za-z0-9._/-]*))?$`);

const files = z.string().transform((text, context): Exclude<StorageConfig['files'], undefined> => {
  if (text === 'database') return { kind: 'database' };
  const path = /^file:(.+)$/.exec(text)?.[1];
  if (path !== undefined) return { kind: 'folder', path };
  const [, bucket, prefix = ''] = S3_URL.exec(text) ?? [];
  if (bucket !== undefined) return { kind: 'bucket', bucket, prefix: prefix.replace(/^\/+|\/+$/g, '') };
  context.addIssue({ code: 'custom', message: 'must be `database`, `file:FOLDER` or `s3://BUCKET/PREFIX`' });
  return z.NEVER;
});

const text = z.string().min(1, 'must not be empty').optional();

/** The settings of it, with what each means. */
export const storageSettings = {
  BERTH_STORAGE: files
    .optional()
    .describe(
      'where files of exports are stored: `database`, `file:FOLDER` or `s3://BUCKET/PREFIX`; default: the database, ' +
        'or the data folder if PostgreSQL is embedded',
    ),
  BERTH_DELIVERY_BUCKETS: z
    .string()
    .regex(new RegExp(`^(${BUCKET}(\\s*,\\s*${BUCKET})*)?$`), 'must be names of buckets, comma-separated')
    .default('')
    .describe('S3 buckets that schedules may deliver files into, comma-separated'),
  BERTH_S3_ENDPOINT: z
    .string()
    .refine((url) => /^https?:\/\/./.test(url) && URL.canParse(url), 'must be a URL such as https://minio.example:9000')
    .refine((url) => !/@/.test(url), 'must have no user or password: BERTH_S3_KEY_ID is for them')
    .optional()
    .describe('the URL of a server that speaks the protocol of S3; default: that of AWS'),
  BERTH_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,63}$/, 'must be the name of a region such as eu-central-1')
    .default('us-east-1')
    .describe('the region of the buckets'),
  BERTH_S3_KEY_ID: text.describe('the id of the key for S3; default: as the AWS SDK finds its credentials'),
  BERTH_S3_KEY_SECRET_FILE: text.describe('a file that contains the secret of BERTH_S3_KEY_ID'),
};

type StorageSettings = z.infer<z.ZodObject<typeof storageSettings>>;

/** What is wrong with them together. */
export function storageProblems(settings: StorageSettings): string[] {
  const { BERTH_S3_KEY_ID: id, BERTH_S3_KEY_SECRET_FILE: file } = settings;
  if ((id === undefined) !== (file === undefined))
    return ['BERTH_S3_KEY_SECRET_FILE: must be set if, and only if, BERTH_S3_KEY_ID is set'];
  if (file === undefined) return [];
  try {
    return readFileSync(file, 'utf8').trim() === '' ? ['BERTH_S3_KEY_SECRET_FILE: the file is empty'] : [];
  } catch (error) {
    return [
      `BERTH_S3_KEY_SECRET_FILE=${JSON.stringify(file)}: cannot be read: ${(error as NodeJS.ErrnoException).code}`,
    ];
  }
}

export function storageOf(settings: StorageSettings): StorageConfig {
  const { BERTH_S3_KEY_ID: accessKeyId, BERTH_S3_KEY_SECRET_FILE: file } = settings;
  return {
    files: settings.BERTH_STORAGE,
    s3: {
      endpoint: settings.BERTH_S3_ENDPOINT,
      region: settings.BERTH_S3_REGION,
      credentials:
        accessKeyId === undefined || file === undefined
          ? undefined
          : { accessKeyId, secretAccessKey: readFileSync(file, 'utf8').trim() },
    },
    deliveryBuckets: settings.BERTH_DELIVERY_BUCKETS.split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  };
}
