import type { Transaction } from '#database';
import type { ProfileRef } from '#audit';
import { insertRun, updateRun, type RunStart } from './run.store.js';
import type { RunTally, TalliedPart } from './run-tally.js';
import type { Run } from './run.js';
import { askedPods, type ScheduleRequest } from './schedule-request.js';

/** What is known of a run before it begins. */
export interface RunIdentity {
  readonly clusterId: string;
  readonly runId: string;
  /** The process that it is of. */
  readonly owner: string;
  readonly request: ScheduleRequest;
  /** The run's row is there already: a face answered with it before the work began. */
  readonly announced: boolean;
}

/** How far a run is with a part. */
export interface PartNote extends TalliedPart {
  /** When its writing began, by `performance.now()`. */
  readonly writingSince: number;
  /** The revision that the part is; null for one that is of no history. */
  readonly revision: bigint | null;
  readonly isLast: boolean;
  /** For the row of a run that has none. */
  readonly profile: ProfileRef | undefined;
  readonly baseRevision: bigint;
  /** Whose cluster it is. */
  readonly teamId: string;
}

/** The row of a run: made with its first part, unless it was announced, and brought up to date with each. */
export class RunRow {
  /** By `performance.now()`. */
  readonly #began = performance.now();
  #isThere: boolean;

  constructor(
    private readonly of: RunIdentity,
    private readonly tally: RunTally,
  ) {
    this.#isThere = of.announced;
  }

  /** Whether it is there: a row that is brought up to date may be found ended. */
  get isThere(): boolean {
    return this.#isThere;
  }

  /** A part was written, and the row with it. */
  written(): void {
    this.#isThere = true;
  }

  /** How far the run is; undefined when it was ended elsewhere. */
  note(
    tx: Transaction,
    { plan, forbidden, writingSince, revision, isLast, ...start }: PartNote,
  ): Promise<Run | undefined> {
    const { clusterId, runId } = this.of;
    const progress = {
      ...this.tally.with({ plan, forbidden }, performance.now() - writingSince),
      revision: revision === null ? null : String(revision),
      state: isLast ? ('complete' as const) : ('running' as const),
    };
    if (this.#isThere) return updateRun(tx, { clusterId, runId }, progress);
    return insertRun(tx, this.#start(tx, start), progress);
  }

  #start(tx: Transaction, start: Pick<PartNote, 'profile' | 'baseRevision' | 'teamId'>): RunStart {
    const { profile, baseRevision, teamId } = start;
    if (profile === undefined) throw new Error('the profile of the run was not noted');
    const { clusterId, runId, request, owner } = this.of;
    const { tieBreak, preemption, dryRun } = request;
    return {
      id: runId,
      cluster: clusterId,
      teamId,
      dryRun,
      baseRevision: String(baseRevision),
      profile,
      tieBreak,
      seed: String(request.seed),
      preemption,
      owner,
      asked: askedPods(request.pods),
      // By the clock that the part is dated by, which need not be this machine's.
      createdAt: new Date(tx.at.getTime() - Math.ceil(performance.now() - this.#began)),
    };
  }
}
