import { compareTimers, timerId, type Timer } from '../clock/index.js';
import { applyDifference, type MapDifference } from '../state/index.js';
import type { Cause } from './change.js';
import type { KeptState } from './kept-state.js';

/** What has changed of one of several maps. */
type Part<Value> = readonly [index: number, difference: MapDifference<Value>];

/**
 * What a cluster keeps beside its objects, as far as it has changed: JSON. It is as large as what happened, and does
 * not grow with the cluster.
 */
export interface KeptDifference extends Pick<KeptState, 'draws' | 'lastChangeAt' | 'stopped' | 'looks'> {
  readonly timers: MapDifference<Timer>;
  readonly queued: readonly Part<Cause>[];
  readonly memories: readonly Part<unknown>[];
}

/** What is kept after differences to it, in their order. */
export function keptAfter(kept: KeptState, differences: readonly KeptDifference[]): KeptState {
  const last = differences.at(-1);
  if (last === undefined) return kept;
  const timers = new Map(kept.timers.map((timer) => [timerId(timer), timer]));
  const queued = kept.queued.map((queue) => new Map(queue));
  const memories = kept.memories.map((memory) => new Map(memory));
  for (const difference of differences) {
    applyDifference(timers, difference.timers);
    for (const [index, part] of difference.queued) applyDifference(queued[index] ?? new Map<string, Cause>(), part);
    for (const [index, part] of difference.memories)
      applyDifference(memories[index] ?? new Map<string, unknown>(), part);
  }
  const { draws, lastChangeAt, stopped, looks } = last;
  const { looks: _, ...rest } = kept;
  return {
    ...rest,
    ...{ draws, stopped },
    ...(lastChangeAt !== undefined && { lastChangeAt }),
    ...(looks !== undefined && { looks }),
    timers: [...timers.values()].sort(compareTimers),
    queued: queued.map((queue) => [...queue]),
    memories: memories.map((memory) => [...memory]),
  };
}

/** Those that are none are left out. */
export function partsOf<Value>(differences: readonly MapDifference<Value>[]): readonly Part<Value>[] {
  return differences.flatMap((difference, index) =>
    difference.gone.length + difference.put.length === 0 ? [] : [[index, difference] as const],
  );
}
