import { ClusterService, EventExpiryService, RefusalLogService } from '#cluster';
import { CheckpointService } from '#history';
import { SnapshotKeeper } from '#state';
import { ExportFiles, RetentionService } from '#integrity';
import type { RecurringWork } from '#jobs';
import { OperationService } from '#operations';
import { DecisionIndexService, SchedulingService } from '#scheduling';
import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { FaultReport } from '../ground/outcome/index.js';
import { ServiceContext } from './context.js';
import { SYSTEM } from '../ground/caller/index.js';
import { ImportFiles } from '../resources/imports/index.js';

/** How often maintenance runs. */
const MAINTENANCE_MS = 60_000;

/** How often decisions are indexed: a look at the heads of clusters where there is nothing to do. */
const INDEX_MS = 5_000;

/** A task that runs in the background, again and again. */
interface Task {
  readonly does: (services: MaintenanceServices, logger: Logger) => Promise<unknown>;
  /** Said when it could not be done. */
  readonly orElse: string;
  readonly level: 'warn' | 'error';
}

/**
 * Done before the service listens: it is short, and without it runs and operations of stopped processes seem to be in
 * progress, or writes have no partition.
 */
const FIRST: readonly Task[] = [
  { does: tidyRuns, orElse: 'ending runs of stopped processes failed and is retried', level: 'warn' },
  { does: tidyOperations, orElse: 'ending operations of stopped processes failed and is retried', level: 'warn' },
  // The operator must learn of it while there is disk space left.
  {
    does: ({ history: { retention } }) => retention.makeRoom(SYSTEM),
    orElse:
      'creating partitions for the coming months failed and is retried: the first write of a month ' + 'waits for them',
    level: 'error',
  },
];

/** What one process does for all of them: what ends soon, and what takes as long as there is history. */
const JOBS = {
  tidy: [
    ...FIRST,
    {
      does: ({ refusals }) => refusals.tidy(SYSTEM),
      orElse: 'removing expired refusals failed and is retried',
      level: 'warn',
    },
    {
      does: ({ kept: { events } }) => events.tidy(SYSTEM),
      orElse: 'removing expired events failed and is retried',
      level: 'warn',
    },
    {
      does: ({ kept: { exportFiles, operations } }) => exportFiles.tidy((ids) => operations.kept(SYSTEM, ids)),
      orElse: 'removing expired export files failed and is retried',
      level: 'warn',
    },
    {
      does: ({ kept: { importFiles, operations } }) => importFiles.tidy((ids) => operations.pending(SYSTEM, ids)),
      orElse: 'removing manifests of ended imports failed and is retried',
      level: 'warn',
    },
  ],
  checkpoints: [{ does: signCheckpoints, orElse: 'signing checkpoints failed and is retried', level: 'warn' }],
  archives: [
    {
      does: archiveDue,
      orElse: 'archiving failed and is retried: history older than BERTH_RETENTION is still in the database',
      level: 'error',
    },
  ],
  snapshots: [
    {
      does: ({ history: { snapshots } }) => snapshots.keep(SYSTEM),
      orElse: 'writing snapshots failed and is retried',
      level: 'warn',
    },
    {
      does: ({ history: { clusters } }) => clusters.countHeads(SYSTEM),
      orElse: 'counting the objects of clusters failed and is retried: each read of these clusters counts them',
      level: 'warn',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Task[]>>;

const INDEXING: readonly Task[] = [
  {
    does: ({ decisionIndex }) => decisionIndex.tidy(SYSTEM),
    orElse: 'indexing decisions failed and is retried',
    level: 'warn',
  },
];

/** What keeps history, and the heads of clusters. */
@Injectable()
export class HistoryMaintenance {
  constructor(
    readonly retention: RetentionService,
    readonly snapshots: SnapshotKeeper,
    readonly checkpoints: CheckpointService,
    readonly clusters: ClusterService,
  ) {}
}

/** What keeps operations, the files of some, and events. */
@Injectable()
export class OperationMaintenance {
  constructor(
    readonly operations: OperationService,
    readonly exportFiles: ExportFiles,
    readonly importFiles: ImportFiles,
    readonly events: EventExpiryService,
  ) {}
}

/** The services that maintenance calls. */
@Injectable()
export class MaintenanceServices {
  constructor(
    readonly scheduling: SchedulingService,
    readonly decisionIndex: DecisionIndexService,
    readonly refusals: RefusalLogService,
    readonly history: HistoryMaintenance,
    readonly kept: OperationMaintenance,
  ) {}
}

/** Does each task at its time: one that fails is tried again the next time, and stops no other. */
@Injectable()
export class Maintenance {
  #timers: readonly NodeJS.Timeout[] = [];

  constructor(
    private readonly services: MaintenanceServices,
    private readonly context: ServiceContext,
    private readonly faults: FaultReport,
  ) {}

  /** What one process does for all of them, as jobs. */
  get works(): readonly RecurringWork[] {
    const { checkpointIntervalMs } = this.context.config;
    const work = (name: keyof typeof JOBS, everyMs: number, { isQuick }: Pick<RecurringWork, 'isQuick'>) => ({
      ...{ task: `maintenance-${name}`, everyMs, isQuick },
      does: () => this.#do(JOBS[name]),
    });
    return [
      work('tidy', MAINTENANCE_MS, { isQuick: true }),
      work('checkpoints', checkpointIntervalMs, { isQuick: true }),
      work('archives', MAINTENANCE_MS, { isQuick: false }),
      work('snapshots', MAINTENANCE_MS, { isQuick: false }),
    ];
  }

  /** What is done before the service listens. */
  prepare(): Promise<void> {
    return this.#do(FIRST);
  }

  /** Begins what each process does for itself, and repeats it, in the background. */
  start(): void {
    this.#timers = [this.#every(INDEX_MS, INDEXING)];
  }

  /** Begins nothing more; resolves when the index, which goes on step by step, has ended its last one. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.services.decisionIndex.stop();
  }

  #every(ms: number, tasks: readonly Task[]): NodeJS.Timeout {
    return setInterval(() => void this.#do(tasks), ms);
  }

  async #do(tasks: readonly Task[]): Promise<void> {
    const { logger } = this.context;
    for (const { does, orElse, level } of tasks) {
      try {
        await does(this.services, logger);
      } catch (error) {
        this.faults.report(error, orElse, {}, level);
      }
    }
  }
}

async function tidyRuns({ scheduling }: MaintenanceServices, logger: Logger): Promise<void> {
  const { cancelled } = await scheduling.tidy(SYSTEM);
  if (cancelled.length > 0) logger.warn({ runs: cancelled }, 'runs of stopped processes were cancelled');
}

async function tidyOperations({ kept: { operations } }: MaintenanceServices, logger: Logger): Promise<void> {
  const { disconnected, requeued } = await operations.tidy(SYSTEM);
  if (disconnected.length > 0)
    logger.warn({ operations: disconnected }, 'operations that callers of stopped processes waited for were cancelled');
  if (requeued.length > 0) logger.warn({ operations: requeued }, 'operations without a job have one again');
}

async function archiveDue({ history: { retention } }: MaintenanceServices, logger: Logger): Promise<void> {
  const outcome = await retention.archiveDue(SYSTEM);
  if (outcome?.refused === true && outcome.refusal.kind !== 'ArchivingUnderWay')
    logger.error(outcome.refusal, 'history was not archived');
}

/** Signs checkpoints of what has moved; what could not be signed is said, each time. */
async function signCheckpoints({ history: { checkpoints } }: MaintenanceServices, logger: Logger): Promise<void> {
  for (const unsigned of await checkpoints.tidy(SYSTEM))
    logger.error(unsigned, 'a checkpoint was not signed: the history differs from the one signed before');
}
