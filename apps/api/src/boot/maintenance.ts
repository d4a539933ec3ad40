import { RefusalLogService } from '#cluster';
import { CheckpointService } from '#history';
import { SnapshotKeeper } from '#state';
import { ExportFiles, RetentionService } from '#integrity';
import { OperationService } from '#operations';
import { DecisionIndexService, SchedulingService } from '#scheduling';
import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { FaultReport } from '../ground/outcome/index.js';
import { Surroundings } from './context.js';
import { SYSTEM } from '../ground/caller/index.js';

/** How often the house is kept. */
const HOUSEKEEPING_MS = 60_000;

/** How often decisions are indexed: a look at the heads of clusters where there is nothing to do. */
const INDEX_MS = 5_000;

/** Something that is done behind the service, again and again; several processes may do it at once. */
interface Chore {
  readonly does: (household: Household, logger: Logger) => Promise<unknown>;
  /** Said when it could not be done. */
  readonly orElse: string;
  readonly level: 'warn' | 'error';
}

/**
 * Done before anybody is let in: soon done, and without it runs and operations that have nobody seem under way, or
 * writes have no room.
 */
const FIRST: readonly Chore[] = [
  { does: tidyRuns, orElse: 'ending runs of stopped processes failed and is retried', level: 'warn' },
  { does: tidyOperations, orElse: 'ending operations of stopped processes failed and is retried', level: 'warn' },
  // Who runs the service must hear of it while there is room.
  {
    does: ({ history: { retention } }) => retention.makeRoom(SYSTEM),
    orElse:
      'creating partitions for the coming months failed and is retried: the first write of a month ' + 'waits for them',
    level: 'error',
  },
];

/** Takes as long as there is history: nobody waits for it. */
const THEN: readonly Chore[] = [
  {
    does: archiveDue,
    orElse: 'archiving failed and is retried: history older than BERTH_RETENTION is still in the database',
    level: 'error',
  },
  {
    does: ({ kept: { exportFiles, operations } }) => exportFiles.tidy((ids) => operations.kept(SYSTEM, ids)),
    orElse: 'removing expired export files failed and is retried',
    level: 'warn',
  },
  {
    does: ({ history: { snapshots } }) => snapshots.keep(SYSTEM),
    orElse: 'writing snapshots failed and is retried',
    level: 'warn',
  },
  {
    does: ({ refusals }) => refusals.tidy(SYSTEM),
    orElse: 'removing expired refusals failed and is retried',
    level: 'warn',
  },
];

const SIGNING: readonly Chore[] = [
  { does: signCheckpoints, orElse: 'signing checkpoints failed and is retried', level: 'warn' },
];

const INDEXING: readonly Chore[] = [
  {
    does: ({ decisionIndex }) => decisionIndex.tidy(SYSTEM),
    orElse: 'indexing decisions failed and is retried',
    level: 'warn',
  },
];

/** What keeps history. */
@Injectable()
export class HistoryHousehold {
  constructor(
    readonly retention: RetentionService,
    readonly snapshots: SnapshotKeeper,
    readonly checkpoints: CheckpointService,
  ) {}
}

/** What keeps operations, and the files of some. */
@Injectable()
export class OperationHousehold {
  constructor(
    readonly operations: OperationService,
    readonly exportFiles: ExportFiles,
  ) {}
}

/** The services that the house is kept with. */
@Injectable()
export class Household {
  constructor(
    readonly scheduling: SchedulingService,
    readonly decisionIndex: DecisionIndexService,
    readonly refusals: RefusalLogService,
    readonly history: HistoryHousehold,
    readonly kept: OperationHousehold,
  ) {}
}

/**
 * Does every chore at its time, each by itself: what fails is tried again the next time, and keeps
 * nothing else from being done.
 */
@Injectable()
export class Housekeeping {
  #timers: readonly NodeJS.Timeout[] = [];

  constructor(
    private readonly household: Household,
    private readonly surroundings: Surroundings,
    private readonly faults: FaultReport,
  ) {}

  /** What has to be done before anybody is let in. */
  prepare(): Promise<void> {
    return this.#do(FIRST);
  }

  /** Begins with the rest, and goes on with all of it from time to time. Nobody waits for it. */
  start(): void {
    const { checkpointIntervalMs } = this.surroundings.config;
    void this.#do(THEN);
    this.#timers = [
      this.#every(HOUSEKEEPING_MS, [...FIRST, ...THEN]),
      this.#every(checkpointIntervalMs, SIGNING),
      this.#every(INDEX_MS, INDEXING),
    ];
  }

  /** Begins nothing more; resolves when the index, which goes on step by step, has ended its last one. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.household.decisionIndex.stop();
  }

  #every(ms: number, chores: readonly Chore[]): NodeJS.Timeout {
    return setInterval(() => void this.#do(chores), ms);
  }

  async #do(chores: readonly Chore[]): Promise<void> {
    const { logger } = this.surroundings;
    for (const { does, orElse, level } of chores) {
      try {
        await does(this.household, logger);
      } catch (error) {
        this.faults.report(error, orElse, {}, level);
      }
    }
  }
}

async function tidyRuns({ scheduling }: Household, logger: Logger): Promise<void> {
  const { cancelled } = await scheduling.tidy(SYSTEM);
  if (cancelled.length > 0) logger.warn({ runs: cancelled }, 'runs of stopped processes were cancelled');
}

async function tidyOperations({ kept: { operations } }: Household, logger: Logger): Promise<void> {
  const { interrupted } = await operations.tidy(SYSTEM);
  if (interrupted.length > 0) logger.warn({ operations: interrupted }, 'operations of stopped processes have failed');
}

async function archiveDue({ history: { retention } }: Household, logger: Logger): Promise<void> {
  const outcome = await retention.archiveDue(SYSTEM);
  if (outcome?.refused === true && outcome.refusal.kind !== 'ArchivingUnderWay')
    logger.error(outcome.refusal, 'history was not archived');
}

/** Signs checkpoints of what has moved; what could not be signed is said, each time. */
async function signCheckpoints({ history: { checkpoints } }: Household, logger: Logger): Promise<void> {
  for (const unsigned of await checkpoints.tidy(SYSTEM))
    logger.error(unsigned, 'a checkpoint was not signed: the history differs from the one signed before');
}
