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
  type StorageTrouble,
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
import { Database, Lease, type ClockNotice } from '#database';
import { Module, type DynamicModule, type FactoryProvider } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuid } from 'uuid';
import { archiveFolderOf } from './archive-folder-of.js';
import { Household, Housekeeping } from './housekeeping.js';
import { instanceOf, made } from './made.js';
import { Surroundings } from './surroundings.js';
import { createDeciding, Deciding } from './threads/index.js';

/** What whoever runs the service has to know of the clock of the database. */
const CLOCK: Readonly<Record<ClockNotice['what'], string>> = {
  back: 'the clock of the database went back: until it is where it was, what is written gets the time of what was last',
  behind: 'the clock of the database is behind the last revision of a cluster: new ones get its time until it is past',
  apart: 'the clock of the database and that of this process differ: times are those of the database',
};

/** One database, and what this process holds in it. */
const DATABASE: readonly FactoryProvider[] = [
  made(Database, [Surroundings], ({ databaseUrl, logger }) => {
    const onIdleError = (error: Error): void => {
      logger.warn({ err: error }, 'an idle database connection was lost');
    };
    const onClock = (notice: ClockNotice): void => {
      logger.warn(notice, CLOCK[notice.what]);
    };
    return new Database({ url: databaseUrl, onIdleError, onClock });
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
  instanceOf(ExportService, Database, ClusterMoments),
  instanceOf(ForkService, Database, PastClusters),
  instanceOf(DiffService, Database, PastClusters),
  instanceOf(CapacityService, Database, ClusterMoments),
  instanceOf(LogService, Database),
  instanceOf(WatchService, Database),
];

/** What takes long works in threads of its own: whoever asks for one of these need not know in which. */
const DECIDING: readonly FactoryProvider[] = [
  made(Deciding, [Database, Lease, PastClusters, Surroundings], (database, lease, past, surroundings) =>
    createDeciding(database, { lease, past, surroundings }),
  ),
  decided(SchedulingService, ({ scheduling }) => scheduling),
  decided(ReplayService, ({ replays }) => replays),
  decided(VerificationService, ({ verification }) => verification),
  decided(ImportService, ({ imports }) => imports),
  decided(DecisionIndexService, ({ decisionIndex }) => decisionIndex),
  decided(SnapshotKeeper, ({ snapshots }) => snapshots),
];

/** What was decided, and by which profiles. */
const SCHEDULING: readonly FactoryProvider[] = [
  instanceOf(ProfileService, Database, ClusterMoments),
  instanceOf(DecisionService, Database),
  instanceOf(DecisionReportService, Database),
];

/** What keeps history, and proves it. */
const HISTORY: readonly FactoryProvider[] = [
  made(
    CheckpointService,
    [Database, Surroundings],
    (database, { signing, logger }) =>
      new CheckpointService(database, { key: signing.key, ...notesOf(signing, logger) }),
  ),
  instanceOf(ProofService, Database, CheckpointService),
  made(
    ArchiveFolder,
    [Surroundings],
    ({ config, logger }) => new ArchiveFolder(archiveFolderOf(config), toldTo(logger)),
  ),
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

const PROVIDERS = [...DATABASE, ...CLUSTERS, ...DECIDING, ...SCHEDULING, ...HISTORY];

/**
 * The room that all doors open into: one instance of each service, over one database, for every folder of this app to
 * inject by its class. By factories, so that the libraries know no framework.
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

function notesOf({ notesFolder }: Surroundings['signing'], logger: Logger): { readonly files?: NoteFiles } {
  return notesFolder === undefined ? {} : { files: new NoteFiles(notesFolder, toldTo(logger)) };
}

/** Whoever runs the service is told what is wrong with a folder, and when it is right again. */
function toldTo(logger: Logger): (trouble: StorageTrouble) => void {
  return ({ folder, problem }) => {
    if (problem === null) logger.info({ folder }, 'the folder can be used again');
    else logger.error({ folder, problem }, `the folder cannot be used: ${problem}`);
  };
}

/** A service that stands in for one of these: all that the doors and the house call of it, and nothing else. */
function decided<Service>(
  service: abstract new (...args: never[]) => Service,
  choose: (deciding: Deciding) => Partial<Service>,
): FactoryProvider {
  return { provide: service, inject: [Deciding], useFactory: choose };
}
