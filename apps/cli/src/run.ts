import { ownField } from '#json';
import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { AnswerCutOff, ServiceError, ServiceUnreachable } from '#client';
import { Berth } from './berth.js';
import { COMMANDS } from './commands.js';
import { EXIT, NoAnswer, UsageError } from './exit.js';
import type { Terminal } from './terminal/index.js';
import { version } from './version.js';

/** Runs `berth` with these arguments; answers the exit code. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const berth = new Berth(terminal);
  const root = program(berth);
  try {
    await root.parseAsync(args, { from: 'user' });
    return berth.exitCode;
  } catch (error) {
    terminal.status?.('');
    if (error instanceof CommanderError && error.code === 'commander.excessArguments') sayUnknown(root, args, terminal);
    return await failed(error, berth);
  }
}

/** The whole command: every command, its options and its help. */
export function program(berth: Berth): CommandUnknownOpts {
  const { print, complain, columns } = berth.terminal;
  const root = new Command('berth')
    .description('The client of a Berth service: scheduling as a service, with the evidence of every decision.')
    .option('--context <name>', 'a stored service, key and cluster')
    .option('--url <url>', 'the service (BERTH_URL, http://127.0.0.1:3000)')
    .option('-c, --cluster <name>', 'the cluster (BERTH_CLUSTER)')
    .version(version(), '-V, --version', 'print the version')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => {
        print(text.trimEnd());
      },
      writeErr: (text) => {
        complain(text.trimEnd());
      },
      getOutHelpWidth: () => columns ?? HELP_COLUMNS,
      getErrHelpWidth: () => columns ?? HELP_COLUMNS,
      outputError: (text, write) => {
        write(text.replace(/^error: /, 'berth: '));
      },
    })
    .showHelpAfterError('See `berth help`, and `--help` after any command.')
    .exitOverride();
  root.hook('preAction', (_, command) => {
    berth.named = root.opts();
    berth.command = wordsOf(command);
    berth.usage = command.createHelp().commandUsage(command);
  });
  for (const make of COMMANDS) root.addCommand(alike(make(berth), root));
  return root.addHelpText('after', ENDING);
}

/** Without a terminal, help is as wide as a page. */
const HELP_COLUMNS = 100;

const ENDING = `
Contexts are stored in ~/.config/berth/config.yaml (BERTH_CONFIG); BERTH_URL, BERTH_KEY and
BERTH_CLUSTER take precedence over the current one. A member of several teams, whose BERTH_KEY
is a token, names the team in BERTH_TEAM.

Exit codes: 0 success: judged, and good; 1 judged, and bad (a condition of --fail-on matches, a
question is answered with no, history does not hold, states differ); 2 the command line is invalid;
3 the service refuses it, or the input is invalid; 4 not judged (manifests of kinds that are not
read, or no answer from the service); 130 after Ctrl-C.`;

/** The names of a command below the root: `keys create`. */
function wordsOf(command: CommandUnknownOpts): string {
  const { parent } = command;
  return parent === null ? '' : [wordsOf(parent), command.name()].filter((word) => word !== '').join(' ');
}

/** What `addCommand` leaves out: commands of commands complain as the whole does. */
function alike(command: CommandUnknownOpts, parent: CommandUnknownOpts): CommandUnknownOpts {
  command.copyInheritedSettings(parent);
  for (const one of command.commands) alike(one, command);
  return command;
}

/** Groups of commands list by default: what is no command of them is an argument of the list to Commander. */
function sayUnknown(root: CommandUnknownOpts, args: readonly string[], { complain }: Terminal): void {
  let group = root;
  for (const word of args.filter((arg) => !arg.startsWith('-'))) {
    const next = group.commands.find((command) => command.name() === word);
    if (next !== undefined) group = next;
    else if (group !== root && group.commands.length > 0) {
      const names = group.commands.map((command) => command.name()).join(', ');
      complain(`berth: ${wordsOf(group)} has no command ${word}; it has ${names}`);
      return;
    }
  }
}

async function failed(error: unknown, berth: Berth): Promise<number> {
  const {
    terminal: { complain },
    usage,
  } = berth;
  // Commander has said what is wrong, or printed the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  complain(`berth: ${error instanceof UsageError ? await error.inWords() : inWords(error)}`);
  if (error instanceof ServiceError && error.status === 401) complain(`berth: ${berth.keyInWords}`);
  if (error instanceof UsageError && usage !== undefined) complain(`Usage: ${usage}`);
  if (isUsage(error)) return EXIT.usage;
  return gaveNoAnswer(error) ? EXIT.notJudged : EXIT.refused;
}

/** The service is away or busy, or failed: another time it may answer. */
function gaveNoAnswer(error: unknown): boolean {
  if (error instanceof ServiceError) return error.status >= 500 || error.status === 429;
  return error instanceof ServiceUnreachable || error instanceof AnswerCutOff || error instanceof NoAnswer;
}

/** Of a file that was named too. */
function isUsage(error: unknown): boolean {
  return error instanceof UsageError || typeof (error as NodeJS.ErrnoException).path === 'string';
}

/** Why a file cannot be read. */
const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
};

function inWords(error: unknown): string {
  const { path, code } = error as NodeJS.ErrnoException;
  const unreadable = typeof path === 'string' ? ownField(UNREADABLE, code ?? '') : undefined;
  if (unreadable !== undefined) return `cannot read ${path}: ${unreadable}`;
  if (error instanceof ServiceError && error.requestId !== undefined && error.status >= 500)
    return `${error.message} (request ${error.requestId})`;
  if (error instanceof ServiceUnreachable) return `${error.message}; is it running? npm start, --url or BERTH_URL`;
  if (error instanceof ServiceError && error.code === 'NO_PODS_SELECTED')
    return error.message.replace('set "allowEmpty": true', '--allow-empty');
  if (error instanceof AnswerCutOff) return 'the service ended before the answer did';
  return error instanceof Error ? error.message : String(error);
}
