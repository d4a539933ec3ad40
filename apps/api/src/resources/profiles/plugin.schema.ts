import { z } from 'zod';
import { component } from '../../ground/graphql/index.js';

const plugin = component('Plugin', 'A plugin that a scheduler profile may name.', {
  name: z.string().describe('Its name.'),
  extensionPoints: z.array(z.string()).describe('The extension points: `filter`, `score`.'),
  isDefault: z.boolean().describe('Whether the plugin is on by default.'),
  defaultWeight: z.number().int().nullable().describe('Weight of its scores by default; null if it does not score.'),
  defaultArgs: z.unknown().describe('Its default args; null if it takes none, or requires them.'),
  argsSchema: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The JSON schema of its args: names and types of fields; null if it takes none.'),
  source: z.string().nullable().describe("The digest of its source, if it is the operator's plugin."),
});

export const pluginList = z
  .object({ items: z.array(plugin) })
  .meta({ id: 'PluginList', description: 'Plugins, by name.' });
