import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import type { Berth } from '../berth.js';
import { AT, examples, NAMESPACE, OUTPUT, WATCH } from '../options.js';
import { look, podName, printList, type Listing } from '../output/index.js';
import { collect } from '../service/index.js';

type Quota = Schemas['Quota'];
/** One resource of a quota. */
type Line = Omit<Quota, 'resources'> & Quota['resources'][number];

const QUOTAS: Listing<Line> = {
  columns: [
    { title: 'QUOTA', value: podName },
    { title: 'RESOURCE', value: ({ resource }) => resource },
    { title: 'USED', value: ({ used }) => used },
    { title: 'HARD', value: ({ hard }) => hard },
    { title: 'FREE', value: ({ free }) => free, colour: ({ freeValue }) => (freeValue < 0 ? 'red' : undefined) },
    { title: 'SCOPES', prose: true, value: ({ scopes }) => scopes.join(', ') },
  ],
  name: podName,
  empty: 'There are no such quotas.',
};

/** `berth quotas`: what quotas allow, and what is used of it. */
export function quotas(berth: Berth): CommandUnknownOpts {
  return new Command('quotas')
    .summary('quotas, and what is used of them')
    .description('List the ResourceQuotas of a cluster, a line for each resource, with what is used and what is free.')
    .addOption(NAMESPACE)
    .addOption(AT)
    .addOption(OUTPUT)
    .addOption(WATCH)
    .action(({ namespace, at, output, watch }) =>
      look({ terminal: berth.terminal, watch, output }, async (terminal, format) => {
        const params = { path: { cluster: berth.cluster }, query: { ...(at && { at }), pageSize: 500 } };
        const found = await collect(berth.client.items('/v1/clusters/{cluster}/quotas', { params }));
        const lines = found
          .filter((quota) => namespace === undefined || quota.namespace === namespace)
          .flatMap(({ resources, ...quota }) => resources.map((resource) => ({ ...quota, ...resource })));
        printList(lines, QUOTAS, { terminal, format });
      }),
    )
    .addHelpText(
      'after',
      examples(
        ['berth quotas -c prod', 'all namespaces'],
        ['berth quotas -c prod -n shop', 'one namespace'],
        ['berth quotas -c prod -o csv', 'for a spreadsheet'],
      ),
    );
}
