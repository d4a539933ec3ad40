import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import type { Berth } from '../berth.js';
import { examples, NAMESPACE, OUTPUT } from '../options.js';
import { age, printList, type Listing } from '../output/index.js';
import { collect } from '../service/index.js';
import { GRANTED_ROLES } from './roles.js';

const GRANTS: Listing<Schemas['Grant']> = {
  columns: [
    { title: 'ID', value: ({ id }) => id },
    { title: 'TEAM', value: ({ team }) => team },
    { title: 'ROLE', value: ({ role }) => role },
    { title: 'NAMESPACE', value: ({ namespace }) => namespace },
    { title: 'AGE', value: ({ createdAt }) => createdAt, shown: ({ createdAt }) => age(createdAt) },
  ],
  name: ({ id }) => id,
  empty: 'The cluster is not shared.',
};

/** `berth grants`: what other teams may do in a cluster. */
export function grants(berth: Berth): CommandUnknownOpts {
  return new Command('grants')
    .summary('share a cluster with other teams')
    .description('List, give and remove grants of a cluster to other teams, and show or set the team of a namespace.')
    .addCommand(list(berth), { isDefault: true })
    .addCommand(give(berth))
    .addCommand(takeBack(berth))
    .addCommand(namespace(berth))
    .addHelpText(
      'after',
      examples(
        ['berth grants -c prod', 'the grants of a cluster'],
        ['berth grants give -c prod shop editor -n shop', 'a grant in one namespace'],
        ['berth grants namespace -c prod shop shop', 'assign a namespace to a team'],
        ['berth grants remove -c prod 01a206ae-937b-76a9-83d9-76f83ce7e0af', 'by id'],
      ),
    );
}

function list(berth: Berth): CommandUnknownOpts {
  return new Command('list')
    .description('List the grants of the cluster.')
    .addOption(OUTPUT)
    .action(async ({ output: format }) => {
      const params = { path: { cluster: berth.cluster } };
      const found = await collect(berth.client.items('/v1/clusters/{cluster}/grants', { params }));
      printList(found, GRANTS, { terminal: berth.terminal, format });
    });
}

function give(berth: Berth): CommandUnknownOpts {
  return new Command('give')
    .description('Give another team a role in the cluster, or in one namespace of it.')
    .argument('<team>', 'name or id of the team')
    .addArgument(new Argument('<role>', 'the role; members also need it in their own team').choices(GRANTED_ROLES))
    .addOption(NAMESPACE)
    .action(async (team, role, { namespace }) => {
      const made = await berth.client.post('/v1/clusters/{cluster}/grants', {
        params: { path: { cluster: berth.cluster } },
        body: { team, role, ...(namespace !== undefined && { namespace }) },
      });
      berth.terminal.print(`team ${made.team} is ${made.role} now (grant ${made.id})`);
    });
}

function takeBack(berth: Berth): CommandUnknownOpts {
  return new Command('remove')
    .description('Remove a grant.')
    .argument('<grant>', 'id of the grant')
    .action(async (grant) => {
      const path = { cluster: berth.cluster, grant };
      await berth.client.delete('/v1/clusters/{cluster}/grants/{grant}', { params: { path } });
      berth.terminal.print(`grant ${grant} removed`);
    });
}

function namespace(berth: Berth): CommandUnknownOpts {
  return new Command('namespace')
    .description('Show the team of a namespace; with a team, assign the namespace to it.')
    .argument('<namespace>', 'name of the namespace')
    .argument('[team]', 'name or id of the team')
    .action(async (name, team) => {
      const params = { path: { cluster: berth.cluster, namespace: name } };
      const path = '/v1/clusters/{cluster}/namespaces/{namespace}/team';
      const owned =
        team === undefined
          ? await berth.client.get(path, { params })
          : await berth.client.put(path, { params, body: { team } });
      berth.terminal.print(`namespace ${owned.namespace} belongs to team ${owned.team}`);
    });
}
