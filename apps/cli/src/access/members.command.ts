import { Command, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import type { Berth } from '../berth.js';
import { examples, OUTPUT } from '../options.js';
import { age, printList, type Listing } from '../output/index.js';
import { collect } from '../service/index.js';
import { ROLE_NAMES } from './roles.js';

const MEMBERS: Listing<Schemas['Member']> = {
  columns: [
    { title: 'ID', value: ({ id }) => id },
    { title: 'SUBJECT', value: ({ subject }) => subject },
    { title: 'ISSUER', value: ({ issuer }) => issuer },
    { title: 'ROLES', value: ({ roles }) => roles.join(',') },
    { title: 'AGE', value: ({ createdAt }) => createdAt, shown: ({ createdAt }) => age(createdAt) },
  ],
  name: ({ id }) => id,
  empty: 'The team has no member.',
};

/** `berth members`: people of a team, who come with tokens of their issuer. */
export function members(berth: Berth): CommandUnknownOpts {
  return new Command('members')
    .summary('list, add and remove members of a team')
    .description('List, add and remove the members of a team, who authenticate with OpenID Connect tokens.')
    .addCommand(list(berth), { isDefault: true })
    .addCommand(add(berth))
    .addCommand(remove(berth))
    .addHelpText(
      'after',
      examples(
        ['berth members shop', 'the members of a team'],
        ['berth members add shop ann --role editor --issuer https://id.example', 'by the subject of their tokens'],
        ['berth members remove shop 01a206ae-937b-76a9-83d9-76f83ce7e0af', 'by id'],
      ),
    );
}

function list(berth: Berth): CommandUnknownOpts {
  return new Command('list')
    .description('List the members of a team.')
    .argument('<team>', 'name or id of the team')
    .addOption(OUTPUT)
    .action(async (team, { output: format }) => {
      const found = await collect(berth.client.items('/v1/teams/{team}/members', { params: { path: { team } } }));
      printList(found, MEMBERS, { terminal: berth.terminal, format });
    });
}

function add(berth: Berth): CommandUnknownOpts {
  return new Command('add')
    .description('Add a member to a team.')
    .argument('<team>', 'name or id of the team')
    .argument('<subject>', 'subject of their tokens: sub')
    .addOption(new Option('--role <role...>', 'roles of the member').choices(ROLE_NAMES).makeOptionMandatory())
    .option('--issuer <url>', 'issuer of their tokens: iss (default: the issuer that the service trusts)')
    .action(async (team, subject, { role: roles, issuer }) => {
      const made = await berth.client.post('/v1/teams/{team}/members', {
        params: { path: { team } },
        body: { subject, roles, ...(issuer !== undefined && { issuer }) },
      });
      berth.terminal.print(`${made.subject} is ${made.roles.join(', ')} now (member ${made.id})`);
    });
}

function remove(berth: Berth): CommandUnknownOpts {
  return new Command('remove')
    .description('Remove a member from a team.')
    .argument('<team>', 'name or id of the team')
    .argument('<member>', 'id of the member')
    .action(async (team, member) => {
      await berth.client.delete('/v1/teams/{team}/members/{member}', { params: { path: { team, member } } });
      berth.terminal.print(`member ${member} removed`);
    });
}
