import type { Attempt, Cluster, OraclePlugin } from './model.js';
import type { PodObject } from './objects.js';
import { pluginsByName } from './plugins.js';
import type { EffectiveProfile } from './profile.js';

/** One pod's attempt on a cluster, with the plugins of a profile. */
export interface Cycle {
  readonly pod: PodObject;
  readonly cluster: Cluster;
  readonly profile: EffectiveProfile;
}

/** The plugins of an extension point that are written here, in the profile's order. */
export function pluginsAt({ profile }: Cycle, point: string): readonly OraclePlugin[] {
  return (profile.points[point] ?? []).map((name) => pluginsByName.get(name) ?? { name });
}

/** What a plugin of the cycle is asked with. */
export function attemptOf({ pod, cluster, profile }: Cycle, plugin: OraclePlugin): Attempt {
  return { pod, cluster, args: profile.argsOf(plugin.name) };
}
