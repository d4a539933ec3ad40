import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import type { Berth } from '../berth.js';
import { AT, examples, LIMIT, NAMESPACE, OUTPUT } from '../options.js';
import { printList, type Listing } from '../output/index.js';
import { collect } from '../service/index.js';

type Advice = Schemas['AdvicePage']['items'][number];

const ADVICE: Listing<Advice> = {
  columns: [
    { title: 'RULE', value: ({ rule }) => rule },
    { title: 'NAMESPACE', value: ({ namespace }) => namespace },
    { title: 'OBJECTS', value: ({ objectCount }) => objectCount },
    { title: 'WHAT', prose: true, value: ({ sentence }) => sentence },
    { title: 'REMEDY', prose: true, value: ({ remedy }) => remedy },
  ],
  name: ({ objects: [first], rule }) => (first === undefined ? rule : `${first.kind}/${first.namespace}/${first.name}`),
  empty: 'Nothing in the model will surprise.',
};

/** `berth advice`: what in a model will surprise. */
export function advice(berth: Berth): CommandUnknownOpts {
  return new Command('advice')
    .summary('what in the model will surprise')
    .description('List what in the model will surprise: what cannot be met, matches nothing, or keeps nothing.')
    .option('--rule <rule>', 'of this rule only')
    .addOption(NAMESPACE)
    .addOption(AT)
    .addOption(LIMIT)
    .addOption(OUTPUT)
    .action(async ({ rule, namespace, at, limit, output }) => {
      // The service knows the rules, and says which there are.
      const query = {
        ...(rule && { rule: rule as Advice['rule'] }),
        ...(namespace && { namespace }),
        ...(at && { at }),
      };
      const params = { path: { cluster: berth.cluster }, query: { ...query, pageSize: Math.min(limit, 500) } };
      const found = await collect(berth.client.items('/v1/clusters/{cluster}/advice', { params }), limit);
      printList(found, ADVICE, { terminal: berth.terminal, format: output });
    })
    .addHelpText(
      'after',
      examples(
        ['berth advice -c prod', 'all of it'],
        ['berth advice -c prod --rule budget-never-disruptable', 'nodes that cannot be drained'],
        ['berth advice -c prod -n shop -o json', 'with the objects, of one namespace'],
      ),
    );
}
