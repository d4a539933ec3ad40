import { ConcurrencyLimit, type LimitSettings } from '#limits';

/** The queues of imports and runs are this many times as long: a client sends one for each manifest or cluster. */
const LONGER_QUEUE = 10;

/** The concurrency limits of this process: each kind of heavy work has one, so that none takes the slots of another. */
export class ConcurrencyLimits {
  /** Operations: replays, verification and exports. A caller has one slot for each kind. */
  readonly operations: ConcurrencyLimit;
  /** Work on states, or on all decisions, in any thread. */
  readonly states: ConcurrencyLimit;
  /** Streams, which run at the pace of their reader: exports. */
  readonly streams: ConcurrencyLimit;
  /** Imports, which run at the pace of their sender. */
  readonly imports: ConcurrencyLimit;
  /** Runs of many pods, until they end. */
  readonly runs: ConcurrencyLimit;

  constructor(limits: LimitSettings) {
    this.operations = new ConcurrencyLimit({ ...limits, ofOneKind: 1 });
    this.states = new ConcurrencyLimit(limits);
    this.streams = new ConcurrencyLimit(limits);
    const longer = { ...limits, waiting: LONGER_QUEUE * limits.waiting };
    this.imports = new ConcurrencyLimit(longer);
    this.runs = new ConcurrencyLimit(longer);
  }
}

/** The names of the limits. */
export const LIMIT_NAMES = [
  'operations',
  'states',
  'streams',
  'imports',
  'runs',
] as const satisfies readonly (keyof ConcurrencyLimits)[];
export type LimitName = (typeof LIMIT_NAMES)[number];
