import { getHeapStatistics } from 'node:v8';
import { ImportService, KeptBooks } from '#cluster';
import { RACES_LOST } from '#requests';
import { ComparisonService, ClusterAdviceService, WhatIfService, WhyNotService } from '#questions';
import { Database, Lease, shareProcessorTurns } from '#database';
import { NoteFiles, noteVerifierOf } from '#history';
import { PastClusters, SnapshotKeeper } from '#state';
import { ArchiveFolder, VerificationService } from '#integrity';
import { PluginHost } from '#plugin-host';
import { addPlugins, DecisionIndexService, ReplayService, SchedulingService } from '#scheduling';
import { startSpans } from '#spans';
import { askedChunks, type JobTable, sentError, type ServedThread, serveJobs } from '#threads';
import { v7 as uuid } from 'uuid';
import type { DecidingSettings, DecidingThread } from './jobs.js';
import { receivedIdempotency } from './sent-idempotency.js';

/**
 * So often the thread tells how far runs are: whoever reads a run is answered without a question to
 * the thread that decides it.
 */
const REPORT_MS = 100;

/** So often it is asked whether somebody decides. */
const ASK_MS = 100;

/** So often the thread tells what it takes. */
const MEASURE_MS = 2_000;

/** What a thread decides with: a process of its own, but for the doors. */
serveJobs<DecidingThread, DecidingSettings>(async (settings, thread) => {
  shareProcessorTurns(settings.processorTurns);
  // That they cannot be exported is told once, by the thread that answers.
  const spans = settings.spans && (await startSpans(settings.spans));
  const host = new PluginHost(settings.plugins, { budgetMs: settings.pluginBudgetMs, now: () => performance.now() });
  addPlugins(host.plugins);
  const database = openDatabase(settings, thread);
  const lease = new Lease(settings.url, uuid());
  const scheduling = new SchedulingService(database, {
    lease,
    onFailure: (run, error) => {
      thread.tell({ kind: 'runFailed', run, error: sentError(error) });
    },
    onEnded: ({ state, dryRun, counts, durations }) => {
      thread.tell({ kind: 'runEnded', run: { state, dryRun, counts, durations } });
    },
    extenders: {
      hosts: settings.extenderHosts,
      onCall: (call) => {
        thread.tell({ kind: 'extenderCalled', call });
      },
    },
    warmMemoryBytes: settings.memory.warm,
    executorBytes: settings.memory.executor,
  });
  const clusters = new PastClusters({ memoryBytes: settings.memory.past });
  reportRuns(scheduling, thread);
  reportMeasures({ database, scheduling, thread });
  return {
    ...runJobs(scheduling, lease),
    ...readingJobs({ database, clusters }, settings),
    ...explainingJobs({ database, clusters }, scheduling),
    ...choreJobs(database),
    close: async () => {
      await lease.release();
      await database.close();
      await host.stop();
      await spans?.stop();
    },
  };
});

/** Notifications of this thread are heard at once where the listeners are, and sent to other processes from here. */
function openDatabase(settings: DecidingSettings, thread: ServedThread<DecidingThread>): Database {
  const { url, poolSize, pacedConnections, statementTimeouts, memory } = settings;
  const database = new Database({
    url,
    poolSize,
    pacedConnections,
    statementTimeouts,
    onIdleError: (error) => {
      thread.tell({ kind: 'connectionLost', error: sentError(error) });
    },
  });
  KeptBooks.of(database).mostBytes = memory.books;
  database.notifications.overhear((topic, payload) => {
    thread.tell({ kind: 'notified', topic, payload });
  });
  return database;
}

function reportRuns(scheduling: SchedulingService, thread: ServedThread<DecidingThread>): void {
  let said = 0;
  const timer = setInterval(() => {
    const runs = scheduling.underWay;
    if (runs.size > 0 || said > 0) thread.tell({ kind: 'underWay', runs });
    said = runs.size;
  }, REPORT_MS);
  timer.unref();
}

function reportMeasures({ database, scheduling, thread }: Measured): void {
  RACES_LOST.subscribe(() => {
    thread.tell({ kind: 'raceLost' });
  });
  const timer = setInterval(() => {
    const { connections } = database;
    const heapBytes = getHeapStatistics().used_heap_size;
    thread.tell({ kind: 'measured', connections, warmBytes: scheduling.warmBytes, heapBytes });
  }, MEASURE_MS);
  timer.unref();
}

interface Measured {
  readonly database: Database;
  readonly scheduling: SchedulingService;
  readonly thread: ServedThread<DecidingThread>;
}

function runJobs(
  scheduling: SchedulingService,
  lease: Lease,
): Pick<JobTable<DecidingThread>, 'schedule' | 'tidy' | 'settle'> {
  let held: Promise<void> | undefined;
  const hold = async (): Promise<void> => {
    held ??= lease.acquire();
    try {
      await held;
    } catch (error) {
      held = undefined;
      throw error;
    }
  };
  return {
    schedule: async ({ caller, request, wait, idempotency }, call) => {
      await hold();
      const outcome = await scheduling.schedule(caller, request, { wait, ...receivedIdempotency(idempotency, call) });
      if (!outcome.refused && !wait) {
        call.tell({ started: outcome });
        await scheduling.ended(outcome.value.id);
      }
      return outcome;
    },
    tidy: ({ caller }) => scheduling.tidy(caller),
    settle: (how) => scheduling.settle(how),
  };
}

/** What is read with: the past states of the thread are kept once. */
interface Reading {
  readonly database: Database;
  readonly clusters: PastClusters;
}

function explainingJobs(
  { database, clusters }: Reading,
  scheduling: SchedulingService,
): Pick<
  JobTable<DecidingThread>,
  'whyNot' | 'requestChanges' | 'fitAnywhere' | 'whatIf' | 'ask' | 'advise' | 'explainPending'
> {
  const source = { database, clusters, warm: scheduling.clusters };
  const whyNots = new WhyNotService(source);
  const whatIfs = new WhatIfService(source);
  const advice = new ClusterAdviceService({ database, clusters });
  return {
    whyNot: ({ caller, which, request }, call) => whyNots.whyNot({ ...caller, signal: call.signal }, which, request),
    requestChanges: ({ caller, cluster, decision }, call) =>
      whyNots.requestChanges({ ...caller, signal: call.signal }, cluster, decision),
    fitAnywhere: ({ caller, which, request }, call) =>
      whyNots.fitAnywhere({ ...caller, signal: call.signal }, which, request),
    whatIf: ({ caller, which, request }, call) => whatIfs.whatIf({ ...caller, signal: call.signal }, which, request),
    ask: ({ caller, which, question }, call) => whatIfs.ask({ ...caller, signal: call.signal }, which, question),
    advise: ({ caller, which, request }, call) => advice.advice({ ...caller, signal: call.signal }, which, request),
    explainPending: ({ caller, which }, call) => advice.pending({ ...caller, signal: call.signal }, which),
  };
}

function readingJobs(
  { database, clusters }: Reading,
  { publicKeyPem, notesFolder, archiveFolder }: DecidingSettings,
): Pick<JobTable<DecidingThread>, 'replay' | 'compare' | 'verify' | 'import'> {
  const replays = new ReplayService(database, { clusters });
  const comparisons = new ComparisonService({ database, clusters });
  const imports = new ImportService(database);
  const verification = new VerificationService(database, {
    key: noteVerifierOf(publicKeyPem),
    archives: new ArchiveFolder(archiveFolder),
    ...(notesFolder === undefined ? {} : { files: new NoteFiles(notesFolder) }),
  });
  return {
    replay: ({ caller, request }, call) =>
      replays.replay({ ...caller, signal: call.signal }, request, {
        progress: (progress) => {
          call.tell(progress);
        },
      }),
    compare: ({ caller, request }, call) =>
      comparisons.compare({ ...caller, signal: call.signal }, request, {
        progress: (progress) => {
          call.tell(progress);
        },
      }),
    verify: ({ caller, cluster }, call) =>
      verification.verify(
        { ...caller, signal: call.signal },
        {
          ...(cluster === undefined ? {} : { cluster }),
          onProgress: (progress) => {
            call.tell(progress);
          },
        },
      ),
    import: ({ caller, request, idempotency }, call) =>
      imports.import(caller, {
        ...request,
        manifests: askedChunks((question) => call.ask(question)),
        ...receivedIdempotency(idempotency, call),
      }),
  };
}

function choreJobs(database: Database): Pick<JobTable<DecidingThread>, 'index' | 'stopIndexing' | 'keepSnapshots'> {
  let isBusy = false;
  const decisionIndex = new DecisionIndexService(database, { isBusy: () => isBusy });
  const snapshots = new SnapshotKeeper(database);
  return {
    index: async ({ caller }, call) => {
      const ask = async (): Promise<void> => {
        isBusy = await call.ask('isBusy');
      };
      await ask();
      const asking = setInterval(() => void ask(), ASK_MS);
      try {
        return await decisionIndex.tidy(caller);
      } finally {
        clearInterval(asking);
      }
    },
    stopIndexing: () => decisionIndex.stop(),
    keepSnapshots: ({ caller }) => snapshots.keep(caller),
  };
}
