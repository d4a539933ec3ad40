import {
  NoteFiles,
  passingSigningKey,
  type SigningKey,
  CapacityService,
  CheckpointService,
  ClusterMoments,
  DiffService,
  ForkService,
  LogService,
  PastClusters,
  ProofService,
  SnapshotKeeper,
  WatchService,
} from '#history';
import { ArchiveFolder, ArchiveService, RetentionService, type RetentionTime, VerificationService } from '#integrity';
import { BindingService, ClusterService, ExportService, ImportService, ObjectService } from '#cluster';
import {
  DecisionIndexService,
  DecisionReportService,
  DecisionService,
  ProfileService,
  ReplayService,
  SchedulingService,
} from '#scheduling';
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
  readonly watches: WatchService;
}

/** What the services need to know beside where the database is. */
export interface ServiceSettings {
  readonly warmMemoryBytes?: number;
  /** What checkpoints are signed with, and the folder that they are kept in beside the database; by default a key that nobody keeps, and nowhere. */
  readonly signing?: { readonly key: SigningKey; readonly notesFolder: string };
  /** Where history is archived, and after what time; by default in the working folder, and only when somebody asks for it. */
  readonly archiving?: { readonly folder: string; readonly keep: RetentionTime | undefined };
}

export function createServices(
  url: string,
  logger: Logger,
  { signing, archiving, ...settings }: ServiceSettings = {},
): Services {
  const database = new Database({
    url,
    onIdleError: (error) => {
      logger.warn({ err: error }, 'an idle database connection was lost');
    },
  });
  const lease = new Lease(url, uuid());
  const scheduling = new SchedulingService(database, {
    ...settings,
    lease,
    onFailure: (runId, error) => {
      logger.error({ err: error, run: runId }, 'a background run failed');
    },
  });
  const past = new PastClusters();
  const moments = new ClusterMoments(past);
  const snapshots = new SnapshotKeeper(database);
  const key = signing?.key ?? passingSigningKey();
  const kept = signing === undefined ? {} : { files: new NoteFiles(signing.notesFolder) };
  const checkpoints = new CheckpointService(database, { key, ...kept });
  const folder = new ArchiveFolder(archiving?.folder ?? 'archive');
  const retention = new RetentionService(database, {
    folder,
    key: key.verifier,
    checkpointer: checkpoints.checkpointer,
    keep: archiving?.keep,
    progress: (step) => {
      logger.info(step, 'history is being archived');
    },
  });
  const watches = new WatchService(database);
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
    new VerificationService(database, { key: key.verifier, ...kept }),
    scheduling,
    retention,
    new ArchiveService(database, folder),
    checkpoints,
    new ProofService(database, checkpoints),
    new LogService(database),
    watches,
  ];
  return {
    database,
    lease,
    scheduling,
    retention,
    snapshots,
    checkpoints,
    decisionIndex: new DecisionIndexService(database, { isBusy: () => scheduling.isBusy }),
    watches,
    providers: instances.map((useValue) => ({ provide: useValue.constructor, useValue })),
  };
}
