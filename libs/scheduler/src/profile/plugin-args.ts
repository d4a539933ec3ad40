import { duplicate, forbidden, invalid } from '#kubernetes';
import type { Plugin } from '../plugin.js';
import { FieldReader } from '../configuration/index.js';
import { pluginProblem } from './plugin-set.js';

const ARGS_VERSION = 'kubescheduler.config.k8s.io/v1';

interface Registry {
  readonly registry: ReadonlyMap<string, Plugin>;
  /** Plugins that some point enables: they have args even where `pluginConfig` says nothing of them. */
  readonly needed: ReadonlySet<string>;
}

/** Reads `pluginConfig`, and fills in the default args of plugins it does not name. Args are plain JSON with defaults applied. */
export function readPluginArgs(reader: FieldReader, { registry, needed }: Registry): ReadonlyMap<string, unknown> {
  const args = new Map<string, unknown>();
  reader.list('pluginConfig', (entry) => {
    const name = entry.requiredString('name');
    const plugin = registry.get(name);
    if (args.has(name)) entry.report(duplicate(entry.path, name));
    if (plugin === undefined) {
      entry.raw('args');
      if (name !== '') entry.report(pluginProblem({ name, weight: 0, path: entry.path }, 'does not exist'));
      return;
    }
    args.set(name, readArgs(plugin, entry));
  });
  for (const name of needed) {
    const plugin = registry.get(name);
    if (plugin?.readArgs !== undefined && !args.has(name)) args.set(name, plugin.readArgs(new FieldReader({})));
  }
  return args;
}

function readArgs(plugin: Plugin, entry: FieldReader): unknown {
  if (plugin.readArgs === undefined) {
    if (entry.has('args')) entry.report(forbidden(entry.at('args'), `${plugin.name} takes no args`));
    return undefined;
  }
  const read = (reader: FieldReader): unknown => {
    checkHeader(plugin.name, reader);
    return plugin.readArgs?.(reader);
  };
  return entry.object('args', read) ?? plugin.readArgs(new FieldReader({}));
}

/** Args may say what they are, as in a configuration file. */
function checkHeader(name: string, reader: FieldReader): void {
  const kind = reader.string('kind');
  const version = reader.string('apiVersion');
  if (kind !== undefined && kind !== `${name}Args`) reader.report(invalid(reader.at('kind'), kind, `must be ${name}Args`));
  if (version !== undefined && version !== ARGS_VERSION) reader.report(invalid(reader.at('apiVersion'), version, `must be ${ARGS_VERSION}`));
}
