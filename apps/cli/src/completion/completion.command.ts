import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { clusterRef } from '#client';
import type { Berth } from '../berth.js';
import { examples } from '../options.js';
import { collect, contextsFile, readContexts } from '../service/index.js';
import { candidates, type Sources } from './candidates.js';
import { SCRIPTS } from './scripts.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** The deadline of a completion: Tab is pressed by hand. */
const DEADLINE_MS = 1_000;

/** `berth completion`: what a shell needs to complete `berth`, names of clusters, contexts and profiles too. */
export function completion(berth: Berth): CommandUnknownOpts {
  const command = new Command('completion')
    .summary('completion scripts for shells')
    .description(
      'Print the completion script of a shell. It completes the names of clusters, contexts and profiles too.',
    )
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell) => {
      berth.terminal.print(SCRIPTS[shell]);
    })
    .addHelpText(
      'after',
      examples(
        ['source <(berth completion bash)', 'in ~/.bashrc'],
        ['source <(berth completion zsh)', 'in ~/.zshrc, after compinit'],
        ['berth completion fish > ~/.config/fish/completions/berth.fish', 'once'],
      ),
    );
  command.addCommand(
    new Command('candidates')
      .description('List the completions of the last word, for the scripts.')
      .argument('[words...]')
      .action(async (words) => {
        const root = command.parent;
        if (root !== null) for (const one of await candidates(root, words, sourcesOf(berth))) berth.terminal.print(one);
      }),
    { hidden: true },
  );
  return command;
}

function sourcesOf(berth: Berth): Sources {
  const clusters = quickly(async () => {
    const found = await collect(berth.client.items('/v1/clusters', { params: { query: { pageSize: 500 } } }), 500);
    const { team } = await berth.client.get('/v1/whoami');
    return found.map((one) => clusterRef(one, team));
  });
  const profiles = quickly(async () => {
    const params = { path: { cluster: berth.cluster } };
    const found = await collect(berth.client.items('/v1/clusters/{cluster}/profiles', { params }), 500);
    return found.map(({ name }) => name);
  });
  const contexts = quickly(() =>
    Promise.resolve(readContexts(contextsFile(berth.environment)).contexts.map(({ name }) => name)),
  );
  return { cluster: clusters, with: clusters, profile: profiles, context: contexts };
}

/** Nothing is better than an error in the middle of a command line. */
function quickly(names: () => Promise<string[]>): () => Promise<string[]> {
  return () =>
    Promise.race([
      names().catch(() => []),
      new Promise<string[]>((resolve) => {
        setTimeout(resolve, DEADLINE_MS, []).unref();
      }),
    ]);
}
