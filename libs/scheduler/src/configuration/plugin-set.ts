import type { FieldPath, FieldProblem } from '#apimachinery';
import type { FieldReader } from '../fields/index.js';
import { EXTENSION_POINTS, type ExtensionPoint } from '../profile/index.js';

/** One entry of an `enabled` list; weight 0 is "not given". `path` is where it stands, for messages. */
export interface PluginEntry {
  readonly name: string;
  readonly weight: number;
  readonly path: FieldPath;
}

/** `plugins.<point>` of a profile. */
export interface PluginSet {
  readonly enabled: readonly PluginEntry[];
  readonly disabled: readonly PluginEntry[];
}

export type PluginSets = Readonly<Record<ExtensionPoint | 'multiPoint', PluginSet>>;

const EMPTY: PluginSet = { enabled: [], disabled: [] };

/** Reads `plugins` of a profile; points that are not there are empty sets. */
export function readPluginSets(reader: FieldReader): PluginSets {
  const read = (point: ExtensionPoint | 'multiPoint'): PluginSet =>
    reader.object(point, (set) => readPluginSet(set, point === 'score' || point === 'multiPoint')) ?? EMPTY;
  const sets = Object.fromEntries(EXTENSION_POINTS.map((point) => [point, read(point)])) as Record<
    ExtensionPoint,
    PluginSet
  >;
  return { ...sets, multiPoint: read('multiPoint') };
}

/** The sets of a profile that says nothing. */
export const NO_PLUGIN_SETS: PluginSets = Object.freeze(
  Object.fromEntries([...EXTENSION_POINTS, 'multiPoint'].map((point) => [point, EMPTY])) as Record<
    ExtensionPoint | 'multiPoint',
    PluginSet
  >,
);

function readPluginSet(reader: FieldReader, weighs: boolean): PluginSet {
  return {
    enabled: reader.list('enabled', (entry) => readEntry(entry, weighs)),
    disabled: reader.list('disabled', (entry) => readEntry(entry, false)),
  };
}

function readEntry(reader: FieldReader, weighs: boolean): PluginEntry {
  const weight = reader.integer('weight');
  if (weight !== undefined && !weighs) reader.ignore(reader.at('weight'), 'only scores have weights');
  return { name: reader.requiredString('name'), weight: weight ?? 0, path: reader.path };
}

/** Something wrong with an entry, in the words of kube-scheduler: `plugin "X" does not exist`. */
export function pluginProblem({ name, path }: PluginEntry, why: string): FieldProblem {
  return {
    field: path.child('name').toString(),
    reason: 'FieldValueInvalid',
    message: `plugin ${JSON.stringify(name)} ${why}`,
  };
}

/**
 * Merges a custom set into a default one. As kube-scheduler v1.34 mergePluginSet: a default that is enabled anew keeps
 * its place and takes the new entry; what replaced nothing follows behind; `*` disables all defaults.
 */
export function mergePluginSet(defaults: PluginSet, custom: PluginSet): PluginSet {
  const disabled = [...custom.disabled, ...defaults.disabled];
  const off = new Set(disabled.map(({ name }) => name));
  const last = new Map(custom.enabled.map((entry) => [entry.name, entry]));
  const kept = off.has('*')
    ? []
    : defaults.enabled.filter(({ name }) => !off.has(name)).map((entry) => last.get(entry.name) ?? entry);
  const replacing = new Set(kept);
  return { enabled: [...kept, ...custom.enabled.filter((entry) => !replacing.has(entry))], disabled };
}
