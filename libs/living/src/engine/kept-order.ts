import type { KeptState } from './kept-state.js';

/** The controllers of the first release, which did not keep their names. */
const FIRST: readonly string[] = [
  'default-scheduler',
  'kubelet',
  'node-controller',
  'replicaset-controller',
  'replication-controller',
  'deployment-controller',
  'generic-garbage-collector',
  'namespace-controller',
  'event-expiry',
];

/** What was kept, for the controllers that there are now: they may be others, in another order. */
export function inOrder(kept: KeptState, names: readonly string[]): KeptState {
  const before = kept.controllers ?? FIRST;
  if (before.length === names.length && before.every((name, index) => name === names[index])) return kept;
  const of = <Value>(list: readonly (readonly Value[])[], name: string): readonly Value[] =>
    list[before.indexOf(name)] ?? [];
  return {
    ...kept,
    timers: kept.timers.flatMap((timer) => {
      const owner = names.indexOf(before[timer.owner] ?? '');
      return owner < 0 ? [] : [{ ...timer, owner }];
    }),
    queued: names.map((name) => of(kept.queued, name)),
    // The recorder of Events is behind the controllers.
    memories: [...names.map((name) => of(kept.memories, name)), kept.memories[before.length] ?? []],
  };
}

/** The controllers that were not there when it was kept. */
export function newcomers(kept: KeptState, names: readonly string[]): readonly string[] {
  const before = kept.controllers ?? FIRST;
  return names.filter((name) => !before.includes(name));
}
