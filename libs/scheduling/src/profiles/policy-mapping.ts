import type { Profile, TranslatedName } from '#scheduler';

/** A name of a Policy, and a plugin that it became. A name that became several has an entry for each. */
export interface MappedName {
  readonly from: string;
  /** Null for a name that is passed over, such as EqualPriority. */
  readonly to: MappedPlugin | null;
}

/** A plugin as the profile has it. */
export interface MappedPlugin {
  readonly plugin: string;
  /** Where it takes some. */
  readonly args?: unknown;
  /** Of its scores; absent where the name is a predicate's. */
  readonly weight?: number;
}

/** What the names of the Policy became that a profile was read from, in its order; null where it was none. */
export function policyMapping({ policy, configuration }: Profile): readonly MappedName[] | null {
  if (policy === undefined) return null;
  const args = new Map(configuration.pluginConfig.map((one) => [one.name, one.args]));
  const weights = new Map(configuration.plugins.score.map(({ name, weight }) => [name, weight]));
  const argsOf = (plugin: string): object => (args.has(plugin) ? { args: args.get(plugin) } : {});
  const filter = (plugin: string): MappedPlugin => ({ plugin, ...argsOf(plugin) });
  const score = (plugin: string): MappedPlugin => ({ ...filter(plugin), weight: weights.get(plugin) ?? 1 });
  const { predicates, priorities } = policy.translation;
  return [...mapped(predicates, filter), ...mapped(priorities, score)];
}

function mapped(names: readonly TranslatedName[] | null, to: (plugin: string) => MappedPlugin): readonly MappedName[] {
  return (names ?? []).flatMap(({ name: from, plugins }): MappedName[] =>
    plugins.length === 0 ? [{ from, to: null }] : plugins.map((plugin) => ({ from, to: to(plugin) })),
  );
}
