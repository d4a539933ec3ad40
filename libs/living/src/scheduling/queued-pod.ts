import type { Cause } from '../engine/index.js';

/** Where a pod waits. */
export type QueuePart = 'active' | 'backoff' | 'unschedulable' | 'gated';

/** A pod that waits to be tried. JSON; times in milliseconds since 1970. */
export interface QueuedPod {
  readonly key: string;
  readonly uid: string;
  readonly priority: number;
  readonly part: QueuePart;
  /** When it came into this part: of equal priority the earlier one goes first. */
  readonly since: number;
  /** Its place among those that came at one time. */
  readonly order: number;
  /** Attempts that failed. */
  readonly attempts: number;
  /** Until when it backs off, at the least. */
  readonly until: number;
  /** The plugins that rejected it; none after an error. */
  readonly plugins: readonly string[];
  /** The event that woke it. */
  readonly woken: string;
  /** What that event was of; absent until there is one. */
  readonly because?: Cause;
}
