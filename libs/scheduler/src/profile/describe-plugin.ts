import { FieldReader, schemaOf, type ReadSchema } from '../fields/index.js';
import { DEFAULT_PLUGINS } from '../default-profile.js';
import type { Plugin } from '../plugin.js';
import { EXTENSION_POINTS, extendsPoint, type ExtensionPoint } from './extension-point.js';

/** A plugin as who writes a profile wants to know it. */
export interface PluginDescription {
  readonly name: string;
  /** Where it takes part, in the order in which they are walked through. */
  readonly extensionPoints: readonly ExtensionPoint[];
  /** Whether a profile that says nothing has it. */
  readonly isDefault: boolean;
  /** Of its scores, in a profile that says nothing of it; null where it does not score. */
  readonly defaultWeight: number | null;
  /** Its args where a profile gives none; null where it takes none, and where it cannot do without some. */
  readonly defaultArgs: unknown;
  /** The JSON schema of its args; null where it takes none. */
  readonly argsSchema: ReadSchema | null;
  /** The digest of its source where it is not of this library, else null. */
  readonly source: string | null;
}

const DEFAULT_WEIGHTS: ReadonlyMap<string, number> = new Map(DEFAULT_PLUGINS);

/** What is known of a plugin without running it. */
export function describePlugin(plugin: Plugin): PluginDescription {
  const { name, source } = plugin;
  return Object.freeze({
    name,
    extensionPoints: EXTENSION_POINTS.filter((point) => extendsPoint(plugin, point)),
    isDefault: DEFAULT_WEIGHTS.has(name),
    // As kube-scheduler v1.34: a score plugin that is enabled without a weight has the weight 1.
    defaultWeight: extendsPoint(plugin, 'score') ? DEFAULT_WEIGHTS.get(name) || 1 : null,
    defaultArgs: defaultArgs(plugin),
    argsSchema: plugin.argsSchema ?? (plugin.readArgs ? schemaOf((reader) => plugin.readArgs?.(reader)) : null),
    source: source ?? null,
  });
}

function defaultArgs(plugin: Plugin): unknown {
  const reader = new FieldReader({});
  const args = plugin.readArgs?.(reader);
  return args === undefined || reader.problems.length > 0 ? null : args;
}
