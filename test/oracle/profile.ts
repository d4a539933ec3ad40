import { DEFAULT_ARGS, DEFAULT_PLUGINS, IMPLEMENTED } from './default-plugins.js';
import type { PluginArgs, StrategyResource } from './model.js';
import type { PluginName, PluginSet, ProfileEntry } from './scenario.js';

/** The plugins of each extension point, in order; the weight of each score plugin; the arguments of each plugin. */
export interface EffectiveProfile {
  readonly points: Readonly<Record<string, readonly string[]>>;
  readonly weights: ReadonlyMap<string, number>;
  argsOf(plugin: string): PluginArgs;
}

/** Merges a profile with the defaults as kube-scheduler reads a configuration file. */
export function effectiveProfile(entry: ProfileEntry = {}): EffectiveProfile {
  const plugins = entry.plugins ?? {};
  const multiPoint = mergeWithDefaults(plugins['multiPoint'] ?? {});
  const points = Object.fromEntries(
    Object.keys(IMPLEMENTED).map((point) => [point, pluginsAt(point, plugins[point] ?? {}, multiPoint)]),
  );
  return {
    points,
    weights: scoreWeights([...(plugins['score']?.enabled ?? []), ...multiPoint]),
    argsOf: (plugin) => argsWithDefaults(entry.pluginConfig?.find(({ name }) => name === plugin)?.args ?? {}),
  };
}

/**
 * A default that is enabled again stays in its place with the new weight; what else is
 * enabled comes after the defaults.
 */
function mergeWithDefaults({ enabled = [], disabled = [] }: PluginSet): readonly PluginName[] {
  const isDisabled = ({ name }: PluginName): boolean =>
    disabled.some((other) => other.name === name || other.name === '*');
  const kept = DEFAULT_PLUGINS.filter((plugin) => !isDisabled(plugin));
  const replaced = kept.map((plugin) => enabled.findLast(({ name }) => name === plugin.name) ?? plugin);
  return [...replaced, ...enabled.filter((plugin) => !replaced.includes(plugin))];
}

/**
 * First those that are enabled at the point itself and through multiPoint, in the point's order; then the others of
 * multiPoint; then the others of the point. A plugin that the point disables does not come through multiPoint.
 */
function pluginsAt(
  point: string,
  { enabled = [], disabled = [] }: PluginSet,
  multiPoint: readonly PluginName[],
): readonly string[] {
  const own = enabled.map(({ name }) => name);
  if (disabled.some(({ name }) => name === '*')) return own;
  const expanded = multiPoint
    .map(({ name }) => name)
    .filter((name) => IMPLEMENTED[point]?.includes(name))
    .filter((name) => !disabled.some((other) => other.name === name));
  return [
    ...own.filter((name) => expanded.includes(name)),
    ...expanded.filter((name) => !own.includes(name)),
    ...own.filter((name) => !expanded.includes(name)),
  ];
}

/** The first mention of a plugin says its weight; without one it is 1. */
function scoreWeights(mentions: readonly PluginName[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const { name, weight } of mentions) {
    if (!weights.has(name)) weights.set(name, weight || 1);
  }
  return weights;
}

function argsWithDefaults(args: PluginArgs): PluginArgs {
  const { scoringStrategy } = args;
  return {
    ...DEFAULT_ARGS,
    ...args,
    resources: resourcesWithDefaults(args.resources),
    scoringStrategy: {
      ...(scoringStrategy ?? DEFAULT_ARGS.scoringStrategy),
      resources: resourcesWithDefaults(scoringStrategy?.resources),
    },
  };
}

function resourcesWithDefaults(resources: readonly StrategyResource[] = []): readonly StrategyResource[] {
  if (resources.length === 0) return DEFAULT_ARGS.resources;
  return resources.map(({ name, weight }) => ({ name, weight: weight || 1 }));
}
