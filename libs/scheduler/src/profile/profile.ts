import type { Plugin } from '../plugin.js';
import type { AppliedPolicy } from '../policy/applied-policy.js';
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
  /** Of a profile that was read from a Policy: its plugins are those of that release of kube-scheduler. */
  readonly policy?: { readonly release: 'v1.20'; readonly alwaysCheckAllPredicates: boolean };
}

/** A profile that can decide. */
export interface Profile {
  readonly schedulerName: string;
  readonly configuration: ProfileConfiguration;
  readonly points: Readonly<Record<ExtensionPoint, readonly BoundPlugin[]>>;
  /** Set where it was read from a Policy: then it decides as kube-scheduler v1.20. */
  readonly policy?: AppliedPolicy;
}

/** What a profile of this name with these plugins comes to. */
export function configurationOf({
  schedulerName,
  points,
  policy,
}: Pick<Profile, 'schedulerName' | 'points' | 'policy'>): ProfileConfiguration {
  const named = EXTENSION_POINTS.filter((point) => point !== 'score').map((point) => [
    point,
    points[point].map(({ plugin }) => plugin.name),
  ]);
  const used = new Map(
    Object.values(points)
      .flat()
      .map((bound) => [bound.plugin.name, bound.args]),
  );
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
    ...(policy && { policy: { release: 'v1.20', alwaysCheckAllPredicates: policy.alwaysCheckAllPredicates } }),
  };
}
