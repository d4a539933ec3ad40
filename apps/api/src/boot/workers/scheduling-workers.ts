import { setTimeout } from 'node:timers/promises';
import { coreSemaphore, type Database, type Lease } from '#database';
import { NoteFiles } from '#history';
import { ArchiveFolder } from '#integrity';
import { describedPlugins } from '#plugin-host';
import { addPlugins, SchedulingService, type SchedulingOptions } from '#scheduling';
import type { PastClusters } from '#state';
import { receivedError, Threads } from '#threads';
import type { Metrics } from '../../resources/metrics/index.js';
import type { FaultReport } from '../../ground/outcome/index.js';
import type { ServiceContext } from '../context.js';
import { archiveFolderOf } from '../archive-folder-of.js';
import { moduleOf } from '../bundle.js';
import { reportStandby } from '../report-trouble.js';
import { SYSTEM } from '../../ground/caller/index.js';
import { OpenRuns } from './open-runs.js';
import type { ServedService, ServiceClass } from './served.js';
import { SERVICES } from './services.js';
import { CLOSE, type SchedulingWorker, type WorkerNews, type WorkerSettings } from './settings.js';
import type { Sources } from './sources.js';
import { WorkerCalls } from './worker-calls.js';
import { WorkersScheduling } from './workers-scheduling.js';

/** What the services of the table are made of beside the database. */
export interface WorkersOptions {
  readonly lease: Lease;
  readonly past: PastClusters;
  readonly context: ServiceContext;
  readonly faults: FaultReport;
  readonly metrics: Metrics;
}

/** Connections of all workers together, unless there are so many that each has the fewest. */
const CONNECTIONS = 10;
/** A run, a replay and a verification go on beside each other, and one connection is left for short work. */
const FEWEST_CONNECTIONS = 4;

/** A worker gets so long to give back its connections. */
const CLOSE_MS = 2_000;
/** PostgreSQL has noticed by then that the connections of a worker are gone, and its lease with them. */
const GONE_MS = 1_000;

/**
 * The services of the table, by their classes: with their jobs in as many workers as the settings say, or in this
 * thread where that is none.
 */
export class SchedulingWorkers {
  readonly #services: ReadonlyMap<unknown, object>;
  readonly #threads: Threads<SchedulingWorker> | undefined;

  constructor(database: Database, options: WorkersOptions) {
    addPlugins(describedPlugins(options.context.plugins));
    const { services, threads } =
      options.context.config.workers === 0 ? servicesHere(database, options) : servicesThere(database, options);
    this.#services = services;
    this.#threads = threads;
  }

  get<Service>(service: ServiceClass<Service>): Service {
    return this.#services.get(service) as Service;
  }

  /** Starts the workers, which otherwise start when they are needed. */
  start(): void {
    this.#threads?.start();
  }

  /** Ends the workers; what they have not finished is lost. */
  async stop(): Promise<void> {
    if (this.#threads === undefined) return;
    await Promise.race([this.#threads.callEach(CLOSE, []), setTimeout(CLOSE_MS, undefined, { ref: false })]);
    await this.#threads.stop();
  }
}

interface MadeServices {
  readonly services: ReadonlyMap<unknown, object>;
  readonly threads?: Threads<SchedulingWorker>;
}

function servicesHere(database: Database, options: WorkersOptions): MadeServices {
  const scheduling = new SchedulingService(database, schedulingOptions(options));
  const sources = sourcesOf(database, options, scheduling);
  return { services: new Map(SERVICES.map((row) => [row.service, answering(row, row.make(sources), sources)])) };
}

function servicesThere(database: Database, options: WorkersOptions): MadeServices {
  const { faults, metrics, context } = options;
  const { logger, config } = context;
  const openRuns = new OpenRuns();
  const threads = new Threads<SchedulingWorker>({
    module: moduleOf('worker'),
    settings: settingsOf(context, openRuns),
    count: config.workers,
    ...(config.memory.heap !== undefined && { limits: config.memory.heap }),
    onNews: (news, worker) => {
      hear(news, { database, options, scheduling, worker });
    },
    onLost: (error, worker) => {
      logger.error({ err: error }, 'a scheduling thread ended and is replaced');
      scheduling.hear(worker, new Map());
      metrics.threadGone(worker);
      void cleanUp(scheduling, faults);
    },
  });
  const calls = new WorkerCalls(database, threads);
  const scheduling = new WorkersScheduling(database, schedulingOptions(options), { calls, openRuns });
  const sources = sourcesOf(database, options, scheduling);
  const proxy = (row: ServedService): object => answering(row, calls.proxied(row.make(sources), row), sources);
  const proxies = SERVICES.map((row): [unknown, object] => [row.service, proxy(row)]);
  return { services: new Map([...proxies, [SchedulingService, scheduling]]), threads };
}

/** The service as the answering thread calls it. */
function answering(row: ServedService, service: object, sources: Sources): object {
  return row.answering?.(service as never, sources) ?? service;
}

function sourcesOf(
  database: Database,
  { past, faults, context: { config, signing } }: WorkersOptions,
  scheduling: SchedulingService,
): Sources {
  return {
    database,
    clusters: past,
    scheduling,
    warm: scheduling.clusters,
    identityLabels: config.identityLabels,
    verification: {
      key: signing.key.verifier,
      archives: new ArchiveFolder(archiveFolderOf(config)),
      ...(signing.notesFolder === undefined ? {} : { files: new NoteFiles(signing.notesFolder) }),
    },
    isBusy: () => scheduling.isBusy,
    onRuleFailed: (rule, error) => {
      ruleFailed(faults, rule, error);
    },
  };
}

function schedulingOptions({ lease, faults, metrics, context: { config } }: WorkersOptions): SchedulingOptions {
  return {
    lease,
    areSurviving: true,
    warmMemoryBytes: config.memory.warm,
    executorBytes: config.memory.executor,
    onFailure: (run, error) => {
      runFailed(faults, run, error);
    },
    onEnded: (run) => {
      metrics.runEnded(run);
    },
    extenders: {
      hosts: config.extenderHosts,
      onCall: (call) => {
        metrics.extenderCalled(call);
      },
    },
  };
}

/** The receiver of a worker's news, and the number of that worker. */
interface Hearing {
  readonly database: Database;
  readonly options: WorkersOptions;
  readonly scheduling: WorkersScheduling;
  readonly worker: number;
}

function hear(news: WorkerNews, { database, options: { faults, metrics }, scheduling, worker }: Hearing): void {
  if (news.kind === 'underWay') scheduling.hear(worker, news.runs);
  else if (news.kind === 'measured') metrics.threadMeasured(worker, news);
  else if (news.kind === 'raceLost') metrics.raceLost();
  else if (news.kind === 'extenderCalled') metrics.extenderCalled(news.call);
  else if (news.kind === 'runEnded') metrics.runEnded(news.run);
  else if (news.kind === 'runFailed') runFailed(faults, news.run, receivedError(news.error));
  else if (news.kind === 'ruleFailed') ruleFailed(faults, news.rule, receivedError(news.error));
  else if (news.kind === 'standby') reportStandby(faults.logger)(news.notice);
  else if (news.kind === 'notified') database.notifications.pass(news.topic, news.payload);
  else faults.report(receivedError(news.error), 'an idle database connection was lost', {}, 'warn');
}

function settingsOf(
  { databaseUrl, config, signing, secretsKey, plugins }: ServiceContext,
  openRuns: OpenRuns,
): WorkerSettings {
  const { memory, workers, heavyWork } = config;
  return {
    url: databaseUrl,
    standbyUrl: config.standbyUrl,
    statementTimeouts: config.statementTimeouts,
    poolSize: Math.max(FEWEST_CONNECTIONS, Math.floor(CONNECTIONS / workers)),
    pacedConnections: Math.ceil(heavyWork.atOnce / workers),
    memory: {
      warm: Math.floor(memory.warm / workers),
      executor: Math.min(memory.executor, Math.floor(memory.warm / workers)),
      past: Math.floor(memory.past / workers),
      books: Math.floor(memory.books / workers),
    },
    extenderHosts: config.extenderHosts,
    identityLabels: config.identityLabels,
    secretsKey,
    archiveFolder: archiveFolderOf(config),
    publicKeyPem: signing.key.publicKeyPem,
    notesFolder: signing.notesFolder,
    spans: config.spans,
    plugins,
    pluginBudgetMs: config.pluginBudgetMs,
    coreSemaphore: coreSemaphore(),
    openRuns: openRuns.memory,
  };
}

/** The runs of a worker that has exited end. */
async function cleanUp(scheduling: SchedulingService, faults: FaultReport): Promise<void> {
  await setTimeout(GONE_MS, undefined, { ref: false });
  try {
    const { cancelled } = await scheduling.tidy(SYSTEM);
    if (cancelled.length > 0)
      faults.logger.warn({ runs: cancelled }, 'runs of an ended scheduling thread were cancelled');
  } catch (error) {
    faults.report(error, 'ending runs of stopped processes failed and is retried', {}, 'warn');
  }
}

function ruleFailed(faults: FaultReport, rule: string, error: unknown): void {
  faults.report(error, 'a rule of advice failed', { rule });
}

function runFailed(faults: FaultReport, run: string, error: unknown): void {
  faults.report(error, 'a background run failed', { run });
}
