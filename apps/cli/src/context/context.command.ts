import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Berth } from '../berth.js';
import { UsageError } from '../exit.js';
import { examples, OUTPUT } from '../options.js';
import { printList, type Listing } from '../output/index.js';
import { contextsFile, NoContext, readContexts, writeContexts, type Context, type Contexts } from '../service/index.js';
import { readText } from '../terminal/index.js';

/** A context as it is shown: never its key. */
interface Shown extends Omit<Context, 'key'> {
  readonly current: boolean;
  readonly hasKey: boolean;
}

const CONTEXTS: Listing<Shown> = {
  columns: [
    { title: 'CURRENT', value: ({ current }) => (current ? '*' : '') },
    { title: 'NAME', value: ({ name }) => name },
    { title: 'URL', value: ({ url }) => url },
    { title: 'CLUSTER', value: ({ cluster }) => cluster },
    { title: 'KEY', value: ({ hasKey }) => (hasKey ? 'yes' : 'no') },
  ],
  name: ({ name }) => name,
  empty: 'There are no contexts: berth context set NAME --url URL creates one.',
};

/** `berth context`: services and clusters by names of one's own. */
export function context(berth: Berth): CommandUnknownOpts {
  return new Command('context')
    .summary('named services, keys and clusters')
    .description('Store services, keys and clusters under names, and choose one of them.')
    .addCommand(list(berth), { isDefault: true })
    .addCommand(use(berth))
    .addCommand(set(berth))
    .addCommand(remove(berth))
    .addHelpText(
      'after',
      examples(
        ['berth context set staging --url https://berth.staging.example --cluster shop', 'store a context'],
        ['berth context use staging', 'make it the default of all commands'],
        ['berth --context staging pending', 'once'],
        ['berth context set staging --key-file key.txt', 'add a key; - reads it from standard input'],
      ),
    );
}

function list(berth: Berth): CommandUnknownOpts {
  return new Command('list')
    .description('List the contexts, without their keys.')
    .addOption(OUTPUT)
    .action(({ output: format }) => {
      const { current, contexts } = readContexts(contextsFile(berth.environment));
      const shown = contexts.map(({ key, ...one }) => ({
        ...one,
        current: one.name === current,
        hasKey: Boolean(key),
      }));
      printList(shown, CONTEXTS, { terminal: berth.terminal, format });
    });
}

function use(berth: Berth): CommandUnknownOpts {
  return new Command('use')
    .description('Make a context the current one.')
    .argument('<context>')
    .action((name) => {
      change(berth, ({ contexts }) => {
        if (!contexts.some((one) => one.name === name)) throw new NoContext(name, contexts);
        return { current: name, contexts };
      });
      berth.terminal.print(`context ${name} is the current one`);
    });
}

/** `--url` and `--cluster` are those of every command. */
function set(berth: Berth): CommandUnknownOpts {
  return new Command('set')
    .description('Store or change a context with --url, --cluster and --key-file.')
    .argument('<context>')
    .option('--key-file <file>', 'file that contains the key; - for standard input')
    .action(async (name, { keyFile }) => {
      const { url, cluster } = berth.named;
      const key = keyFile === undefined ? undefined : (await readText(keyFile, berth.terminal)).trim();
      if (key === '') throw new UsageError(`${keyFile} contains no key`);
      if (url !== undefined && !/^https?:\/\/./.test(url)) throw new UsageError('--url must be an http or https URL');
      const given = { ...(url && { url }), ...(key && { key }), ...(cluster && { cluster }) };
      change(berth, ({ current, contexts }) => {
        const before = contexts.find((one) => one.name === name);
        // A key is for the service that it was given for.
        const { key: kept, ...rest } = before ?? {};
        const same = url === undefined || url === before?.url;
        const made = { ...rest, ...(kept !== undefined && same && { key: kept }), ...given, name };
        return {
          current: current ?? name,
          contexts: before === undefined ? [...contexts, made] : contexts.map((one) => (one === before ? made : one)),
        };
      });
      berth.terminal.print(`context ${name} stored`);
    });
}

function remove(berth: Berth): CommandUnknownOpts {
  return new Command('delete')
    .description('Delete a context. Its service is not affected.')
    .argument('<context>')
    .action((name) => {
      change(berth, ({ current, contexts }) => {
        const left = contexts.filter((one) => one.name !== name);
        if (left.length === contexts.length) throw new NoContext(name, contexts);
        return { ...(current !== undefined && current !== name && { current }), contexts: left };
      });
      berth.terminal.print(`context ${name} deleted`);
    });
}

function change({ environment }: Berth, make: (kept: Contexts) => Contexts): void {
  const path = contextsFile(environment);
  writeContexts(path, make(readContexts(path)));
}
