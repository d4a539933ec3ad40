import { cycleFor, type AttemptScope } from '../../plugin-cycle.js';
import { guard } from '../../plugin-failure.js';
import type { NodeFilter } from '../../plugin.js';
import type { BoundPlugin } from '../../profile/index.js';
import type { PreFilterAnswer } from './pre-filter.js';

export interface ActiveFilter {
  readonly plugin: string;
  readonly filter: NodeFilter;
}

/** The filters that run, in order: not those whose PreFilter skipped or rejected. */
export function activeFilters(
  plugins: readonly BoundPlugin[], answers: ReadonlyMap<string, PreFilterAnswer>, scope: AttemptScope,
): readonly ActiveFilter[] {
  const active: ActiveFilter[] = [];
  for (const bound of plugins) {
    const name = bound.plugin.name;
    const answer = answers.get(name);
    if (answer === undefined) active.push({ plugin: name, filter: withoutPreFilter(bound, scope) });
    else if (answer.kind === 'filter') active.push({ plugin: name, filter: answer.filter });
  }
  return active;
}

/** The profile runs this plugin's Filter alone. One that needs its PreFilter fails on every node, as upstream's do. */
function withoutPreFilter(bound: BoundPlugin, scope: AttemptScope): NodeFilter {
  const { plugin } = bound;
  const cycle = cycleFor(bound, scope);
  const filter = guard(plugin.name, () => plugin.filter?.(cycle));
  if (filter !== undefined) return filter;
  const failed = cycle.status('Error', `reading "PreFilter${plugin.name}" from cycleState: not found`);
  return () => failed;
}
