import {
  ActivityService,
  CapacityService,
  CauseService,
  CheckpointService,
  ClusterMoments,
  DiffService,
  ForkService,
  LogService,
  NoteFiles,
  ObjectWatchService,
  ProofService,
  WatchService,
} from '#history';
import { PastClusters } from '#state';
import { ArchiveFolder, ArchiveService, RetentionService } from '#integrity';
import { KeptWhatIfs, PendingService, SearchService } from '#questions';
import {
  ClockDriver,
  ClockService,
  DecisionReportService,
  DecisionService,
  ObservationDriver,
  ObservationService,
  ProfileService,
  RunViewService,
  SchedulingService,
} from '#scheduling';
import { Authenticator, KeyService, TeamService } from '#access';
import {
  AccessReviewService,
  findSeenCluster,
  BindingService,
  EvictionService,
  ScaleService,
  ClusterService,
  EventExpiryService,
  ObjectService,
  OverviewService,
  RefusalLogService,
  SharingService,
} from '#cluster';
import { Database, Lease, type ClockNotice } from '#database';
import { RateLimit, sharedCounter } from '#limits';
import { ExportService, MirrorService } from '#transfer';
import { CachedBooks, Sealer } from '#writes';
import { Module, type DynamicModule, type FactoryProvider } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuid } from 'uuid';
import { ConcurrencyLimits, always, heavy, past } from '../ground/concurrency/index.js';
import { Identity, SYSTEM } from '../ground/caller/index.js';
import { archiveFolderOf } from './archive-folder-of.js';
import { BACKGROUND } from './background.providers.js';
import { HistoryMaintenance, MaintenanceServices, Maintenance, OperationMaintenance } from './maintenance.js';
import { Instruments } from './instruments.js';
import { instanceOf, made } from './provider.js';
import { Metrics } from '../resources/metrics/index.js';
import { FaultReport } from '../ground/outcome/index.js';
import { RateLimits, type Rates } from '../ground/rate-limits/index.js';
import { ServiceContext } from './context.js';
import { reportStandby, reportTrouble } from './report-trouble.js';
import { SchedulingWorkers, WORKER_SERVICES } from './workers/index.js';

/** What the operator has to know of the clock of the database. */
const CLOCK: Readonly<Record<ClockNotice['what'], string>> = {
  back: 'the clock of the database went back: until it catches up, writes have the time of the last write',
  behind:
    'the clock of the database is behind the last revision of a cluster: until it catches up, new ' +
    'revisions have the time of that one',
  apart: "the clock of the database differs from that of this process: the database's time is used",
};

/** One database, and what this process holds in it. */
const DATABASE: readonly FactoryProvider[] = [
  made(Database, [ServiceContext, FaultReport], ({ databaseUrl, config, secretsKey }, faults) => {
    const onIdleError = (error: Error): void => {
      faults.report(error, 'an idle database connection was lost', {}, 'warn');
    };
    const onClock = (notice: ClockNotice): void => {
      faults.logger.warn(notice, CLOCK[notice.what]);
    };
    const { statementTimeouts, workers, heavyWork, standbyUrl } = config;
    const pacedConnections = heavyWork.atOnce * (workers === 0 ? 2 : 1);
    const database = new Database({
      ...{ url: databaseUrl, pacedConnections, statementTimeouts, onIdleError, onClock },
      ...{ standbyUrl, onStandby: reportStandby(faults.logger) },
    });
    CachedBooks.of(database).mostBytes = config.memory.books;
    Sealer.use(database, secretsKey);
    return database;
  }),
  made(ConcurrencyLimits, [ServiceContext], ({ config }) => new ConcurrencyLimits(config.heavyWork)),
  made(
    RateLimits,
    [Database, ServiceContext],
    (database, { config: { requestsAMinute } }) =>
      new RateLimits({
        ...rateOf(database, 'key', requestsAMinute.key),
        ...rateOf(database, 'team', requestsAMinute.team),
      }),
  ),
  made(Lease, [ServiceContext], ({ databaseUrl }) => new Lease(databaseUrl, uuid())),
];

/** What takes a cluster's state, past or present. */
const CLUSTERS: readonly FactoryProvider[] = [
  made(PastClusters, [ServiceContext], ({ config }) => new PastClusters({ memoryBytes: config.memory.past })),
  instanceOf(ClusterMoments, PastClusters),
  heavy('states', instanceOf(ClusterService, Database, ClusterMoments), { get: past }),
  heavy('states', instanceOf(ObjectService, Database, ClusterMoments), {
    get: past,
    list: past,
    count: past,
    getMany: past,
    podsOfNodes: past,
  }),
  heavy('states', instanceOf(OverviewService, Database, ClusterMoments), {
    labelKeys: always,
    namespaces: past,
    states: past,
  }),
  instanceOf(BindingService, Database),
  instanceOf(EvictionService, Database),
  instanceOf(ScaleService, ObjectService),
  instanceOf(MirrorService, Database),
  instanceOf(RefusalLogService, Database),
  instanceOf(EventExpiryService, Database),
  instanceOf(AccessReviewService, Database),
  heavy(
    'streams',
    made(ExportService, [Database, ClusterMoments], (database, moments) => new ExportService(database, moments)),
    { export: always },
  ),
  heavy('states', instanceOf(ForkService, Database, PastClusters), { fork: always }),
  heavy('states', instanceOf(DiffService, Database, PastClusters), { diff: always }),
  heavy('states', instanceOf(CapacityService, Database, ClusterMoments), {
    ofCluster: past,
    ofNodes: past,
    columnsOfNodes: past,
    divided: always,
  }),
  heavy('states', instanceOf(ActivityService, Database), { activity: always, utilization: always, nodes: always }),
  instanceOf(LogService, Database),
  instanceOf(CauseService, Database),
  instanceOf(ClockService, Database),
  made(
    ClockDriver,
    [Database, ClockService, Lease, FaultReport],
    (database, clocks, lease, faults) =>
      new ClockDriver(database, {
        clocks,
        lease,
        caller: SYSTEM,
        onFailure: (error, cluster) => {
          faults.report(error, 'a living cluster stood still and is tried again', { ...(cluster && { cluster }) });
        },
      }),
  ),
  made(
    ObservationDriver,
    [Database, ObservationService, SchedulingService, FaultReport],
    (database, observations, scheduling, faults) =>
      new ObservationDriver(database, {
        observations,
        caller: SYSTEM,
        isBusy: () => scheduling.isBusy,
        onFailure: (error, cluster) => {
          faults.report(error, 'decisions of a followed cluster were not judged; this is tried again', {
            ...(cluster && { cluster }),
          });
        },
      }),
  ),
  instanceOf(WatchService, Database),
  instanceOf(ObjectWatchService, WatchService, ClusterMoments),
];

/** What takes long runs in scheduling workers. */
const WORKERS: readonly FactoryProvider[] = [
  made(
    SchedulingWorkers,
    [Database, Lease, PastClusters, ServiceContext, Instruments],
    (database, lease, past, context, instruments) =>
      new SchedulingWorkers(database, { lease, past, context, ...instruments }),
  ),
  ...WORKER_SERVICES,
  instanceOf(KeptWhatIfs, Database),
];

/** What was decided, and by which profiles. */
const SCHEDULING: readonly FactoryProvider[] = [
  heavy(
    'states',
    made(
      ProfileService,
      [Database, ClusterMoments, ServiceContext],
      (database, moments, { config }) => new ProfileService(database, moments, config.extenderHosts),
    ),
    { list: past, get: past },
  ),
  heavy('streams', instanceOf(DecisionService, Database), { stream: always }),
  heavy('states', instanceOf(SearchService, Database, ClusterMoments), { search: past }),
  heavy('states', instanceOf(DecisionReportService, Database), { page: always }),
  heavy('states', instanceOf(RunViewService, Database), { compare: always, differences: always }),
  heavy('states', instanceOf(PendingService, Database), { groups: always, list: always }),
];

/** What keeps history, and proves it. */
const HISTORY: readonly FactoryProvider[] = [
  made(
    CheckpointService,
    [Database, ServiceContext],
    (database, { signing, logger }) =>
      new CheckpointService(database, { key: signing.key, ...notesOf(signing, logger) }),
  ),
  heavy(
    'streams',
    made(ProofService, [Database, CheckpointService], (database, checks) => new ProofService(database, checks)),
    { ledger: always },
  ),
  made(
    ArchiveFolder,
    [ServiceContext],
    ({ config, logger }) => new ArchiveFolder(archiveFolderOf(config), reportTrouble(logger)),
  ),
  heavy('states', instanceOf(ArchiveService, Database, ArchiveFolder), { decision: always, trace: always }),
  made(
    RetentionService,
    [Database, ArchiveFolder, CheckpointService, ServiceContext],
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

/** Who may do what, and who asks. */
const ACCESS: readonly FactoryProvider[] = [
  made(
    Identity,
    [Database, ServiceContext],
    (database, { config }) => new Identity(new Authenticator(database, config.auth), config.corsOrigins),
  ),
  made(
    TeamService,
    [Database, ServiceContext],
    (database, { config }) => new TeamService(database, config.auth.oidc?.issuer),
  ),
  made(KeyService, [Database], (database) => new KeyService(database, findSeenCluster)),
  instanceOf(SharingService, Database),
];

const PROVIDERS = [...ACCESS, ...DATABASE, ...CLUSTERS, ...WORKERS, ...SCHEDULING, ...HISTORY, ...BACKGROUND];

/**
 * The module that all doors share: one instance of each service, over one database, for every folder of this app to
 * inject by its class. By factories, so that the libraries know no framework.
 */
@Module({})
export class ServicesModule {
  static in(context: ServiceContext, instruments: Instruments): DynamicModule {
    const { faults, metrics } = instruments;
    return {
      module: ServicesModule,
      global: true,
      providers: [
        { provide: ServiceContext, useValue: context },
        { provide: Instruments, useValue: instruments },
        { provide: FaultReport, useValue: faults },
        { provide: Metrics, useValue: metrics },
        ...PROVIDERS,
        HistoryMaintenance,
        OperationMaintenance,
        MaintenanceServices,
        Maintenance,
      ],
      exports: [ServiceContext, FaultReport, Metrics, ...PROVIDERS, Maintenance],
    };
  }
}

/** A rate that is shared by all processes; none where it is 0. */
function rateOf(database: Database, subject: keyof Rates, points: number): Rates {
  const rate = { points, seconds: 60 };
  return points === 0 ? {} : { [subject]: new RateLimit(sharedCounter(database, SYSTEM, subject, rate), rate) };
}

function notesOf({ notesFolder }: ServiceContext['signing'], logger: Logger): { readonly files?: NoteFiles } {
  return notesFolder === undefined ? {} : { files: new NoteFiles(notesFolder, reportTrouble(logger)) };
}
