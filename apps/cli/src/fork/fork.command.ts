import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Berth } from '../berth.js';
import { AT, examples } from '../options.js';

/** `berth fork`: a cluster of its own that begins as another one is, or was. */
export function fork(berth: Berth): CommandUnknownOpts {
  return new Command('fork')
    .summary('copy a cluster, as it is or was')
    .description('Create a cluster as a copy of this one, as it is or was. The two are independent from then on.')
    .argument('<name>', 'name of the new cluster: a DNS label')
    .addOption(AT)
    .action(async (name, { at }) => {
      const { cluster } = berth;
      const made = await berth.client.post('/v1/clusters/{cluster}/forks', {
        params: { path: { cluster } },
        body: { name, ...(at !== undefined && { at }) },
      });
      const { nodes, pods } = made.counts;
      berth.terminal.print(
        `cluster ${made.name} forked from ${cluster} at revision ${made.origin?.revision ?? '-'}: ` +
          `${nodes} nodes, ${pods} pods`,
      );
    })
    .addHelpText(
      'after',
      examples(
        ['berth fork -c prod what-if', 'as it is now'],
        ['berth fork -c prod before --at revision:41', 'as it was at the end of revision 41'],
        ['berth fork -c prod monday --at 2026-11-16T06:00:00Z', 'as it was at that time'],
      ),
    );
}
