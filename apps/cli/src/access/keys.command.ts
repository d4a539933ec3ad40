import { Command, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import type { Berth } from '../berth.js';
import { examples, OUTPUT, wholeNumber } from '../options.js';
import { age, printList, type Listing } from '../output/index.js';
import { collect } from '../service/index.js';
import { ROLE_NAMES } from './roles.js';

const KEYS: Listing<Schemas['ApiKey']> = {
  columns: [
    { title: 'ID', value: ({ id }) => id },
    { title: 'NAME', value: ({ name }) => name },
    { title: 'ROLES', value: ({ roles }) => roles.join(',') },
    { title: 'NAMESPACE', value: ({ namespace }) => namespace },
    { title: 'EXPIRES', value: ({ expiresAt }) => expiresAt, shown: ({ expiresAt }) => expiresAt?.slice(0, 10) ?? '' },
    { title: 'REVOKED', value: ({ revokedAt }) => revokedAt, shown: ({ revokedAt }) => revokedAt?.slice(0, 10) ?? '' },
    { title: 'AGE', value: ({ createdAt }) => createdAt, shown: ({ createdAt }) => age(createdAt) },
  ],
  name: ({ id }) => id,
  empty: 'The team has no key.',
};

/** `berth keys`: what programs of a team come with. */
export function keys(berth: Berth): CommandUnknownOpts {
  return new Command('keys')
    .summary('list, create and revoke keys of a team')
    .description('List, create and revoke the API keys of a team.')
    .addCommand(list(berth), { isDefault: true })
    .addCommand(create(berth))
    .addCommand(revoke(berth))
    .addHelpText(
      'after',
      examples(
        ['berth keys shop', 'the keys of a team, without their secrets'],
        ['berth keys create shop ci --role editor --role scheduler', 'a new key, shown only once'],
        ['berth keys revoke shop xPkdLtdT6i8S', 'invalid within 5 s'],
      ),
    );
}

function list(berth: Berth): CommandUnknownOpts {
  return new Command('list')
    .description('List the keys of a team, without their secrets.')
    .argument('<team>', 'name or id of the team')
    .addOption(OUTPUT)
    .action(async (team, { output: format }) => {
      const found = await collect(berth.client.items('/v1/teams/{team}/keys', { params: { path: { team } } }));
      printList(found, KEYS, { terminal: berth.terminal, format });
    });
}

function create(berth: Berth): CommandUnknownOpts {
  return new Command('create')
    .description('Create a key and print it: it is shown only once. Two keys of one name may be valid at once.')
    .argument('<team>', 'name or id of the team')
    .argument('<name>', 'name of the key')
    .addOption(new Option('--role <role...>', 'roles of the key').choices(ROLE_NAMES).makeOptionMandatory())
    .option('--only-cluster <cluster>', 'valid for this cluster only')
    .option('--only-namespace <namespace>', 'valid for this namespace of the cluster only')
    .option('--days <number>', 'days until the key expires', wholeNumber, 90)
    .action(async (team, name, { role: roles, onlyCluster, onlyNamespace, days }) => {
      const made = await berth.client.post('/v1/teams/{team}/keys', {
        params: { path: { team } },
        body: {
          name,
          roles,
          expiresInDays: days,
          ...(onlyCluster !== undefined && { cluster: onlyCluster }),
          ...(onlyNamespace !== undefined && { namespace: onlyNamespace }),
        },
      });
      berth.terminal.print(made.key);
    });
}

function revoke(berth: Berth): CommandUnknownOpts {
  return new Command('revoke')
    .description('Revoke a key, in every process within 5 s.')
    .argument('<team>', 'name or id of the team')
    .argument('<key>', 'id of the key')
    .action(async (team, key) => {
      await berth.client.delete('/v1/teams/{team}/keys/{key}', { params: { path: { team, key } } });
      berth.terminal.print(`key ${key} revoked`);
    });
}
