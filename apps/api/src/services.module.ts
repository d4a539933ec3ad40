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
import { Admissions, always, heavy, past } from './admission/index.js';
import { Household, Housekeeping } from './housekeeping.js';
import { instanceOf, made } from './made.js';
import { Surroundings } from './surroundings.js';
import { createDeciding, Deciding } from './threads/index.js';

/** One database, and what this process holds in it. */
const DATABASE: readonly FactoryProvider[] = [
  made(Database, [Surroundings], ({ databaseUrl, logger }) => {
    const onIdleError = (error: Error): void => {
      logger.warn({ err: error }, 'an idle database connection was lost');
    };
    return new Database({ url: databaseUrl, onIdleError });
  }),
  made(Admissions, [Surroundings], ({ config }) => new Admissions(config.heavyWork)),
  made(Lease, [Surroundings], ({ databaseUrl }) => new Lease(databaseUrl, uuid())),
];

/** What takes a cluster's state, past or present. */
const CLUSTERS: readonly FactoryProvider[] = [
  instanceOf(PastClusters),
  instanceOf(ClusterMoments, PastClusters),
  heavy('states', instanceOf(ClusterService, Database, ClusterMoments), { get: past }),
  heavy('states', instanceOf(ObjectService, Database, ClusterMoments), {
    get: past,
    list: past,
    count: past,
    getMany: past,
    podsOfNodes: past,
  }),
  instanceOf(BindingService, Database),
  heavy('streams', instanceOf(ExportService, Database, ClusterMoments), { export: always }),
  heavy('states', instanceOf(ForkService, Database, PastClusters), { fork: always }),
  heavy('states', instanceOf(DiffService, Database, PastClusters), { diff: always }),
  heavy('states', instanceOf(CapacityService, Database, ClusterMoments), { ofCluster: past, ofNodes: past }),
  instanceOf(LogService, Database),
  instanceOf(WatchService, Database),
];

/** What takes long works in threads of its own: whoever asks for one of these need not know in which. */
const DECIDING: readonly FactoryProvider[] = [
  made(Deciding, [Database, Lease, PastClusters, Surroundings], (database, lease, past, surroundings) =>
    createDeciding(database, { lease, past, surroundings }),
  ),
  decided(SchedulingService, ({ scheduling }) => scheduling),
  heavy(
    'threads',
    decided(ReplayService, ({ replays }) => replays),
    { replay: always },
  ),
  heavy(
    'threads',
    decided(VerificationService, ({ verification }) => verification),
    { verify: always },
  ),
  decided(ImportService, ({ imports }) => imports),
  decided(DecisionIndexService, ({ decisionIndex }) => decisionIndex),
  decided(SnapshotKeeper, ({ snapshots }) => snapshots),
];

/** What was decided, and by which profiles. */
const SCHEDULING: readonly FactoryProvider[] = [
  heavy('states', instanceOf(ProfileService, Database, ClusterMoments), { list: past, get: past }),
  heavy('streams', instanceOf(DecisionService, Database), { stream: always }),
  heavy('states', instanceOf(DecisionReportService, Database), { page: always }),
];

/** What keeps history, and proves it. */
const HISTORY: readonly FactoryProvider[] = [
  made(
    CheckpointService,
    [Database, Surroundings],
    (database, { signing }) => new CheckpointService(database, { key: signing.key, ...notesOf(signing) }),
  ),
  heavy('streams', instanceOf(ProofService, Database, CheckpointService), { ledger: always }),
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

function notesOf({ notesFolder }: Surroundings['signing']): { readonly files?: NoteFiles } {
  return notesFolder === undefined ? {} : { files: new NoteFiles(notesFolder) };
}

/** A service that stands in for one of these: all that the doors and the house call of it, and nothing else. */
function decided<Service>(
  service: abstract new (...args: never[]) => Service,
  choose: (deciding: Deciding) => Partial<Service>,
): FactoryProvider<Service> {
  return { provide: service, inject: [Deciding], useFactory: choose as (deciding: Deciding) => Service };
}
