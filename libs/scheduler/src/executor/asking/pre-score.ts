import { cycleFor, type AttemptScope, guard, NotSupportedYet, PluginFailure } from '../../attempt/index.js';
import type { PreparedScore, Skip } from '../../plugin.js';
import type { BoundPlugin, Profile } from '../../profile/index.js';
import { compareBytes } from '../../snapshot/index.js';

export interface ActiveScore {
  readonly bound: BoundPlugin;
  readonly prepared: PreparedScore;
}

/** The scores that run, in order, and the plugins that skip. A PreScore that rejects fails the attempt, as upstream. */
export function prepareScores(
  { points }: Profile,
  scope: AttemptScope,
  feasible: Uint32Array,
): { readonly active: readonly ActiveScore[]; readonly skipped: readonly string[] } {
  const prepared = new Map<string, PreparedScore | Skip>();
  for (const bound of points.preScore) prepared.set(bound.plugin.name, askPreScore(bound, scope, feasible));
  const active: ActiveScore[] = [];
  for (const bound of points.score) {
    const answer = prepared.get(bound.plugin.name) ?? askScore(bound, scope, feasible);
    if (answer.kind === 'score') active.push({ bound, prepared: answer });
  }
  const skipped = [...prepared].filter(([, answer]) => answer.kind === 'skip').map(([name]) => name);
  return { active, skipped: skipped.sort(compareBytes) };
}

/** One plugin's PreScore. */
export function askPreScore(bound: BoundPlugin, scope: AttemptScope, feasible: Uint32Array): PreparedScore | Skip {
  const { plugin } = bound;
  const answer = guard(plugin.name, () => plugin.preScore?.(cycleFor(bound, scope), feasible));
  switch (answer?.kind) {
    case 'score':
      return answer;
    case 'skip':
      return answer;
    case 'notSupported':
      throw new NotSupportedYet(plugin.name);
    case 'rejected':
      throw new PluginFailure(`running PreScore plugin ${JSON.stringify(plugin.name)}: ${answer.reasons.join(', ')}`);
    case undefined:
      throw new PluginFailure(`plugin ${JSON.stringify(plugin.name)} has no PreScore`);
  }
}

/** A plugin without PreScore, or whose PreScore the profile disables. One that needs it fails, as upstream's do. */
export function askScore(bound: BoundPlugin, scope: AttemptScope, feasible: Uint32Array): PreparedScore {
  const { plugin } = bound;
  const answer = guard(plugin.name, () => plugin.score?.(cycleFor(bound, scope), feasible));
  if (answer?.kind === 'score') return answer;
  const why =
    answer === undefined ? `reading "PreScore${plugin.name}" from cycleState: not found` : answer.reasons.join(', ');
  throw new PluginFailure(`running Score plugins: plugin ${JSON.stringify(plugin.name)} failed with: ${why}`);
}
