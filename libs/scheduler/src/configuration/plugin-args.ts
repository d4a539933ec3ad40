import { duplicate, invalid } from '#apimachinery';
import type { Plugin } from '../plugin.js';
import { FieldReader } from '../fields/index.js';
import { CONFIGURATION_VERSION } from './configuration-version.js';
import { isRemoved, removedProblem } from './removed-plugins.js';

/** As kube-scheduler v1.34 buildExtenders, which knows its args by its name. */
const FIT = 'NodeResourcesFit';

interface Registry {
  readonly registry: ReadonlyMap<string, Plugin>;
  /** Plugins that some point enables: they have args even where `pluginConfig` says nothing of them. */
  readonly needed: ReadonlySet<string>;
  /** Resources that extenders take care of: where there are any, NodeResourcesFit ignores these and no others. */
  readonly ignored: readonly string[];
}

/**
 * Reads `pluginConfig`, and fills in the default args of plugins it does not name. Args are plain JSON
 * with defaults applied. Args that no plugin takes are passed over, as kube-scheduler v1.34 passes over those
 * of plugins it does not know.
 */
export function readPluginArgs(
  reader: FieldReader,
  { registry, needed, ignored }: Registry,
): ReadonlyMap<string, unknown> {
  const args = new Map<string, unknown>();
  reader.list('pluginConfig', (entry) => {
    const name = entry.requiredString('name');
    const plugin = registry.get(name);
    if (name !== '' && args.has(name)) entry.report(duplicate(entry.path, name));
    args.set(name, plugin === undefined ? passOver(name, entry) : readArgs(plugin, entry));
  });
  for (const name of needed) {
    const plugin = registry.get(name);
    if (plugin?.readArgs === undefined || args.has(name)) continue;
    args.set(name, plugin.readArgs(new FieldReader({}, reader.at('pluginConfig').key(name).child('args'), reader)));
  }
  const fit = args.get(FIT);
  if (ignored.length > 0 && fit !== undefined) args.set(FIT, { ...(fit as object), ignoredResources: ignored });
  return args;
}

function passOver(name: string, entry: FieldReader): undefined {
  entry.raw('args');
  if (isRemoved(name)) entry.report(removedProblem(entry.path, name));
  else if (name !== '') entry.ignore(entry.path, `there is no plugin ${JSON.stringify(name)}`);
}

function readArgs(plugin: Plugin, entry: FieldReader): unknown {
  if (plugin.readArgs === undefined) {
    if (entry.has('args')) entry.ignore(entry.at('args'), `${plugin.name} takes no args`);
    return undefined;
  }
  const read = (reader: FieldReader): unknown => {
    checkHeader(plugin.name, reader);
    return plugin.readArgs?.(reader);
  };
  return entry.object('args', read) ?? plugin.readArgs(new FieldReader({}, entry.at('args'), entry));
}

/** Args may say what they are, as in a configuration file. */
function checkHeader(name: string, reader: FieldReader): void {
  const kind = reader.string('kind');
  const version = reader.string('apiVersion');
  if (kind !== undefined && kind !== `${name}Args`)
    reader.report(invalid(reader.at('kind'), kind, `must be ${name}Args`));
  if (version !== undefined && version !== CONFIGURATION_VERSION)
    reader.report(invalid(reader.at('apiVersion'), version, `must be ${CONFIGURATION_VERSION}`));
}
