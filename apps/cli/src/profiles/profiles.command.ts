import { Command, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import type { Berth } from '../berth.js';
import { examples, OUTPUT } from '../options.js';
import { age, printList, printValue, type Listing } from '../output/index.js';
import { collect } from '../service/index.js';
import { readText } from '../terminal/index.js';

type Profile = Schemas['Profile'];

const PROFILES: Listing<Profile> = {
  columns: [
    { title: 'NAME', value: ({ name }) => name },
    { title: 'VERSION', value: ({ version }) => version },
    { title: 'DIGEST', value: ({ digest }) => digest, shown: ({ digest }) => digest.slice(0, 16) },
    { title: 'CHANGED BY', value: ({ changedBy }) => changedBy },
    { title: 'AGE', value: ({ createdAt }) => createdAt, shown: ({ createdAt }) => age(createdAt) },
  ],
  name: ({ name }) => name,
  empty: 'There are no profiles.',
};

/** `berth profiles`: by which rules a cluster is scheduled. */
export function profiles(berth: Berth): CommandUnknownOpts {
  return new Command('profiles')
    .summary('the scheduler profiles of a cluster')
    .description('List, show, set and delete the scheduler profiles of a cluster.')
    .addCommand(list(berth), { isDefault: true })
    .addCommand(show(berth))
    .addCommand(set(berth))
    .addCommand(remove(berth))
    .addHelpText(
      'after',
      examples(
        ['berth profiles -c prod', 'all profiles'],
        ['berth profiles -c prod set scheduler.yaml', 'all of a KubeSchedulerConfiguration'],
        ['berth profiles -c prod show packing', 'one profile, with every default'],
      ),
    );
}

function list(berth: Berth): CommandUnknownOpts {
  return new Command('list')
    .description('List the profiles of a cluster.')
    .addOption(OUTPUT)
    .action(async ({ output: format }) => {
      const params = { path: { cluster: berth.cluster } };
      const found = await collect(berth.client.items('/v1/clusters/{cluster}/profiles', { params }));
      printList(found, PROFILES, { terminal: berth.terminal, format });
    });
}

function show(berth: Berth): CommandUnknownOpts {
  return new Command('show')
    .description('Show one profile: its configuration as given, and in effect.')
    .argument('<profile>')
    .addOption(new Option('-o, --output <format>', 'output format').choices(['yaml', 'json'] as const).default('yaml'))
    .action(async (name, { output }) => {
      const path = `/v1/clusters/${encodeURIComponent(berth.cluster)}/profiles/${encodeURIComponent(name)}`;
      const response = await berth.client.fetch(path);
      printValue((await response.json()) as Profile, output, berth.terminal);
    });
}

function set(berth: Berth): CommandUnknownOpts {
  return new Command('set')
    .description('Create or update every profile of a file; a changed profile gets a new version.')
    .argument(
      '<file>',
      'a KubeSchedulerConfiguration or a legacy Policy, as kube-scheduler reads it; - for standard input',
    )
    .action(async (file) => {
      const response = await berth.client.fetch(
        `/v1/clusters/${encodeURIComponent(berth.cluster)}/scheduler-configuration`,
        { method: 'POST', headers: { 'content-type': 'application/yaml' }, body: await readText(file, berth.terminal) },
      );
      const { profiles: made } = (await response.json()) as Schemas['ConfigurationReport'];
      for (const { name, version, mapping } of made) {
        berth.terminal.print(`profile ${name} is at version ${version}`);
        for (const line of mapped(mapping)) berth.terminal.print(line);
      }
    });
}

/** What each name of a Policy became, a line each. */
function mapped(mapping: Profile['mapping']): readonly string[] {
  return (mapping ?? []).map(({ from, to }) => `  ${from}: ${to?.plugin ?? 'nothing'}`);
}

function remove(berth: Berth): CommandUnknownOpts {
  return new Command('delete')
    .description('Delete a profile. Its decisions continue to name it.')
    .argument('<profile>')
    .action(async (name) => {
      const path = { cluster: berth.cluster, name };
      await berth.client.delete('/v1/clusters/{cluster}/profiles/{name}', { params: { path } });
      berth.terminal.print(`profile ${name} deleted`);
    });
}
