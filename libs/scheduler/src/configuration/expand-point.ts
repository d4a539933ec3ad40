import type { FieldProblem } from '#apimachinery';
import type { Plugin } from '../plugin.js';
import { extendsPoint, interfaceName, type ExtensionPoint } from '../profile/index.js';
import { pluginProblem, type PluginEntry, type PluginSets } from './plugin-set.js';

interface Expansion {
  readonly sets: PluginSets;
  readonly registry: ReadonlyMap<string, Plugin>;
  readonly problems: FieldProblem[];
}

/**
 * The plugins of one extension point, in order. As kube-scheduler v1.34 expandMultiPointPlugins: first what the point
 * enables and `multiPoint` has too, in the point's order; then the rest of `multiPoint`; then the rest of the point.
 */
export function expandPoint(point: ExtensionPoint, expansion: Expansion): readonly string[] {
  const { sets, registry } = expansion;
  const own = ownPlugins(point, expansion);
  const off = new Set(sets[point].disabled.map(({ name }) => name));
  if (off.has('*') || sets.multiPoint.enabled.length === 0) return own;
  const overriding = new Set<string>();
  const spread = new Set<string>();
  for (const entry of sets.multiPoint.enabled) {
    const plugin = registry.get(entry.name);
    if (plugin === undefined || !extendsPoint(plugin, point) || off.has(entry.name)) continue;
    if (own.includes(entry.name)) overriding.add(entry.name);
    else if (spread.has(entry.name)) expansion.problems.push(registeredTwice(entry, point));
    else spread.add(entry.name);
  }
  return [...own.filter((name) => overriding.has(name)), ...spread, ...own.filter((name) => !overriding.has(name))];
}

/** What the point itself enables; as kube-scheduler v1.34 updatePluginList. */
function ownPlugins(point: ExtensionPoint, { sets, registry, problems }: Expansion): string[] {
  const names: string[] = [];
  for (const entry of sets[point].enabled) {
    const plugin = registry.get(entry.name);
    if (plugin === undefined) continue;
    if (!extendsPoint(plugin, point)) {
      problems.push(pluginProblem(entry, `does not extend ${interfaceName(point)} plugin`));
    } else if (names.includes(entry.name)) problems.push(registeredTwice(entry, point));
    else names.push(entry.name);
  }
  return names;
}

function registeredTwice(entry: PluginEntry, point: ExtensionPoint): FieldProblem {
  return pluginProblem(entry, `already registered as ${JSON.stringify(interfaceName(point))}`);
}
