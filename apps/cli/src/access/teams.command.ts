import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import type { Berth } from '../berth.js';
import { examples, OUTPUT } from '../options.js';
import { age, printList, type Listing } from '../output/index.js';
import { collect } from '../service/index.js';

const TEAMS: Listing<Schemas['Team']> = {
  columns: [
    { title: 'NAME', value: ({ name }) => name },
    { title: 'CREATED BY', value: ({ createdBy }) => createdBy },
    { title: 'AGE', value: ({ createdAt }) => createdAt, shown: ({ createdAt }) => age(createdAt) },
  ],
  name: ({ name }) => name,
  empty: 'There are no teams.',
};

/** `berth teams`: who owns clusters, namespaces and keys. */
export function teams(berth: Berth): CommandUnknownOpts {
  return new Command('teams')
    .summary('list and create teams, and show the caller')
    .description('List and create teams, which own clusters, namespaces and keys.')
    .addCommand(list(berth), { isDefault: true })
    .addCommand(create(berth))
    .addCommand(whoami(berth))
    .addHelpText(
      'after',
      examples(
        ['berth teams', 'the visible teams'],
        ['berth teams create shop', 'a new team'],
        ['berth teams whoami', 'the caller, its team and its roles'],
      ),
    );
}

function list(berth: Berth): CommandUnknownOpts {
  return new Command('list')
    .description('List the teams, by name.')
    .addOption(OUTPUT)
    .action(async ({ output: format }) => {
      printList(await collect(berth.client.items('/v1/teams')), TEAMS, { terminal: berth.terminal, format });
    });
}

function create(berth: Berth): CommandUnknownOpts {
  return new Command('create')
    .description('Create a team.')
    .argument('<name>', 'a DNS label')
    .action(async (name) => {
      const made = await berth.client.post('/v1/teams', { body: { name } });
      berth.terminal.print(`team ${made.name} created (${made.id})`);
    });
}

function whoami(berth: Berth): CommandUnknownOpts {
  return new Command('whoami')
    .description('Show the caller of this command, its team and its roles.')
    .action(async () => {
      const { actor, principal, team, roles } = await berth.client.get('/v1/whoami');
      berth.terminal.print(`${actor} (${principal}) of team ${team}: ${roles.join(', ')}`);
    });
}
