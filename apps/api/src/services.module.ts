import { join } from 'node:path';
import {
  CapacityService,
  CheckpointService,
  ClusterMoments,
  DiffService,
  ForkService,
  LogService,
  NoteFiles,
  PastClusters,
  ProofService,
  SnapshotKeeper,
  WatchService,
} from '#history';
import { ArchiveFolder, ArchiveService, RetentionService, VerificationService } from '#integrity';
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
import { Module, type DynamicModule, type FactoryProvider } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Household, Housekeeping } from './housekeeping.js';
import { instanceOf, made } from './made.js';
import { Surroundings } from './surroundings.js';

/** One database, and what this process holds in it. */
const DATABASE: readonly FactoryProvider[] = [
  made(Database, [Surroundings], ({ databaseUrl, logger }) => {
    const onIdleError = (error: Error): void => {
      logger.warn({ err: error }, 'an idle database connection was lost');
    };
    return new Database({ url: databaseUrl, onIdleError });
  }),
  made(Lease, [Surroundings], ({ databaseUrl }) => new Lease(databaseUrl, uuid())),
];

/** What takes a cluster's state, past or present. */
const CLUSTERS: readonly FactoryProvider[] = [
  instanceOf(PastClusters),
  instanceOf(ClusterMoments, PastClusters),
  instanceOf(ClusterService, Database, ClusterMoments),
  instanceOf(ObjectService, Database, ClusterMoments),
  instanceOf(BindingService, Database),
  instanceOf(ImportService, Database),
  instanceOf(ExportService, Database, ClusterMoments),
  instanceOf(ForkService, Database, PastClusters),
  instanceOf(DiffService, Database, PastClusters),
  instanceOf(CapacityService, Database, ClusterMoments),
  instanceOf(LogService, Database),
  instanceOf(WatchService, Database),
];

/** What decides, and what was decided. */
const SCHEDULING: readonly FactoryProvider[] = [
  made(SchedulingService, [Database, Lease, Surroundings], (database, lease, { config, logger }) => {
    const onFailure = (run: string, error: unknown): void => {
      logger.error({ err: error, run }, 'a background run failed');
    };
    return new SchedulingService(database, { lease, warmMemoryBytes: config.warmMemoryBytes, onFailure });
  }),
  instanceOf(ProfileService, Database, ClusterMoments),
  instanceOf(DecisionService, Database),
  instanceOf(DecisionReportService, Database),
  made(
    DecisionIndexService,
    [Database, SchedulingService],
    (database, scheduling) => new DecisionIndexService(database, { isBusy: () => scheduling.isBusy }),
  ),
  made(ReplayService, [Database, PastClusters], (database, clusters) => new ReplayService(database, { clusters })),
];

/** What keeps history, and proves it. */
const HISTORY: readonly FactoryProvider[] = [
  instanceOf(SnapshotKeeper, Database),
  made(
    CheckpointService,
    [Database, Surroundings],
    (database, { signing }) => new CheckpointService(database, { key: signing.key, ...notesOf(signing) }),
  ),
  instanceOf(ProofService, Database, CheckpointService),
  made(
    VerificationService,
    [Database, Surroundings],
    (database, { signing }) => new VerificationService(database, { key: signing.key.verifier, ...notesOf(signing) }),
  ),
  made(ArchiveFolder, [Surroundings], ({ config }) => new ArchiveFolder(join(config.dataDir, 'archive'))),
  instanceOf(ArchiveService, Database, ArchiveFolder),
  made(
    RetentionService,
    [Database, ArchiveFolder, CheckpointService, Surroundings],
    (database, folder, { checkpointer }, { config, logger, signing }) =>
      new RetentionService(database, {
        folder,
        key: signing.key.verifier,
        checkpointer,
        keep: config.retention,
        progress: (step) => {
          logger.info(step, 'history is being archived');
        },
      }),
  ),
];

const PROVIDERS = [...DATABASE, ...CLUSTERS, ...SCHEDULING, ...HISTORY];

/**
 * The room that all doors open into: one instance of each service, over one database, for every folder of this app to inject by its class.
 * By factories, so that the libraries know no framework.
 */
@Module({})
export class ServicesModule {
  static in(surroundings: Surroundings): DynamicModule {
    return {
      module: ServicesModule,
      global: true,
      providers: [{ provide: Surroundings, useValue: surroundings }, ...PROVIDERS, Household, Housekeeping],
      exports: [Surroundings, ...PROVIDERS, Housekeeping],
    };
  }
}

function notesOf({ notesFolder }: Surroundings['signing']): { readonly files?: NoteFiles } {
  return notesFolder === undefined ? {} : { files: new NoteFiles(notesFolder) };
}
