import type { DecidingPlugin, PlacementDifference } from '../comparison.js';

/** What decided that placements differ. */
export interface Deciders {
  /** Those that decided most often first. */
  readonly plugins: readonly DecidingPlugin[];
  /** Placements on two nodes that both sides count alike. */
  readonly ties: number;
}

/** Counts, placement by placement, the plugin that turned the other node down or has the largest share. */
export function decidingPlugins(differences: Iterable<PlacementDifference>): Deciders {
  const counts = new Map<string, { rejected: number; outscored: number }>();
  const count = (plugin: string, how: 'rejected' | 'outscored'): void => {
    const known = counts.get(plugin) ?? { rejected: 0, outscored: 0 };
    known[how] += 1;
    counts.set(plugin, known);
  };
  let ties = 0;
  for (const { a, b, plugins } of differences) {
    const rejecting = new Set([a, b].flatMap(({ otherNode }) => otherNode?.plugin ?? []));
    const [most] = plugins;
    for (const plugin of rejecting) count(plugin, 'rejected');
    if (most !== undefined && most.share !== 0) count(most.plugin, 'outscored');
    else if (rejecting.size === 0 && a.node !== null && b.node !== null) ties += 1;
  }
  const times = ({ rejected, outscored }: DecidingPlugin): number => rejected + outscored;
  return {
    ties,
    plugins: [...counts]
      .map(([plugin, found]) => ({ plugin, ...found }))
      .sort((one, two) => times(two) - times(one) || (one.plugin < two.plugin ? -1 : 1)),
  };
}
