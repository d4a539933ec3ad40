import type { Plugin } from '../plugin.js';
import type { ExtensionPoint } from './extension-point.js';

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
  /** Plugins that are told when an attempt begins. */
  readonly told: readonly Plugin[];
}
