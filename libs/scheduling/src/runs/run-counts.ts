import { ownField, setField } from '#json';
import { NO_COUNTS, type Run, type RunCounts } from './run.js';

/** Pods that a run left out, by namespace: not every reader of the run sees all of these. */
export type ForbiddenPods = Readonly<Record<string, number>>;

/** As they are stored; `selected` is not in rows that were written before it was counted. */
export type StoredCounts = Partial<Omit<RunCounts, 'forbidden'>> & { readonly forbidden?: ForbiddenPods };

/** What is not said is nought. */
export function storedCounts({ forbidden: _, ...counts }: RunCounts, forbidden: ForbiddenPods): StoredCounts {
  const said = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  return Object.keys(forbidden).length === 0 ? said : { ...said, forbidden };
}

/**
 * Of the pods of a preemption only the nominated one is tried again: that gives the number of pods where it
 * was not counted.
 */
export function readCounts(stored: StoredCounts, { preemption }: Pick<Run, 'preemption'>): RunCounts {
  const { forbidden = {}, ...said } = stored;
  const { selected, ...outcomes } = { ...NO_COUNTS, selected: undefined, ...said };
  const decisions = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return {
    ...outcomes,
    selected: selected ?? decisions - (preemption === 'evict' ? outcomes.nominated : 0),
    ...forbiddenCount(forbidden),
  };
}

/** All in all; nothing where there are none. */
export function forbiddenCount(pods: ForbiddenPods): Pick<RunCounts, 'forbidden'> {
  const forbidden = Object.values(pods).reduce((sum, count) => sum + count, 0);
  return forbidden === 0 ? {} : { forbidden };
}

/** Those of two parts. */
export function addForbidden(one: ForbiddenPods, other: ForbiddenPods): ForbiddenPods {
  const sum: Record<string, number> = { ...one };
  for (const [namespace, count] of Object.entries(other))
    setField(sum, namespace, (ownField(sum, namespace) ?? 0) + count);
  return sum;
}
