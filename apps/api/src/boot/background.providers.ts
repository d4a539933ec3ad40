import { SignedLinks } from '#access';
import { ClusterService } from '#cluster';
import type { FactoryProvider } from '@nestjs/common';
import { Database, Lease } from '#database';
import { CheckpointService, ClusterMoments, ProofService } from '#history';
import { ExportFiles, VerificationService } from '#integrity';
import { JobRunner, RecurringJobs, type Tasks } from '#jobs';
import { Conductor, OperationJobs, OperationService, requeue } from '#operations';
import { ComparisonService } from '#questions';
import { ReportService } from '#reports';
import { ResultService, ScheduleJobs, ScheduleService } from '#schedules';
import { RunJobs, SchedulingService } from '#scheduling';
import { SealedStorage } from '#storage';
import { ExportService, ImportService } from '#transfer';
import { Identity, SYSTEM } from '../ground/caller/index.js';
import { ConcurrencyLimits } from '../ground/concurrency/index.js';
import { FaultReport } from '../ground/outcome/index.js';
import { archiveWork } from '../resources/archives/index.js';
import { clockWork } from '../resources/clocks/index.js';
import { comparisonWork } from '../resources/comparisons/index.js';
import { ExportOperations, ExportSources, exportWork, ExportWriter } from '../resources/export-files/index.js';
import { ImportFiles, ImportOperations, ImportTasks, importWork } from '../resources/imports/index.js';
import { BackgroundWorks, backgroundWorks } from '../resources/operations/index.js';
import { replayWork } from '../resources/replays/index.js';
import { ProofWorks, ScheduledWorks } from '../resources/schedules/index.js';
import { verificationWork } from '../resources/verification/index.js';
import { ServiceContext } from './context.js';
import { Maintenance } from './maintenance.js';
import { instanceOf, made } from './provider.js';
import { Storages } from './storages.js';

/** What takes long, and how far it is. */
const OPERATIONS: readonly FactoryProvider[] = [
  made(
    Conductor,
    [Database, Lease, FaultReport],
    (database, lease, faults) =>
      new Conductor(database, { lease, caller: SYSTEM, onFailure: operationFailed(faults), requeue }),
  ),
  made(
    OperationService,
    [Database, Conductor, ConcurrencyLimits, ServiceContext],
    (database, conductor, { operations: queue }, { config: { heavyWork } }) =>
      new OperationService(database, {
        ...{ conductor, queue, caller: SYSTEM },
        mostQueued: QUEUED_JOBS * heavyWork.waiting,
      }),
  ),
  instanceOf(ExportWriter, ExportSources),
  instanceOf(ImportTasks, ImportService, ImportFiles),
  backgroundWorks([replayWork, verificationWork, comparisonWork, exportWork, clockWork, importWork, archiveWork]),
  made(
    OperationJobs,
    [Database, Conductor, BackgroundWorks, Identity, FaultReport],
    (database, conductor, works, { authenticator }, faults) =>
      new OperationJobs(database, {
        ...{ conductor, works, authenticator, system: SYSTEM },
        onFailure: operationFailed(faults),
      }),
  ),
];

/** Jobs wait in the database, where they take no memory: the queue is so many times as long as one of requests. */
const QUEUED_JOBS = 10;

function operationFailed(faults: FaultReport): (error: unknown, operation?: string) => void {
  return (error, operation) => {
    faults.report(error, 'an operation failed', { ...(operation !== undefined && { operation }) });
  };
}

/** The export into files: streams of its own, which take no slot of those that callers read. */
const EXPORTS: readonly FactoryProvider[] = [
  instanceOf(Storages, Database, ServiceContext),
  made(ExportFiles, [Storages], ({ files }) => new ExportFiles(files)),
  made(
    ExportSources,
    [Database, ClusterMoments, ClusterService, CheckpointService, ExportFiles],
    (database, moments, clusters, checkpoints, files) =>
      new ExportSources({
        clusters,
        exports: new ExportService(database, moments, database.slow),
        proofs: new ProofService(database, checkpoints, database.slow),
        files,
      }),
  ),
  instanceOf(ExportOperations, OperationService, ExportSources),
];

/** Imports that no client waits for. */
const IMPORTS: readonly FactoryProvider[] = [
  made(
    ImportFiles,
    [Storages, ServiceContext],
    ({ files }, { secretsKey }) => new ImportFiles(new SealedStorage(files, secretsKey)),
  ),
  instanceOf(ImportOperations, OperationService, ClusterService, ImportFiles),
];

/** What runs by itself. */
const SCHEDULES: readonly FactoryProvider[] = [
  instanceOf(ProofWorks, CheckpointService, VerificationService),
  made(
    ScheduledWorks,
    [ReportService, ClusterService, SchedulingService, ProofWorks, ComparisonService],
    (reports, clusters, scheduling, proofs, comparisons) =>
      new ScheduledWorks({ reports, clusters, scheduling, proofs, comparisons }),
  ),
  made(
    ScheduleService,
    [Database, ScheduledWorks, ServiceContext],
    (database, works, { config }) =>
      new ScheduleService(database, {
        ...{ works, buckets: config.storage.deliveryBuckets },
        webhooks: { privateHosts: config.webhookPrivateHosts },
      }),
  ),
  instanceOf(ResultService, Database),
  made(
    SignedLinks,
    [Identity, ServiceContext],
    ({ authenticator }, { secretsKey, config }) =>
      new SignedLinks({ key: secretsKey, authenticator, publicUrl: config.publicUrl }),
  ),
  made(
    ScheduleJobs,
    [Database, ScheduledWorks, Identity, Storages, SignedLinks, ServiceContext, FaultReport],
    (...[database, works, { authenticator }, { deliveries }, links, { config }, faults]) =>
      new ScheduleJobs(database, {
        ...{ works, authenticator, system: SYSTEM, places: deliveries, links },
        webhooks: { privateHosts: config.webhookPrivateHosts },
        onFailure: (error, result) => {
          faults.report(error, 'a result of a schedule failed', { result });
        },
      }),
  ),
];

/** Runs that no caller waits for, when their process is gone. */
const RUNS = made(
  RunJobs,
  [Database, SchedulingService, Identity],
  (database, scheduling, { authenticator }) => new RunJobs(database, { scheduling, authenticator, system: SYSTEM }),
);

/** What the jobs of this process do. */
class JobTasks {
  readonly quick: Tasks;
  readonly long: Tasks;

  constructor(schedules: ScheduleJobs, operations: OperationJobs, runs: RunJobs, recurring: RecurringJobs) {
    this.quick = { ...schedules.quick, ...recurring.quick };
    this.long = { ...schedules.long, ...operations.tasks, ...runs.tasks, ...recurring.long };
  }
}

/** What does jobs. */
const JOBS: readonly FactoryProvider[] = [
  made(
    RecurringJobs,
    [Database, Maintenance],
    (database, { works }) => new RecurringJobs(database, { works, caller: SYSTEM }),
  ),
  instanceOf(JobTasks, ScheduleJobs, OperationJobs, RunJobs, RecurringJobs),
  made(
    JobRunner,
    [Database, Lease, JobTasks, ServiceContext, FaultReport],
    (database, lease, { quick, long }, { databaseUrl: url, config }, faults) =>
      new JobRunner(database, {
        ...{ url, lease, quick, long, caller: SYSTEM },
        longLanes: config.heavyWork.atOnce,
        onFailure: (error, job) => {
          faults.report(error, 'a job failed and is tried again', { ...(job !== undefined && { job }) });
        },
      }),
  ),
];

/** What takes long, and what runs by itself. */
export const BACKGROUND: readonly FactoryProvider[] = [
  ...OPERATIONS,
  ...EXPORTS,
  ...IMPORTS,
  ...SCHEDULES,
  RUNS,
  ...JOBS,
];
