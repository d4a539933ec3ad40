import { z } from 'zod';

const plugin = z
  .object({
    name: z.string(),
    extensionPoints: z.array(z.string()).describe('Where it takes part: `filter`, `score`.'),
    isDefault: z.boolean().describe('Whether a profile that says nothing has it.'),
    defaultWeight: z
      .number()
      .int()
      .nullable()
      .describe('Of its scores, where a profile gives none; null where it does not score.'),
    defaultArgs: z
      .unknown()
      .describe('Its args where a profile gives none; null where it takes none, or cannot do without.'),
    argsSchema: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The JSON schema of its args: names and types of fields; null where it takes none.'),
    source: z.string().nullable().describe("The digest of its source where it is the operator's own."),
  })
  .meta({ id: 'Plugin', description: 'A plugin that a scheduler profile may name.' });

export const pluginList = z
  .object({ items: z.array(plugin) })
  .meta({ id: 'PluginList', description: 'Plugins, by name.' });
