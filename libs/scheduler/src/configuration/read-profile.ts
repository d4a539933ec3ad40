import { FieldPath, invalid, required, type FieldProblem } from '#apimachinery';
import { DEFAULT_PLUGINS, DEFAULT_SCHEDULER_NAME } from '../default-profile.js';
import { IN_TREE_PLUGINS } from '../in-tree-plugins.js';
import type { Plugin } from '../plugin.js';
import { ignoredResources, readExtenders, type Extender } from '../extenders/index.js';
import { expandPoint } from './expand-point.js';
import {
  EXTENSION_POINTS,
  type ExtensionPoint,
  configurationOf,
  pluginsOf,
  type BoundPlugin,
  type Profile,
} from '../profile/index.js';
import { FieldReader, type IgnoredField } from '../fields/index.js';
import { readPluginArgs } from './plugin-args.js';
import {
  mergePluginSet,
  NO_PLUGIN_SETS,
  pluginProblem,
  readPluginSets,
  type PluginEntry,
  type PluginSets,
} from './plugin-set.js';
import { isPolicy, readPolicyFields } from '../policy/index.js';
import { isRemoved, removedProblem } from './removed-plugins.js';

/** One thing that is wrong with a profile, and where: `pluginConfig[0].args.hardPodAffinityWeight`. */
export interface ProfileProblem {
  readonly path: string;
  readonly reason: FieldProblem['reason'];
  readonly message: string;
}

/** A profile and what of it changes nothing, or everything that is wrong with it. */
export type ReadProfileResult =
  | { readonly profile: Profile; readonly ignored: readonly IgnoredField[] }
  | { readonly problems: readonly ProfileProblem[] };

/**
 * Reads one entry of `profiles:` of a KubeSchedulerConfiguration (kubescheduler.config.k8s.io/v1) and merges it with
 * the defaults as kube-scheduler v1.34 does; `extenders`, which a configuration has for all of its profiles, a profile
 * that stands alone has for itself. Unknown fields and unknown plugins are refused by name; all problems come at once,
 * with paths that start at `at`. A legacy Policy is a profile too: it says that it is one.
 */
export function readProfile(
  value: unknown,
  plugins: readonly Plugin[] = IN_TREE_PLUGINS,
  at = FieldPath.root,
): ReadProfileResult {
  const reader = new FieldReader(value, at);
  const profile = isPolicy(value)
    ? readPolicyFields(reader, DEFAULT_SCHEDULER_NAME)
    : readProfileFields(reader, { plugins, extenders: readExtenders(reader), defaultName: DEFAULT_SCHEDULER_NAME });
  reader.done();
  return reader.problems.length > 0 ? { problems: problemsOf(reader) } : { profile, ignored: reader.ignored };
}

/** What a reader found wrong. */
export function problemsOf({ problems }: FieldReader): ProfileProblem[] {
  return problems.map(({ field, ...rest }) => ({ path: field, ...rest }));
}

interface ProfileRules {
  readonly plugins: readonly Plugin[];
  readonly extenders: readonly Extender[];
  /** Where it is undefined, the profile has to say its name. */
  readonly defaultName: string | undefined;
}

/** Reads a profile's fields; it is good if the reader has no problems and none are unknown. */
export function readProfileFields(reader: FieldReader, { plugins, extenders, defaultName }: ProfileRules): Profile {
  const registry = new Map(plugins.map((plugin) => [plugin.name, plugin]));
  const schedulerName = readName(reader, defaultName);
  readPercentage(reader);
  const custom = reader.object('plugins', readPluginSets) ?? NO_PLUGIN_SETS;
  const sets = mergeWithDefaults(custom);
  checkNames(reader, { custom, registry });
  const args = readPluginArgs(reader, { registry, needed: neededPlugins(sets), ignored: ignoredResources(extenders) });
  const points = bindPoints(sets, { registry, args, problems: reader.problems });
  checkCounts(reader, { points, schedulerName });
  const attemptStarts = pluginsOf(points).filter(({ beginAttempt }) => beginAttempt !== undefined);
  const configuration = configurationOf({ schedulerName, points, extenders });
  return Object.freeze({ schedulerName, configuration, points, attemptStarts, extenders });
}

/** The profile without which nothing was asked for. */
export function defaultProfile(): Profile {
  const result = readProfile({});
  if ('problems' in result) throw new Error(`the default profile is broken: ${JSON.stringify(result.problems)}`);
  return result.profile;
}

function readName(reader: FieldReader, defaultName: string | undefined): string {
  const name = reader.string('schedulerName');
  if (name === '' || (defaultName === undefined && !reader.has('schedulerName')))
    reader.report(required(reader.at('schedulerName')));
  return name ?? defaultName ?? '';
}

/** Reads `percentageOfNodesToScore` of a profile or of a whole configuration: every node is always evaluated. */
export function readPercentage(reader: FieldReader): void {
  const percentage = reader.integer('percentageOfNodesToScore');
  if (percentage === undefined) return;
  const path = reader.at('percentageOfNodesToScore');
  if (percentage < 0 || percentage > 100) reader.report(invalid(path, percentage, 'not in valid range [0-100]'));
  else reader.ignore(path, 'every node is always evaluated');
}

function mergeWithDefaults(custom: PluginSets): PluginSets {
  const path = FieldPath.root.child('defaults').child('multiPoint').child('enabled');
  const enabled = DEFAULT_PLUGINS.map(([name, weight], index) => ({ name, weight, path: path.index(index) }));
  return { ...custom, multiPoint: mergePluginSet({ enabled, disabled: [] }, custom.multiPoint) };
}

function neededPlugins(sets: PluginSets): ReadonlySet<string> {
  return new Set(Object.values(sets).flatMap(({ enabled }) => enabled.map(({ name }) => name)));
}

interface NamedPlugins {
  readonly custom: PluginSets;
  readonly registry: ReadonlyMap<string, Plugin>;
}

/** What is enabled must exist; what is disabled need not, as in kube-scheduler v1.34. */
function checkNames(reader: FieldReader, { custom, registry }: NamedPlugins): void {
  const unknown = ({ name }: PluginEntry): boolean => name !== '' && !registry.has(name);
  for (const { enabled, disabled } of Object.values(custom)) {
    for (const entry of enabled.filter(unknown)) {
      reader.report(
        isRemoved(entry.name) ? removedProblem(entry.path, entry.name) : pluginProblem(entry, 'does not exist'),
      );
    }
    for (const { name, path } of disabled.filter(unknown)) {
      if (name !== '*') reader.ignore(path, `there is no plugin ${JSON.stringify(name)}`);
    }
  }
}

interface Binding {
  readonly registry: ReadonlyMap<string, Plugin>;
  readonly args: ReadonlyMap<string, unknown>;
  readonly problems: FieldProblem[];
}

function bindPoints(sets: PluginSets, { registry, args, problems }: Binding): Profile['points'] {
  const weights = scoreWeights(sets);
  const bind = (name: string): BoundPlugin[] => {
    const plugin = registry.get(name);
    return plugin === undefined
      ? []
      : [Object.freeze({ plugin, args: args.get(name), weight: weights.get(name) ?? 1 })];
  };
  const bound = EXTENSION_POINTS.map((point) => [
    point,
    expandPoint(point, { sets, registry, problems }).flatMap(bind),
  ]);
  return Object.freeze(Object.fromEntries(bound) as Record<ExtensionPoint, readonly BoundPlugin[]>);
}

/** As kube-scheduler v1.34 getScoreWeights: the score point's own weight before that of `multiPoint`; none is 1. */
function scoreWeights(sets: PluginSets): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const { name, weight } of [...sets.score.enabled, ...sets.multiPoint.enabled]) {
    if (!weights.has(name)) weights.set(name, weight === 0 ? 1 : weight);
  }
  return weights;
}

function checkCounts(
  reader: FieldReader,
  { points, schedulerName }: { points: Profile['points']; schedulerName: string },
): void {
  const profile = `profile with scheduler name ${JSON.stringify(schedulerName)}`;
  const sorts = points.queueSort.length;
  const report = (point: ExtensionPoint, message: string): void => {
    reader.report({ field: reader.at('plugins').child(point).toString(), reason: 'FieldValueInvalid', message });
  };
  if (sorts !== 1) report('queueSort', `only one queue sort plugin required for ${profile}, but got ${sorts}`);
  if (points.bind.length === 0) report('bind', `at least one bind plugin is needed for ${profile}`);
}
