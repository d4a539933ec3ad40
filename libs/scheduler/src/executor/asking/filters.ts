import { cycleFor, type AttemptScope, guard } from '../../attempt/index.js';
import { sameEverywhere, type PreparedFilter } from '../../plugin.js';
import type { BoundPlugin } from '../../profile/index.js';
import type { PreFilterAnswer } from './pre-filter.js';

/** A filter that runs for the pod. */
export interface ActiveFilter {
  readonly bound: BoundPlugin;
  readonly prepared: PreparedFilter;
}

/** The filters that run, in order: not those whose PreFilter skipped or rejected. */
export function activeFilters(
  plugins: readonly BoundPlugin[],
  answers: ReadonlyMap<string, PreFilterAnswer>,
  scope: AttemptScope,
): readonly ActiveFilter[] {
  const active: ActiveFilter[] = [];
  for (const bound of plugins) {
    const answer = answers.get(bound.plugin.name);
    if (answer === undefined) active.push({ bound, prepared: withoutPreFilter(bound, scope) });
    else if (answer.kind === 'filter') active.push({ bound, prepared: answer });
  }
  return active;
}

/** The profile runs this plugin's Filter alone. One that needs its PreFilter fails on every node, as upstream's do. */
export function withoutPreFilter(bound: BoundPlugin, scope: AttemptScope): PreparedFilter {
  const { plugin } = bound;
  const cycle = cycleFor(bound, scope);
  const filter = guard(plugin.name, () => plugin.filter?.(cycle));
  if (filter === undefined) {
    return sameEverywhere(
      scope.snapshot,
      cycle.status('Error', `reading "PreFilter${plugin.name}" from cycleState: not found`),
    );
  }
  return typeof filter === 'function' ? { kind: 'filter', filter } : filter;
}
