import type { Draft } from './draft.js';

/** A plugin as the service lists it. */
export interface KnownPlugin {
  readonly name: string;
  readonly extensionPoints: readonly string[];
  /** Null where it gives no score. */
  readonly defaultWeight: number | null;
  readonly isDefault: boolean;
}

/** What a profile makes of a plugin. */
export interface Setting {
  /** Whether it acts at one of its extension points. */
  readonly isOn: boolean;
  readonly weight: number | null;
}

interface Entry {
  readonly name: string;
  readonly weight?: number;
}

interface PluginSet {
  readonly enabled?: readonly Entry[];
  readonly disabled?: readonly Entry[];
}

type Sets = Readonly<Record<string, PluginSet>>;

/** All extension points at once, as a KubeSchedulerConfiguration names them. */
const ALL = 'multiPoint';
/** In `disabled`: every default plugin. */
const EVERY = '*';

/** Whether a draft has plugins as a KubeSchedulerConfiguration has them; a legacy Policy does not. */
export function hasPlugins(draft: Draft): boolean {
  return draft['kind'] !== 'Policy' && !('predicates' in draft) && !('priorities' in draft);
}

/** What a draft makes of a plugin: the set of a point decides before that of all points, and both before a default. */
export function settingOf(draft: Draft, { name, extensionPoints, defaultWeight, isDefault }: KnownPlugin): Setting {
  const sets = setsOf(draft);
  const all = sets[ALL] ?? {};
  const isOnByAll = has(all.enabled, name) || (isDefault && !has(all.disabled, name) && !has(all.disabled, EVERY));
  const actsAt = (point: string): boolean => {
    const { enabled, disabled } = sets[point] ?? {};
    return has(enabled, name) || (isOnByAll && !has(disabled, name) && !has(disabled, EVERY));
  };
  const weight = entryOf(sets['score']?.enabled, name)?.weight ?? entryOf(all.enabled, name)?.weight;
  return { isOn: extensionPoints.some(actsAt), weight: defaultWeight === null ? null : weight || defaultWeight };
}

/** A draft that makes something else of a plugin, and says no more than it has to. */
export function withSetting(draft: Draft, plugin: KnownPlugin, { isOn, weight }: Setting): Draft {
  const { name, defaultWeight, isDefault } = plugin;
  const sets = setsOf(draft);
  const without = Object.fromEntries(
    Object.entries(sets).map(([point, { enabled, disabled }]) => [
      point,
      { enabled: leftOf(enabled, name), disabled: leftOf(disabled, name) },
    ]),
  );
  const all: PluginSet = without[ALL] ?? {};
  const isOffByAll = has(all.disabled, EVERY);
  const isNamed = isOn ? !isDefault || isOffByAll || weight !== defaultWeight : isDefault && !isOffByAll;
  const entry: Entry = { name, ...(isOn && weight !== null && { weight }) };
  const changed = isOn
    ? { ...all, enabled: [...(all.enabled ?? []), entry] }
    : { ...all, disabled: [...(all.disabled ?? []), entry] };
  const { plugins: _, ...rest } = draft;
  const plugins = filled(isNamed ? { ...without, [ALL]: changed } : without);
  return Object.keys(plugins).length === 0 ? rest : { ...rest, plugins };
}

function setsOf({ plugins }: Draft): Sets {
  return typeof plugins === 'object' && plugins !== null ? (plugins as Sets) : {};
}

type Entries = readonly (Entry | null)[] | undefined;

/** A draft is what was typed: a list may be anything. */
function listed(entries: Entries): readonly Entry[] {
  return Array.isArray(entries) ? (entries as readonly (Entry | null)[]).filter((entry) => entry !== null) : [];
}

function entryOf(entries: Entries, name: string): Entry | undefined {
  return listed(entries).find((entry) => entry.name === name);
}

function has(entries: Entries, name: string): boolean {
  return entryOf(entries, name) !== undefined;
}

function leftOf(entries: Entries, name: string): readonly Entry[] {
  return listed(entries).filter((entry) => entry.name !== name);
}

/** Without sets and lists that are empty. */
function filled(sets: Sets): Sets {
  const lists = Object.entries(sets).map(([point, { enabled = [], disabled = [] }]) => {
    const set = { ...(enabled.length > 0 && { enabled }), ...(disabled.length > 0 && { disabled }) };
    return [point, set] as const;
  });
  return Object.fromEntries(lists.filter(([, set]) => Object.keys(set).length > 0));
}
