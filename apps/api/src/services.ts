import {
  BindingService,
  CapacityService,
  ClusterMoments,
  ClusterService,
  DecisionService,
  ExportService,
  ForkService,
  ImportService,
  ObjectService,
  PastClusters,
  ProfileService,
  RetentionService,
  SchedulingService,
  SnapshotKeeper,
} from '#cluster';
import { Database, Lease } from '#database';
import type { Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuid } from 'uuid';

/** The room that all faces open into: one instance of each service, over one database. */
export interface Services {
  readonly database: Database;
  readonly lease: Lease;
  readonly providers: readonly Provider[];
  readonly scheduling: SchedulingService;
  readonly retention: RetentionService;
  readonly snapshots: SnapshotKeeper;
}

/** What the services need to know beside where the database is. */
export interface ServiceSettings {
  readonly warmMemoryBytes?: number;
}

export function createServices(url: string, logger: Logger, settings: ServiceSettings = {}): Services {
  const database = new Database({ url, onIdleError: (error) => { logger.warn({ err: error }, 'an idle database connection was lost'); } });
  const lease = new Lease(url, uuid());
  const scheduling = new SchedulingService(database, {
    ...settings,
    lease,
    onFailure: (runId, error) => { logger.error({ err: error, run: runId }, 'a background run failed'); },
  });
  const retention = new RetentionService(database);
  const past = new PastClusters();
  const moments = new ClusterMoments(past);
  const snapshots = new SnapshotKeeper(database, past);
  const instances = [
    database,
    new ClusterService(database, moments),
    new ObjectService(database, moments),
    new BindingService(database),
    new ImportService(database),
    new ExportService(database, moments),
    new ForkService(database, past),
    new ProfileService(database, moments),
    new DecisionService(database),
    new CapacityService(database, moments),
    scheduling,
    retention,
  ];
  return {
    database,
    lease,
    scheduling,
    retention,
    snapshots,
    providers: instances.map((useValue) => ({ provide: useValue.constructor, useValue })),
  };
}
