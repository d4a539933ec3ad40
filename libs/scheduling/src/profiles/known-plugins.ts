import {
  compareBytes,
  describePlugin,
  IN_TREE_PLUGINS,
  type Plugin,
  type PluginDescription,
  type PluginSource,
  type ProfileConfiguration,
} from '#scheduler';

let known: readonly Plugin[] = IN_TREE_PLUGINS;

/** Every plugin that a profile may name in this thread. */
export function knownPlugins(): readonly Plugin[] {
  return known;
}

/**
 * Adds plugins of the operator's own to those of the engine: once, when the thread begins, before any profile is read.
 * They belong to the code that decides, as the engine does.
 */
export function addPlugins(own: readonly Plugin[]): void {
  known = Object.freeze([...IN_TREE_PLUGINS, ...own]);
}

/** The same in the form that the author of a profile needs, by name. */
export function listPlugins(): readonly PluginDescription[] {
  return known.map(describePlugin).sort((a, b) => compareBytes(a.name, b.name));
}

/** A plugin that decided with another source than the one it has here; null: it is not here. */
export interface OtherSource extends PluginSource {
  readonly present: string | null;
}

/** Of the operator's plugins that a configuration names, those that are not here as they were then. */
export function otherSources(configuration: unknown): readonly OtherSource[] {
  const { sources = [] } = (configuration ?? {}) as Partial<ProfileConfiguration>;
  return sources
    .map(({ name, digest }) => ({
      name,
      digest,
      present: known.find((plugin) => plugin.name === name)?.source ?? null,
    }))
    .filter(({ digest, present }) => digest !== present);
}
