import { Command, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import type { Berth } from '../berth.js';
import { EXPIRES_IN, examples, LIMIT, OUTPUT } from '../options.js';
import { age, printList, printValue, type Listing } from '../output/index.js';
import { collect } from '../service/index.js';
import { inWords } from './result-of.js';

type Operation = Schemas['ListedOperation'];

const OPERATIONS: Listing<Operation> = {
  columns: [
    { title: 'ID', value: ({ id }) => id, long: true },
    { title: 'KIND', value: ({ kind }) => kind },
    { title: 'STATE', value: ({ state }) => state },
    { title: 'CALLER', value: ({ caller }) => caller },
    { title: 'AGE', value: ({ createdAt }) => createdAt, shown: ({ createdAt }) => age(createdAt) },
    { title: 'PROGRESS', prose: true, value: (operation) => operation.problem?.detail ?? inWords(operation) },
  ],
  name: ({ id }) => id,
  empty: 'There are no operations.',
};

const KINDS = ['verification', 'replay', 'export', 'comparison', 'advance', 'import', 'archive'] as const;
const STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;

/** `berth operations`: what takes long. */
export function operations(berth: Berth): CommandUnknownOpts {
  return new Command('operations')
    .summary('list, show and cancel long operations')
    .description(
      'List, show and cancel verifications, replays, exports, imports, comparisons, advances and archiving of the ' +
        'last day.',
    )
    .addCommand(list(berth), { isDefault: true })
    .addCommand(show(berth))
    .addCommand(cancel(berth))
    .addCommand(link(berth))
    .addHelpText(
      'after',
      examples(
        ['berth operations', 'of all clusters'],
        ['berth operations -c prod --state running', 'running ones of one cluster'],
        ['berth operations show ID -o json | jq .result', 'the result of one'],
        ['berth operations cancel ID', 'in any process'],
      ),
    );
}

function list(berth: Berth): CommandUnknownOpts {
  return new Command('list')
    .description('List the operations that are in progress or ended within a day, newest first.')
    .addOption(new Option('--kind <kind>', 'of this kind only').choices(KINDS))
    .addOption(new Option('--state <state>', 'of this state only').choices(STATES))
    .addOption(LIMIT)
    .addOption(OUTPUT)
    .action(async ({ kind, state, limit, output: format }) => {
      const { cluster } = berth.connection;
      const query = { ...(cluster && { cluster }), ...(kind && { kind }), ...(state && { state }) };
      const found = await collect(berth.client.items('/v1/operations', { params: { query } }), limit);
      printList(found, OPERATIONS, { terminal: berth.terminal, format });
    });
}

function show(berth: Berth): CommandUnknownOpts {
  return new Command('show')
    .description('Show one operation, with its result.')
    .argument('<operation>')
    .addOption(new Option('-o, --output <format>', 'output format').choices(['yaml', 'json'] as const).default('yaml'))
    .action(async (operation, { output }) => {
      const shown = await berth.client.get('/v1/operations/{operation}', { params: { path: { operation } } });
      printValue(shown, output, berth.terminal);
    });
}

function cancel(berth: Berth): CommandUnknownOpts {
  return new Command('cancel')
    .description('Cancel an operation that is queued or running.')
    .argument('<operation>')
    .action(async (operation) => {
      const params = { path: { operation } };
      const { kind, id } = await berth.client.post('/v1/operations/{operation}/cancel', { params });
      berth.terminal.print(`${kind} ${id} is cancelled`);
    });
}

function link(berth: Berth): CommandUnknownOpts {
  return new Command('link')
    .description('Print a link to the file of an export, which needs no key until it expires.')
    .argument('<operation>')
    .addOption(EXPIRES_IN)
    .action(async (operation, { expiresIn }) => {
      const body = expiresIn === undefined ? {} : { expiresIn };
      const params = { path: { operation } };
      const { url } = await berth.client.post('/v1/operations/{operation}/link', { params, body });
      berth.terminal.print(new URL(url, berth.client.url).href);
    });
}
