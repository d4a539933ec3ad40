import type { Pod } from '#kubernetes';
import type { ReadableState } from '../../state/index.js';
import type { ClusterEvent } from '../cluster-event.js';

/** Whether an event may let a pod pass that the plugin rejected. */
export type Hint = (event: ClusterEvent, pod: Pod, state: ReadableState) => boolean;

/** Events that may help a pod which a plugin rejected, by `Resource Action`. */
export type Hints = ReadonlyMap<string, Hint>;

export const always: Hint = () => true;

export function hints(entries: Readonly<Record<string, Hint>>): Hints {
  return new Map(Object.entries(entries));
}
