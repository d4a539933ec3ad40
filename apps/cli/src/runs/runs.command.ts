import { Command, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import type { Berth } from '../berth.js';
import { AT, examples, LIMIT, OUTPUT, WATCH } from '../options.js';
import { age, look, printList, type Listing } from '../output/index.js';
import { collect } from '../service/index.js';

type Run = Schemas['Run'];

const RUNS: Listing<Run> = {
  columns: [
    { title: 'ID', value: ({ id }) => id },
    { title: 'STATE', value: ({ state }) => state, colour: ({ state }) => (state === 'failed' ? 'red' : undefined) },
    { title: 'AGE', value: ({ createdAt }) => createdAt, shown: ({ createdAt }) => age(createdAt) },
    { title: 'DRY RUN', value: ({ dryRun }) => (dryRun ? 'yes' : 'no') },
    { title: 'REVISION', value: ({ revision }) => revision },
    { title: 'SELECTED', value: ({ counts }) => counts.selected },
    { title: 'SCHEDULED', value: ({ counts }) => counts.scheduled },
    { title: 'UNSCHEDULABLE', value: ({ counts }) => counts.unschedulable },
    { title: 'ACTOR', value: ({ actor }) => actor },
  ],
  name: ({ id }) => id,
  empty: 'There are no such runs.',
};

/** `berth runs`: the runs of a cluster, the newest first. */
export function runs(berth: Berth): CommandUnknownOpts {
  return new Command('runs')
    .summary('runs, the newest first')
    .description('List the runs of a cluster, the newest first, with the number of pods by outcome.')
    .addOption(new Option('--state <state>', 'in this state').choices(['running', 'complete', 'failed', 'cancelled']))
    .option('--since <time>', 'from this time on')
    .addOption(AT)
    .addOption(LIMIT)
    .addOption(OUTPUT)
    .addOption(WATCH)
    .action(({ state, since, at, limit, output, watch }) => {
      const query = {
        ...(state && { state: state }),
        ...(since && { since }),
        ...(at && { at }),
        pageSize: Math.min(limit, 500),
      };
      return look({ terminal: berth.terminal, watch, output }, async (terminal, format) => {
        const params = { path: { cluster: berth.cluster }, query };
        const found = await collect(berth.client.items('/v1/clusters/{cluster}/runs', { params }), limit);
        printList(found, RUNS, { terminal, format });
      });
    })
    .addHelpText(
      'after',
      examples(
        ['berth runs -c prod', 'the last fifty'],
        ['berth runs -c prod --state running --watch', 'those under way, as they proceed'],
        ['berth runs -c prod --since 24h -o csv', 'of a day, for a spreadsheet'],
      ),
    );
}
