import type { Transactions } from '#database';
import type { DeliveryPlaces } from '#schedules';
import { DatabaseStorage, FolderStorage, S3Access, S3Storage, type FileStorage, type S3Place } from '#storage';
import { SYSTEM } from '../ground/caller/index.js';
import type { Config } from './config.js';
import type { ServiceContext } from './context.js';
import { deliveryFolderOf } from './delivery-folder-of.js';
import { reportTrouble } from './report-trouble.js';

/** Files are read by who runs the service; deliveries by its group too. */
const DELIVERY_MODE = 0o640;

/** Where this service stores files. */
export class Storages {
  /** Of exports, and what else all processes see. */
  readonly files: FileStorage;
  readonly deliveries: DeliveryPlaces;

  constructor(database: Transactions, { config, logger }: Pick<ServiceContext, 'config' | 'logger'>) {
    const { storage, dataDir, databaseUrl } = config;
    const tell = reportTrouble(logger);
    const access = new S3Access(storage.s3);
    const bucketOf = (place: S3Place): FileStorage => new S3Storage(access, place, tell);
    const files = storage.files ?? usualPlace({ dataDir, databaseUrl });
    if (files.kind === 'bucket') this.files = bucketOf(files);
    else if (files.kind === 'folder') this.files = new FolderStorage(files.path, { tell });
    else this.files = new DatabaseStorage(database, SYSTEM);
    const buckets = new Map(storage.deliveryBuckets.map((bucket) => [bucket, bucketOf({ bucket, prefix: '' })]));
    this.deliveries = {
      files: new FolderStorage(deliveryFolderOf(config), { tell, mode: DELIVERY_MODE, isShared: true }),
      bucket: (name) => buckets.get(name),
    };
  }
}

/** The embedded PostgreSQL has one process: its folder is as good, and takes no room in the database. */
function usualPlace({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>) {
  return databaseUrl === undefined ? ({ kind: 'folder', path: dataDir } as const) : ({ kind: 'database' } as const);
}
