import { getHeapStatistics } from 'node:v8';
import { Database, Lease, shareCoreSemaphore } from '#database';
import { NoteFiles, noteVerifierOf } from '#history';
import { ArchiveFolder } from '#integrity';
import { PluginHost } from '#plugin-host';
import { RACES_LOST } from '#requests';
import { addPlugins, SchedulingService, type SchedulingOptions } from '#scheduling';
import { startSpans } from '#spans';
import { PastClusters } from '#state';
import { sentError, type ServedThread, serveJobs } from '#threads';
import { CachedBooks, Sealer } from '#writes';
import { v7 as uuid } from 'uuid';
import { OpenRuns } from './open-runs.js';
import { ReportsWhileBusy } from './reports-while-busy.js';
import { jobName, type MethodJob, type ServedService } from './served.js';
import { SERVICES } from './services.js';
import { CLOSE, type AnyMethod, type SchedulingWorker, type WorkerSettings } from './settings.js';
import type { Sources } from './sources.js';

/** A worker reports how far its runs are this often: reads of a run ask the answering thread alone. */
const REPORT_MS = 100;

/** A worker reports what it takes this often. */
const MEASURE_MS = 2_000;
/** By then its idle connections are closed, and what it takes stays as it is. */
const SETTLED_MS = 15_000;

type Worker = ServedThread<SchedulingWorker>;

/** What computes, in a thread of its own: like a process, but for the doors. */
serveJobs<SchedulingWorker, WorkerSettings>(async (settings, worker) => {
  shareCoreSemaphore(settings.coreSemaphore);
  // The answering thread says it once where they cannot be exported.
  const spans = settings.spans && (await startSpans(settings.spans));
  const host = new PluginHost(settings.plugins, { budgetMs: settings.pluginBudgetMs, now: () => performance.now() });
  addPlugins(host.plugins);
  const database = openDatabase(settings, worker);
  const lease = new Lease(settings.url, uuid());
  const scheduling = new SchedulingService(database, schedulingOptions(settings, { worker, lease }));
  const reports = [runReports(scheduling, worker), measureReports({ database, scheduling, worker })];
  return {
    ...jobsOf(sourcesOf(settings, { database, scheduling, worker }), {
      lease: firstly(() => lease.acquire()),
      during: (job) => reports.reduce((inner, report) => () => report.during(inner), job)(),
    }),
    [CLOSE]: async () => {
      await lease.release();
      await database.close();
      await host.stop();
      await spans?.stop();
    },
  };
});

/** What is around the jobs of a thread. */
interface AroundJobs {
  /** Done before those that are leased. */
  readonly lease: () => Promise<void>;
  /** Does the job, and reports meanwhile. */
  readonly during: (job: () => Promise<unknown>) => Promise<unknown>;
}

/** The methods of the table, each of the one service of this thread. */
function jobsOf(sources: Sources, { lease, during }: AroundJobs): Record<string, AnyMethod> {
  const methods = ({ make, jobs, ...row }: ServedService): [string, AnyMethod][] => {
    const service = make(sources) as Readonly<Record<string, AnyMethod>>;
    const job =
      (method: string, { leased = false }: MethodJob): AnyMethod =>
      (...args) =>
        during(async () => {
          if (leased) await lease();
          return service[method]?.(...args);
        });
    return Object.entries(jobs).map(([method, how]) => [jobName({ make, jobs, ...row }, method), job(method, how)]);
  };
  return Object.fromEntries(SERVICES.flatMap(methods));
}

/** What is done once; it is tried again where it failed. */
function firstly(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return async () => {
    done ??= work();
    try {
      await done;
    } catch (error) {
      done = undefined;
      throw error;
    }
  };
}

function schedulingOptions(
  { extenderHosts, memory }: WorkerSettings,
  { worker, lease }: { readonly worker: Worker; readonly lease: Lease },
): SchedulingOptions {
  return {
    lease,
    areSurviving: true,
    onFailure: (run, error) => {
      worker.tell({ kind: 'runFailed', run, error: sentError(error) });
    },
    onEnded: ({ state, dryRun, counts, durations }) => {
      worker.tell({ kind: 'runEnded', run: { state, dryRun, counts, durations } });
    },
    extenders: {
      hosts: extenderHosts,
      onCall: (call) => {
        worker.tell({ kind: 'extenderCalled', call });
      },
    },
    warmMemoryBytes: memory.warm,
    executorBytes: memory.executor,
  };
}

function sourcesOf(
  { memory, publicKeyPem, archiveFolder, notesFolder, openRuns, identityLabels }: WorkerSettings,
  { database, scheduling, worker }: Pick<Sources, 'database' | 'scheduling'> & { readonly worker: Worker },
): Sources {
  const runs = new OpenRuns(openRuns);
  return {
    database,
    clusters: new PastClusters({ memoryBytes: memory.past }),
    scheduling,
    warm: scheduling.clusters,
    identityLabels,
    verification: {
      key: noteVerifierOf(publicKeyPem),
      archives: new ArchiveFolder(archiveFolder),
      ...(notesFolder === undefined ? {} : { files: new NoteFiles(notesFolder) }),
    },
    isBusy: () => runs.areAny,
    onRuleFailed: (rule, error) => {
      worker.tell({ kind: 'ruleFailed', rule, error: sentError(error) });
    },
  };
}

/** Notifications of this thread are heard at once where the listeners are, and sent to other processes from here. */
function openDatabase(settings: WorkerSettings, worker: Worker): Database {
  const { url, standbyUrl, poolSize, pacedConnections, statementTimeouts, memory, secretsKey } = settings;
  const database = new Database({
    url,
    standbyUrl,
    poolSize,
    pacedConnections,
    statementTimeouts,
    onIdleError: (error) => {
      worker.tell({ kind: 'connectionLost', error: sentError(error) });
    },
    onStandby: (notice) => {
      worker.tell({ kind: 'standby', notice });
    },
  });
  CachedBooks.of(database).mostBytes = memory.books;
  if (secretsKey !== undefined) Sealer.use(database, secretsKey);
  database.notifications.overhear((topic, payload) => {
    worker.tell({ kind: 'notified', topic, payload });
  });
  return database;
}

function runReports(scheduling: SchedulingService, worker: Worker): ReportsWhileBusy {
  let said = 0;
  const report = (): boolean => {
    const runs = scheduling.underWay;
    if (runs.size > 0 || said > 0) worker.tell({ kind: 'underWay', runs });
    said = runs.size;
    return said > 0;
  };
  return new ReportsWhileBusy({ everyMs: REPORT_MS, report });
}

function measureReports({ database, scheduling, worker }: Measured): ReportsWhileBusy {
  RACES_LOST.subscribe(() => {
    worker.tell({ kind: 'raceLost' });
  });
  let [before, since] = ['', performance.now()];
  const report = (): boolean => {
    const { connections } = database;
    const { warmBytes } = scheduling;
    worker.tell({ kind: 'measured', connections, warmBytes, heapBytes: getHeapStatistics().used_heap_size });
    const now = JSON.stringify([connections, warmBytes]);
    if (now !== before) [before, since] = [now, performance.now()];
    return performance.now() - since < SETTLED_MS;
  };
  const reports = new ReportsWhileBusy({ everyMs: MEASURE_MS, report });
  reports.wake();
  return reports;
}

interface Measured {
  readonly database: Database;
  readonly scheduling: SchedulingService;
  readonly worker: Worker;
}
