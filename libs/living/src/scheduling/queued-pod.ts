import type { Cause } from '../engine/index.js';

/** Where a pod waits. */
export type QueuePart = 'active' | 'backoff' | 'unschedulable' | 'gated';

/** A pod that waits to be tried. JSON; times in milliseconds since 1970. */
export interface QueuedPod {
  readonly key: string;
  readonly uid: string;
  readonly priority: number;
  readonly part: QueuePart;
  /** When it came, or when its last attempt failed: of equal priority the earlier one goes first. */
  readonly since: number;
  /** Its place among those of one time. */
  readonly order: number;
  /** Attempts that failed. */
  readonly attempts: number;
  /** Those of them in which plugins rejected it; absent where an earlier release counted them all as one. */
  readonly rejections?: number;
  /** Errors since the last rejection. */
  readonly errors?: number;
  /** Until when it backs off, at the least. */
  readonly until: number;
  /** The plugins that rejected it; none after an error. */
  readonly plugins: readonly string[];
  /** The event that woke it. */
  readonly woken: string;
  /** What that event was of; absent until there is one. */
  readonly because?: Cause;
}
