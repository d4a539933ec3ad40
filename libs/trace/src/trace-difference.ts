import type { Status } from '#scheduler';
import type { Trace } from './trace.js';

/** Where two traces of one decision say different things, and what. */
export interface TraceDifference {
  /**
   * `filters`, `scores`: other plugins ran, or with other weights. `verdict`: what a filter says of a node; null is
   * that it passes. `status`: kube-scheduler's own answer for a node, where the filters agree. `raw`, `normalized`: a
   * score, before and after NormalizeScore.
   */
  readonly what: 'filters' | 'scores' | 'verdict' | 'status' | 'raw' | 'normalized';
  /** Null where it is about no single plugin. */
  readonly plugin: string | null;
  /** Row of the node set; null where it is about no single node. */
  readonly row: number | null;
  readonly recorded: unknown;
  readonly replayed: unknown;
}

/**
 * The first difference of what is stored of a decision and of the same decision made again: by plugin in the order in
 * which plugins are asked, filters first, and of one plugin at the lowest row. Both are about the same rows, and
 * `replayed` has all of those that `recorded` has.
 */
export function traceDifference(recorded: Trace, replayed: Trace): TraceDifference | null {
  return (
    differentPlugins('filters', [recorded.filterPlugins, replayed.filterPlugins]) ??
    differentVerdict(recorded, replayed) ??
    differentStatus(recorded, replayed) ??
    differentPlugins('scores', [recorded.scorePlugins.map(inWords), replayed.scorePlugins.map(inWords)]) ??
    differentScore(recorded, replayed)
  );
}

function differentPlugins(
  what: 'filters' | 'scores',
  [recorded, replayed]: readonly [readonly string[], readonly string[]],
): TraceDifference | null {
  return recorded.join() === replayed.join() ? null : { what, plugin: null, row: null, recorded, replayed };
}

function inWords({ name, weight }: Trace['scorePlugins'][number]): string {
  return `${name}*${weight}`;
}

/** The first plugin that says something else anywhere; of that, the first row. */
function differentVerdict(recorded: Trace, replayed: Trace): TraceDifference | null {
  let plugins = recorded.filterPlugins.length;
  let found: TraceDifference | null = null;
  for (const row of recorded.rows) {
    const [before, now] = [recorded.failures(row), replayed.failures(row)];
    if (before.length === now.length && before.every((status, index) => sameStatus(status, now[index]))) continue;
    const index = recorded.filterPlugins
      .slice(0, plugins)
      .findIndex((plugin) => !sameStatus(of(before, plugin), of(now, plugin)));
    const plugin = recorded.filterPlugins[index];
    if (plugin === undefined) continue;
    plugins = index;
    found = { what: 'verdict', plugin, row, recorded: of(before, plugin), replayed: of(now, plugin) };
  }
  return found;
}

function of(failures: readonly Status[], plugin: string): Status | null {
  return failures.find((status) => status.plugin === plugin) ?? null;
}

function differentStatus(recorded: Trace, replayed: Trace): TraceDifference | null {
  for (const row of recorded.rows) {
    const [before, now] = [recorded.status(row), replayed.status(row)];
    if (!sameStatus(before, now))
      return { what: 'status', plugin: (before ?? now)?.plugin ?? null, row, recorded: before, replayed: now };
  }
  return null;
}

function differentScore(recorded: Trace, replayed: Trace): TraceDifference | null {
  for (const [score, { name }] of recorded.scorePlugins.entries()) {
    for (const what of ['raw', 'normalized'] as const) {
      for (const row of recorded.rows) {
        const [before, now] = [recorded[what](score, row), replayed[what](score, row)];
        if (before !== now) return { what, plugin: name, row, recorded: before, replayed: now };
      }
    }
  }
  return null;
}

function sameStatus(a: Status | null | undefined, b: Status | null | undefined): boolean {
  if (!a || !b) return !a && !b;
  return (
    a.plugin === b.plugin &&
    a.code === b.code &&
    a.reasons.length === b.reasons.length &&
    a.reasons.every((reason, index) => reason === b.reasons[index])
  );
}
