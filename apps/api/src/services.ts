import { NoteFiles, passingSigningKey, type SigningKey } from '#audit';
import {
  BindingService,
  CapacityService,
  CheckpointService,
  ClusterMoments,
  ClusterService,
  DecisionIndexService,
  DecisionReportService,
  DecisionService,
  DiffService,
  ExportService,
  ForkService,
  ImportService,
  ObjectService,
  PastClusters,
  ProfileService,
  ProofService,
  ReplayService,
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
  readonly checkpoints: CheckpointService;
  readonly decisionIndex: DecisionIndexService;
}

/** What the services need to know beside where the database is. */
export interface ServiceSettings {
  readonly warmMemoryBytes?: number;
  /** What checkpoints are signed with, and the folder that they are kept in beside the database; by default a key that nobody keeps, and nowhere. */
  readonly signing?: { readonly key: SigningKey; readonly notesFolder: string };
}

export function createServices(url: string, logger: Logger, { signing, ...settings }: ServiceSettings = {}): Services {
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
  const checkpoints = new CheckpointService(database, signing === undefined ? { key: passingSigningKey() } : { key: signing.key, files: new NoteFiles(signing.notesFolder) });
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
    new DecisionReportService(database),
    new DiffService(database, past),
    new CapacityService(database, moments),
    new ReplayService(database, { clusters: past }),
    scheduling,
    retention,
    checkpoints,
    new ProofService(database, checkpoints),
  ];
  return {
    database,
    lease,
    scheduling,
    retention,
    snapshots,
    checkpoints,
    decisionIndex: new DecisionIndexService(database),
    providers: instances.map((useValue) => ({ provide: useValue.constructor, useValue })),
  };
}
