import type { Extender } from '../extenders/index.js';
import type { Plugin } from '../plugin.js';
import type { AppliedPolicy } from './applied-policy.js';
import { EXTENSION_POINTS, type ExtensionPoint } from './extension-point.js';

/** A plugin as one profile uses it. */
export interface BoundPlugin {
  readonly plugin: Plugin;
  readonly args: unknown;
  /** Meaningful at `score`. */
  readonly weight: number;
}

/**
 * What a profile comes to, as plain JSON in one canonical order: every plugin of every point, weights of scores, all
 * args with their defaults. Two profiles that decide alike have equal ones; a digest of it identifies the profile.
 */
export interface ProfileConfiguration {
  readonly schedulerName: string;
  readonly plugins: Readonly<Record<Exclude<ExtensionPoint, 'score'>, readonly string[]>> & {
    readonly score: readonly { readonly name: string; readonly weight: number }[];
  };
  /** Sorted by name; plugins without args are not listed. */
  readonly pluginConfig: readonly { readonly name: string; readonly args: unknown }[];
  /** Digests of the sources of plugins that are not of this library, sorted by name; absent where there are none. */
  readonly sources?: readonly PluginSource[];
  /** Of a profile that was read from a Policy: its plugins are those of that release of kube-scheduler. */
  readonly policy?: { readonly release: 'v1.20'; readonly alwaysCheckAllPredicates: boolean };
  /** In the order in which they are asked; absent where there are none. */
  readonly extenders?: readonly Extender[];
}

/** Which source of a plugin decides. */
export interface PluginSource {
  readonly name: string;
  readonly digest: string;
}

/** A profile that can decide. */
export interface Profile {
  readonly schedulerName: string;
  readonly configuration: ProfileConfiguration;
  readonly points: Readonly<Record<ExtensionPoint, readonly BoundPlugin[]>>;
  /** Plugins whose `beginAttempt` is called. */
  readonly attemptStarts: readonly Plugin[];
  /** Set where it was read from a Policy: then it decides as kube-scheduler v1.20. */
  readonly policy?: AppliedPolicy;
  /** In the order in which they are asked. */
  readonly extenders: readonly Extender[];
}

/** What a profile of this name with these plugins comes to. */
export function configurationOf({
  schedulerName,
  points,
  policy,
  extenders,
}: Pick<Profile, 'schedulerName' | 'points' | 'policy' | 'extenders'>): ProfileConfiguration {
  const named = EXTENSION_POINTS.filter((point) => point !== 'score').map((point) => [
    point,
    points[point].map(({ plugin }) => plugin.name),
  ]);
  const used = new Map(
    Object.values(points)
      .flat()
      .map((bound) => [bound.plugin.name, bound.args]),
  );
  const sources = pluginsOf(points)
    .flatMap(({ name, source }) => (source === undefined ? [] : [{ name, digest: source }]))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    schedulerName,
    plugins: {
      ...(Object.fromEntries(named) as Record<Exclude<ExtensionPoint, 'score'>, readonly string[]>),
      score: points.score.map(({ plugin, weight }) => ({ name: plugin.name, weight })),
    },
    pluginConfig: [...used]
      .filter(([, args]) => args !== undefined)
      .map(([name, args]) => ({ name, args }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    ...(sources.length > 0 && { sources }),
    ...(extenders.length > 0 && { extenders }),
    ...(policy && { policy: { release: 'v1.20', alwaysCheckAllPredicates: policy.alwaysCheckAllPredicates } }),
  };
}

/** The plugins that run at any of these points, each once. */
export function pluginsOf(points: Profile['points']): readonly Plugin[] {
  return [...new Set(Object.values(points).flatMap((bound) => bound.map(({ plugin }) => plugin)))];
}
