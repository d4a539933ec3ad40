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
  empty: 'There is no advice.',
};

/** `berth advice`: what in a model will surprise. */
export function advice(berth: Berth): CommandUnknownOpts {
  return new Command('advice')
    .summary('configuration that will cause surprises')
    .description(
      'List configuration that will cause surprises: requirements that cannot be met, selectors that match nothing, ' +
        'budgets that protect nothing.',
    )
    .option('--rule <rule>', 'advice of this rule only')
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
        ['berth advice -c prod', 'all advice'],
        ['berth advice -c prod --rule budget-never-disruptable', 'budgets that block every drain'],
        ['berth advice -c prod -n shop -o json', 'one namespace, with the objects'],
      ),
    );
}
