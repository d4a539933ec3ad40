import { Command, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { clusterRef, type Schemas } from '#client';
import type { Berth } from '../berth.js';
import { UsageError } from '../exit.js';
import { examples, OUTPUT, WATCH } from '../options.js';
import { age, counted, look, printList, type Listing } from '../output/index.js';
import { collect } from '../service/index.js';

type Cluster = Schemas['Cluster'];

/** A fork names the cluster that it began as, which may be gone. */
const listing = (names: ReadonlyMap<string, string>): Listing<Cluster> => ({
  columns: [
    { title: 'NAME', value: ({ id, name }) => names.get(id) ?? name },
    { title: 'REVISION', value: ({ revision }) => Number(revision) },
    { title: 'NODES', value: ({ counts }) => counts.nodes },
    { title: 'PODS', value: ({ counts }) => counts.pods },
    { title: 'PENDING', value: ({ counts }) => counts.pendingPods },
    { title: 'FORK OF', value: ({ origin }) => origin && (names.get(origin.cluster) ?? origin.cluster) },
    { title: 'AGE', value: ({ createdAt }) => createdAt, shown: ({ createdAt }) => age(createdAt) },
    {
      title: 'FOLLOWS',
      value: ({ mirror }) => mirror?.source,
      shown: ({ mirror }) => (mirror === null ? '' : following(mirror)),
    },
  ],
  name: ({ id, name }) => names.get(id) ?? name,
  empty: 'There are no clusters yet: berth clusters create NAME creates one.',
});

/** What is followed, and how far behind, or since when nothing comes any more. */
function following({ source, lastAt, lapsesAt, behindSeconds, unjudged }: NonNullable<Cluster['mirror']>): string {
  const isAlive = Date.now() < Date.parse(lapsesAt);
  const lag = isAlive ? `${behindSeconds.toFixed(1)} s behind` : `nothing for ${age(lastAt)}`;
  return `${source}, ${lag}${unjudged > 0 ? `, ${unjudged} decisions not judged yet` : ''}`;
}

/** `berth clusters`: those that there are, and those that come and go. */
export function clusters(berth: Berth): CommandUnknownOpts {
  return new Command('clusters')
    .summary('list, create and delete clusters')
    .description('List, create and delete clusters.')
    .addCommand(list(berth), { isDefault: true })
    .addCommand(create(berth))
    .addCommand(remove(berth))
    .addHelpText(
      'after',
      examples(
        ['berth clusters', 'all clusters'],
        ['berth clusters create prod', 'a new cluster, empty'],
        ['berth clusters create plain --controllers none', 'an API server alone'],
        ['berth clusters create demo --clock real --start-after 20s', 'one that lives'],
        ['berth clusters list -o csv', 'for a spreadsheet'],
        ['berth clusters delete prod --yes', 'with its history'],
      ),
    );
}

function list(berth: Berth): CommandUnknownOpts {
  return new Command('list')
    .description('List the clusters, by name, and their content.')
    .addOption(OUTPUT)
    .addOption(WATCH)
    .action(({ output, watch }) =>
      look({ terminal: berth.terminal, watch, output }, async (terminal, format) => {
        const found = await collect(berth.client.items('/v1/clusters'));
        const { team } = await berth.client.get('/v1/whoami');
        const names = new Map(found.map((one) => [one.id, clusterRef(one, team)]));
        printList(found, listing(names), { terminal, format });
      }),
    );
}

function create(berth: Berth): CommandUnknownOpts {
  return new Command('create')
    .description('Create an empty cluster. berth import fills it.')
    .argument('<name>', 'a DNS label')
    .addOption(
      new Option('--controllers <who>', 'who acts beside its API server (default: instant)').choices([
        'none',
        'instant',
      ] as const),
    )
    .addOption(
      new Option('--clock <mode>', 'it lives, and its time passes by itself or in requests alone').choices([
        'virtual',
        'real',
      ] as const),
    )
    .option('--rate <number>', 'with --clock real: seconds that pass in a second', Number)
    .option('--start-after <duration>', 'with --clock: how long pods take to start')
    .action(async (name, { controllers, clock: mode, rate, startAfter }) => {
      if (mode === undefined && (rate !== undefined || startAfter !== undefined))
        throw new UsageError('--rate and --start-after need --clock');
      const kubelet = startAfter === undefined ? {} : { kubelet: { 'start-after': startAfter } };
      const body = {
        name,
        ...(controllers !== undefined && { controllers }),
        ...(mode !== undefined && { clock: { mode, ...(rate !== undefined && { rate }), ...kubelet } }),
      };
      const made = await berth.client.post('/v1/clusters', { body });
      berth.terminal.print(`cluster ${made.name} created (${made.id})`);
    });
}

function remove(berth: Berth): CommandUnknownOpts {
  return new Command('delete')
    .description('Delete a cluster: its objects, its decisions and its history.')
    .argument('<cluster>', 'name or id of the cluster; team/name of one that another team shares')
    .option('--yes', 'confirm the deletion; without it, only print what would be deleted')
    .action(async (cluster, { yes }) => {
      const path = { cluster };
      const { name, counts, revision } = await berth.client.get('/v1/clusters/{cluster}', { params: { path } });
      if (yes !== true)
        throw new UsageError(
          `cluster ${name} has ${counted(counts.nodes, 'node')}, ${counted(counts.pods, 'pod')} and ` +
            `${counted(Number(revision), 'revision')} of history, which are deleted with it; confirm with --yes`,
        );
      await berth.client.delete('/v1/clusters/{cluster}', { params: { path } });
      berth.terminal.print(`cluster ${name} deleted`);
    });
}
