import { setTimeout } from 'node:timers/promises';
import { ImportService } from '#cluster';
import { ComparisonService, ClusterAdviceService, WhatIfService, WhyNotService } from '#questions';
import { processorTurns, type Database, type Lease } from '#database';
import { NoteFiles } from '#history';
import { type PastClusters, SnapshotKeeper } from '#state';
import { ArchiveFolder, VerificationService } from '#integrity';
import { describedPlugins } from '#plugin-host';
import { addPlugins, DecisionIndexService, ReplayService, SchedulingService } from '#scheduling';
import { receivedError, Threads } from '#threads';
import type { Metrics } from '../../resources/metrics/index.js';
import type { FaultReport } from '../../ground/outcome/index.js';
import type { Surroundings } from '../context.js';
import { archiveFolderOf } from '../archive-folder-of.js';
import { SYSTEM } from '../../ground/caller/index.js';
import type { Deciding } from './deciding.js';
import type { DecidingNews, DecidingSettings, DecidingThread } from './jobs.js';
import { ThreadedScheduling } from './threaded-scheduling.js';
import {
  ThreadedClusterAdvice,
  ThreadedComparisons,
  ThreadedDecisionIndex,
  ThreadedImports,
  ThreadedReplays,
  ThreadedSnapshots,
  ThreadedVerifications,
  ThreadedWhatIfs,
  ThreadedWhyNots,
} from './threaded-services.js';

/** What deciding needs beside the database. */
export interface DecidingOptions {
  readonly lease: Lease;
  readonly past: PastClusters;
  readonly surroundings: Surroundings;
  readonly faults: FaultReport;
  readonly metrics: Metrics;
}

/** Connections of all threads together, unless there are so many that each has the fewest. */
const CONNECTIONS = 10;
/** A run, a replay and a verification go on beside each other, and something short finds room. */
const FEWEST_CONNECTIONS = 4;

/** A thread gets so long to give back its connections. */
const CLOSE_MS = 2_000;
/** PostgreSQL has noticed by then that the connections of a thread are gone, and its lease with them. */
const GONE_MS = 1_000;

/** Runs, replays, verifications, imports and the longer chores, in as many threads as the settings say. */
export function createDeciding(database: Database, options: DecidingOptions): Deciding {
  addPlugins(describedPlugins(options.surroundings.plugins));
  return options.surroundings.config.workers === 0 ? decidingHere(database, options) : decidingThere(database, options);
}

function schedulingHere(
  database: Database,
  { lease, faults, metrics, surroundings: { config } }: DecidingOptions,
): SchedulingService {
  return new SchedulingService(database, {
    lease,
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
  });
}

function decidingHere(database: Database, options: DecidingOptions): Deciding {
  const {
    config,
    signing: { key, notesFolder },
  } = options.surroundings;
  const scheduling = schedulingHere(database, options);
  const source = { database, clusters: options.past, warm: scheduling.clusters };
  return {
    scheduling,
    replays: new ReplayService(database, { clusters: options.past }),
    comparisons: new ComparisonService({ database, clusters: options.past }),
    clusterAdvice: new ClusterAdviceService({ database, clusters: options.past }),
    whyNots: new WhyNotService(source),
    whatIfs: new WhatIfService(source),
    verification: new VerificationService(database, {
      key: key.verifier,
      archives: new ArchiveFolder(archiveFolderOf(config)),
      ...(notesFolder === undefined ? {} : { files: new NoteFiles(notesFolder) }),
    }),
    imports: new ImportService(database),
    decisionIndex: new DecisionIndexService(database, { isBusy: () => scheduling.isBusy }),
    snapshots: new SnapshotKeeper(database),
    start: () => undefined,
    stop: () => Promise.resolve(),
  };
}

function decidingThere(database: Database, options: DecidingOptions): Deciding {
  const { faults, metrics, surroundings } = options;
  const { logger, config } = surroundings;
  const hear = (news: DecidingNews, thread: number): void => {
    if (news.kind === 'underWay') scheduling.hear(thread, news.runs);
    else if (news.kind === 'measured') metrics.threadMeasured(thread, news);
    else if (news.kind === 'raceLost') metrics.raceLost();
    else if (news.kind === 'extenderCalled') metrics.extenderCalled(news.call);
    else if (news.kind === 'runEnded') metrics.runEnded(news.run);
    else if (news.kind === 'runFailed') runFailed(faults, news.run, receivedError(news.error));
    else if (news.kind === 'notified') database.notifications.pass(news.topic, news.payload);
    else faults.report(receivedError(news.error), 'an idle database connection was lost', {}, 'warn');
  };
  const threads = new Threads<DecidingThread>({
    module: new URL('./deciding-thread.js', import.meta.url),
    settings: settingsOf(surroundings),
    count: config.workers,
    ...(config.memory.heap !== undefined && { limits: config.memory.heap }),
    onNews: hear,
    onLost: (error, thread) => {
      logger.error({ err: error }, 'a scheduling thread ended and is replaced');
      scheduling.hear(thread, new Map());
      metrics.threadGone(thread);
      void cleanUp(scheduling, faults);
    },
  });
  const scheduling = new ThreadedScheduling(database, threads, schedulingHere(database, options));
  return {
    scheduling,
    replays: new ThreadedReplays(threads, new ReplayService(database, { clusters: options.past })),
    verification: new ThreadedVerifications(threads, new VerificationService(database)),
    comparisons: new ThreadedComparisons(threads, new ComparisonService({ database, clusters: options.past })),
    clusterAdvice: new ThreadedClusterAdvice(database, threads),
    whyNots: new ThreadedWhyNots(database, threads),
    whatIfs: new ThreadedWhatIfs(database, threads),
    imports: new ThreadedImports(threads),
    decisionIndex: new ThreadedDecisionIndex(threads, () => scheduling.isBusy),
    snapshots: new ThreadedSnapshots(threads),
    start: () => {
      threads.start();
    },
    stop: async () => {
      await Promise.race([threads.callEach('close', null), setTimeout(CLOSE_MS, undefined, { ref: false })]);
      await threads.stop();
    },
  };
}

function settingsOf({ databaseUrl, config, signing, plugins }: Surroundings): DecidingSettings {
  const { memory, workers, heavyWork } = config;
  return {
    url: databaseUrl,
    statementTimeouts: config.statementTimeouts,
    poolSize: Math.max(FEWEST_CONNECTIONS, Math.floor(CONNECTIONS / workers)),
    pacedConnections: Math.ceil(heavyWork.atOnce / workers),
    memory: {
      warm: Math.floor(memory.warm / workers),
      executor: memory.executor,
      past: Math.floor(memory.past / workers),
      books: Math.floor(memory.books / workers),
    },
    extenderHosts: config.extenderHosts,
    archiveFolder: archiveFolderOf(config),
    publicKeyPem: signing.key.publicKeyPem,
    notesFolder: signing.notesFolder,
    spans: config.spans,
    plugins,
    pluginBudgetMs: config.pluginBudgetMs,
    processorTurns: processorTurns(),
  };
}

/** Its runs have nobody any more: they end. */
async function cleanUp(scheduling: ThreadedScheduling, faults: FaultReport): Promise<void> {
  await setTimeout(GONE_MS, undefined, { ref: false });
  try {
    const { cancelled } = await scheduling.tidy(SYSTEM);
    if (cancelled.length > 0)
      faults.logger.warn({ runs: cancelled }, 'runs of an ended scheduling thread were cancelled');
  } catch (error) {
    faults.report(error, 'ending runs of stopped processes failed and is retried', {}, 'warn');
  }
}

function runFailed(faults: FaultReport, run: string, error: unknown): void {
  faults.report(error, 'a background run failed', { run });
}
