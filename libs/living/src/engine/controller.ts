import type { DeleteOptions } from '#api-server';
import type { KubernetesObject } from '#kubernetes';
import type { NewEvent } from '../events/index.js';
import type { Dice } from '../seed/index.js';
import type { ReadableState } from '../state/index.js';
import type { Written } from '../writes/index.js';
import type { Cause, Change } from './change.js';

/**
 * A controller: one folder that says what it reads and what it does. It holds nothing that does not follow from the
 * state, except what it keeps in its memory.
 */
export interface Controller {
  /** The keys that are to be looked at because of a change. Called for every change, its own too. */
  noticed(change: Change): Iterable<string>;
  /** Looks at one key. */
  sync(key: string): void;
}

/** What a controller does its work with. Everything that it writes is a change of the cluster. */
export interface ControllerContext {
  /** The component that its Events name. */
  readonly name: string;
  readonly state: ReadableState;
  readonly dice: Dice;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The same as metav1.Time. */
  readonly time: string;
  /** Why the controller looks now. */
  readonly cause: Cause;
  /** JSON that the controller keeps beside the state, by key. */
  readonly memory: Map<string, unknown>;
  /** Whether the cluster lived before, with this or an earlier release: the memory is what was kept. */
  readonly isContinued: boolean;
  create(object: KubernetesObject): Written;
  /** Writes an object; its generation counts where its kind says so. */
  update<Kind extends KubernetesObject>(object: Kind): Kind;
  /** Writes the status of an object, and annotations with it. */
  updateStatus<Kind extends KubernetesObject>(object: Kind): Kind;
  /** A deletion as a client asks for it. */
  delete(object: KubernetesObject, options?: DeleteOptions): void;
  record(event: NewEvent): void;
  /** What is written from here on, until the look ends, follows from this. */
  because(cause: Cause): void;
  /** The key is looked at again, now. */
  enqueue(key: string): void;
  /** The key is looked at at this time, in place of another. */
  wakeAt(key: string, at: number): void;
  /** The same, unless it is looked at earlier. */
  wakeBy(key: string, at: number): void;
  /** The key is looked at after a failure: 5 ms, doubled each time up to 1000 s, or less. */
  retry(key: string, longestMs?: number): void;
  /** The key did not fail. */
  succeeded(key: string): void;
}

/** A controller of the cluster, in the order in which controllers look at what happened. */
export interface ControllerEntry {
  readonly name: string;
  readonly make: (context: ControllerContext) => Controller;
  /** One key stands for many objects: its looks at one moment are not counted. */
  readonly unbounded?: boolean;
}
