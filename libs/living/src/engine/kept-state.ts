import type { Timer } from '../clock/index.js';
import type { Cause } from './change.js';
import type { StoppedLoop } from './loop-guard.js';

/** What a living cluster is beside its objects: JSON. With both, it goes on as if it had never stopped. */
export interface KeptState {
  readonly draws: number;
  /** The controllers in their order then; the first release did not keep it. */
  readonly controllers?: readonly string[];
  readonly timers: readonly Timer[];
  /** Objects have changed that the controllers have not seen: all that is there is shown to them. */
  readonly unseen?: boolean;
  /** What is still to be looked at: of every controller, its keys and why. */
  readonly queued: readonly (readonly (readonly [key: string, cause: Cause])[])[];
  /** When an object was changed last, Events and the like aside: what settling goes by. */
  readonly lastChangeAt?: number;
  /** The controllers that were stopped. */
  readonly stopped: readonly StoppedLoop[];
  /** How often keys were written at since time passed last. */
  readonly looks?: readonly (readonly [id: string, looks: number])[];
  /** What controllers, and at last the recorder of Events, keep. */
  readonly memories: readonly (readonly (readonly [key: string, value: unknown])[])[];
}
