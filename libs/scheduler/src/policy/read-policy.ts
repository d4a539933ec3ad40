import { isJsonObject, ownField } from '#json';
import { notSupported, required, type FieldProblem } from '#apimachinery';
import { FieldReader } from '../fields/index.js';
import type { Plugin } from '../plugin.js';
import { ignoredResources, readExtenders, type Extender } from '../extenders/index.js';
import {
  configurationOf,
  type BoundPlugin,
  type Profile,
  EXTENSION_POINTS,
  extendsPoint,
  type ExtensionPoint,
  type AppliedPolicy,
  type TranslatedName,
} from '../profile/index.js';
import { V1_20_PLUGINS } from '../plugins/v1-20/v1-20-plugins.js';
import { checkPolicy, problem } from './check-policy.js';
import { readPredicate, readPriority, type PredicateEntry, type PriorityEntry } from './policy-fields.js';
import { DEFAULT_PREDICATES, filtersOf, predicatePlugins } from './predicates.js';
import {
  DEFAULT_PRIORITIES,
  EVEN_PODS_SPREAD,
  INTER_POD_AFFINITY,
  priorityPlugin,
  SELECTOR_SPREAD,
} from './priorities.js';
import { translatePredicate, translatePriority, type GatheredArgs } from './translate.js';

const KIND = 'Policy';
const API_VERSION = 'v1';
const REGISTRY: ReadonlyMap<string, Plugin> = new Map(V1_20_PLUGINS.map((plugin) => [plugin.name, plugin]));
/** Where the plugins of predicates and of priorities take part, if they have a method for it. */
const PREDICATE_POINTS: readonly ExtensionPoint[] = ['preFilter', 'filter', 'reserve', 'preBind'];
const PRIORITY_POINTS: readonly ExtensionPoint[] = ['preScore', 'score'];

/** Whether an object says that it is a scheduler Policy. */
export function isPolicy(value: unknown): boolean {
  return isJsonObject(value) && value['kind'] === KIND;
}

/** A Policy as it was written. */
interface PolicyFields {
  readonly predicates: readonly PredicateEntry[] | null;
  readonly priorities: readonly PriorityEntry[] | null;
  readonly hardWeight: number;
  readonly alwaysCheckAllPredicates: boolean;
  /** The feature gate DefaultPodTopologySpread of v1.20. */
  readonly spreadsByDefault: boolean;
  readonly olderNames: boolean;
  readonly extenders: readonly Extender[];
}

/**
 * Reads a Policy file as kube-scheduler v1.20 does, into a profile that decides as it did. What is wrong comes in its
 * words and by its stages: nothing is said of names before the fields are right, and of plugins before the names are.
 * Besides its own fields it may have `schedulerName`, `featureGates` and `olderNames`.
 */
export function readPolicyFields(reader: FieldReader, defaultName: string): Profile {
  const schedulerName = readHeader(reader, defaultName);
  const policy = readFields(reader);
  if (reader.problems.length === 0)
    checkPolicy(reader, { priorities: policy.priorities ?? [], hardWeight: policy.hardWeight });
  const gathered: GatheredArgs = new Map();
  const translated = reader.problems.length === 0 ? translate(reader, { policy, gathered }) : NOTHING;
  const points = bind({ policy, translated }, readArgs(reader, { policy, translated, gathered, schedulerName }));
  const applied: AppliedPolicy = {
    alwaysCheckAllPredicates: policy.alwaysCheckAllPredicates,
    translation: translationOf(policy, translated),
  };
  return Object.freeze({
    schedulerName,
    configuration: configurationOf({ schedulerName, points, policy: applied, extenders: policy.extenders }),
    points,
    // A Policy names no plugin that is not of this library.
    attemptStarts: [],
    extenders: policy.extenders,
    policy: applied,
  });
}

function readHeader(reader: FieldReader, defaultName: string): string {
  reader.raw('kind');
  const version = reader.string('apiVersion');
  if (!reader.has('apiVersion')) reader.report(required(reader.at('apiVersion')));
  else if (version !== undefined && version !== API_VERSION)
    reader.report(notSupported(reader.at('apiVersion'), version, [API_VERSION]));
  const name = reader.string('schedulerName');
  if (name === '') reader.report(required(reader.at('schedulerName')));
  return name ?? defaultName;
}

function readFields(reader: FieldReader): PolicyFields {
  const predicates = reader.list('predicates', readPredicate);
  const priorities = reader.list('priorities', readPriority);
  return {
    predicates: reader.has('predicates') ? predicates : null,
    priorities: reader.has('priorities') ? priorities : null,
    hardWeight: reader.integer('hardPodAffinitySymmetricWeight') ?? 0,
    alwaysCheckAllPredicates: reader.boolean('alwaysCheckAllPredicates') ?? false,
    spreadsByDefault: reader.object('featureGates', (gates) => gates.boolean('DefaultPodTopologySpread')) ?? true,
    olderNames: reader.boolean('olderNames') ?? false,
    extenders: readExtenders(reader, 'policy'),
  };
}

/** The keys of the entries, in their order; of the defaults where there is no list. */
interface Translated {
  readonly predicates: readonly string[];
  readonly priorities: readonly string[];
}

const NOTHING: Translated = { predicates: [], priorities: [] };

function translate(
  reader: FieldReader,
  { policy, gathered }: { readonly policy: PolicyFields; readonly gathered: GatheredArgs },
): Translated {
  const scope = { gathered, olderNames: policy.olderNames, report: (one: FieldProblem) => reader.report(one) };
  return {
    predicates: policy.predicates?.map((entry) => translatePredicate(entry, scope)) ?? DEFAULT_PREDICATES,
    priorities: policy.priorities?.map((entry) => translatePriority(entry, scope)) ?? [...DEFAULT_PRIORITIES.keys()],
  };
}

interface Translating {
  readonly policy: PolicyFields;
  readonly translated: Translated;
}

/** Weights by key: the last entry of a key counts. */
function weightsOf({ policy, translated }: Translating): ReadonlyMap<string, number> {
  if (policy.priorities === null) return DEFAULT_PRIORITIES;
  const weights = translated.priorities.map((key, index): [string, number] => [
    key,
    policy.priorities?.[index]?.weight ?? 0,
  ]);
  return new Map(weights.filter(([key]) => key !== ''));
}

/** Score plugins in the order of their keys; of two keys that are one plugin, the first gives the weight. */
function scoresOf(translating: Translating, gathered: ReadonlyMap<string, unknown>): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const [key, weight] of [...weightsOf(translating)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const name = priorityPlugin(key, translating.policy.spreadsByDefault) ?? '';
    if (!scores.has(name)) scores.set(name, weight * entriesOf(gathered.get(name)));
  }
  return scores;
}

/** So many entries of a Policy made a plugin that weighs as all of them. */
function entriesOf(args: unknown): number {
  const lists = ['presentLabelsPreference', 'absentLabelsPreference', 'antiAffinityLabelsPreference'];
  const fields = (args ?? {}) as Readonly<Record<string, readonly unknown[] | undefined>>;
  return lists.reduce((sum, list) => sum + (ownField(fields, list)?.length ?? 0), 0) || 1;
}

function bind(translating: Translating, args: ReadonlyMap<string, unknown>): Profile['points'] {
  const scores = scoresOf(translating, args);
  const bound = (name: string): BoundPlugin[] => {
    const plugin = REGISTRY.get(name);
    return plugin === undefined ? [] : [Object.freeze({ plugin, args: args.get(name), weight: scores.get(name) ?? 1 })];
  };
  const filters = filtersOf(new Set(translating.translated.predicates)).flatMap(bound);
  const scoring = [...scores.keys()].flatMap(bound);
  const at = (point: ExtensionPoint): readonly BoundPlugin[] => {
    if (PREDICATE_POINTS.includes(point)) return filters.filter(({ plugin }) => extendsPoint(plugin, point));
    if (PRIORITY_POINTS.includes(point)) return scoring.filter(({ plugin }) => extendsPoint(plugin, point));
    return (ALWAYS[point] ?? []).flatMap(bound);
  };
  const points = Object.fromEntries(EXTENSION_POINTS.map((point) => [point, Object.freeze(at(point))]));
  return Object.freeze(points as Record<ExtensionPoint, readonly BoundPlugin[]>);
}

/** What a Policy says nothing of. */
const ALWAYS: Partial<Record<ExtensionPoint, readonly string[]>> = {
  queueSort: ['PrioritySort'],
  postFilter: ['DefaultPreemption'],
  bind: ['DefaultBinder'],
};

interface ArgsScope extends Translating {
  readonly gathered: GatheredArgs;
  readonly schedulerName: string;
}

/** The args of every plugin that takes some; what is wrong with them stops kube-scheduler when it makes the plugin. */
function readArgs(reader: FieldReader, scope: ArgsScope): ReadonlyMap<string, unknown> {
  const read = new Map<string, unknown>();
  const given = givenArgs(scope);
  const named = `creating profile for scheduler name ${scope.schedulerName}`;
  const stage = `initializing profiles: ${named}: initializing plugin`;
  const needed = new Set([
    ...filtersOf(new Set(scope.translated.predicates)),
    ...scoresOf(scope, new Map()).keys(),
    ...Object.values(ALWAYS).flat(),
  ]);
  const isEarly = reader.problems.length > 0;
  for (const plugin of V1_20_PLUGINS) {
    if (!needed.has(plugin.name) || plugin.readArgs === undefined) continue;
    const args = new FieldReader(given.get(plugin.name) ?? {});
    read.set(plugin.name, plugin.readArgs(args));
    const path = scope.gathered.get(plugin.name)?.path.child('argument') ?? reader.path;
    for (const { message } of isEarly ? [] : args.problems)
      reader.report(problem(path, `${stage} ${JSON.stringify(plugin.name)}: ${message}`));
  }
  return read;
}

function givenArgs({ policy, translated, gathered }: ArgsScope): ReadonlyMap<string, unknown> {
  const keys = new Set(translated.priorities);
  const args = new Map<string, unknown>([...gathered].map(([name, one]) => [name, one.args]));
  if (keys.has(INTER_POD_AFFINITY) && policy.hardWeight !== 0)
    args.set('InterPodAffinity', { hardPodAffinityWeight: policy.hardWeight });
  const ignored = ignoredResources(policy.extenders);
  if (ignored.length > 0) args.set('NodeResourcesFit', { ignoredResources: ignored });
  const spreadsAll = policy.spreadsByDefault && (keys.has(SELECTOR_SPREAD) || !keys.has(EVEN_PODS_SPREAD));
  args.set('PodTopologySpread', { defaultingType: spreadsAll ? 'System' : 'List' });
  return args;
}

function translationOf(policy: PolicyFields, { predicates, priorities }: Translated): AppliedPolicy['translation'] {
  const named = (
    entries: readonly { readonly name: string }[],
    keys: readonly string[],
    pluginsOf: (key: string) => readonly string[],
  ): TranslatedName[] =>
    entries.map(({ name }, index) => ({ name, key: keys[index] ?? '', plugins: pluginsOf(keys[index] ?? '') }));
  const scorer = (key: string): readonly string[] => {
    const plugin = priorityPlugin(key, policy.spreadsByDefault);
    return plugin === undefined ? [] : [plugin];
  };
  return {
    predicates: policy.predicates && named(policy.predicates, predicates, predicatePlugins),
    priorities: policy.priorities && named(policy.priorities, priorities, scorer),
    alwaysCheckAllPredicates: policy.alwaysCheckAllPredicates,
  };
}
