import type { Page } from '#cluster';
import type { Lease } from '#database';
import type { IdempotentRequest } from '#requests';
import type { ExtenderCallsOptions } from '../extenders/index.js';
import type { Run } from './run.js';

/** How to answer a call of `schedule`. */
export interface ScheduleOptions {
  /** False: answer with the run as it starts, and work on. */
  readonly wait: boolean;
  readonly idempotency?: IdempotentRequest;
}

/** A run that has ended, as the metrics count it. */
export type EndedRun = Pick<Run, 'state' | 'dryRun' | 'counts' | 'durations'>;

/** What the service needs beside the database. */
export interface SchedulingOptions {
  /** Called with each background run that failed for a reason that is not the caller's. */
  readonly onFailure: (runId: string, error: unknown) => void;
  /** Called with every run that has ended, with any outcome. */
  readonly onEnded?: (run: EndedRun) => void;
  readonly lease: Pick<Lease, 'holder'>;
  /** Pods of one transaction at most, and with that of memory; 10,000 unless given. */
  readonly partPods?: number;
  /** What clusters take at most that stay in memory from one run to the next, in bytes; 512 MiB unless given. */
  readonly warmMemoryBytes?: number;
  /** Hosts that extenders may be called on, and the observer of every call. */
  readonly extenders?: ExtenderCallsOptions;
  /** Runs that no caller waits for survive their process: another one goes on with them, as jobs. */
  readonly areSurviving?: boolean;
  /** What is learnt of the classes of one of these clusters at most, in bytes; 256 MiB unless given. */
  readonly executorBytes?: number;
}

/** The pods that a background run has decided, of those it knows of; from this process only. */
export interface RunProgressReport {
  readonly decided: number;
}

/** One page of runs. */
export interface RunPage extends Page<Run> {
  /** Where a moment was given: one that leads to the same runs for good, for the pages after this one. */
  readonly moment?: string;
}
