import { ownField } from '#json';
import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';

/** What is asked of the outside for an option's value or an argument, by its name: such as the clusters. */
export type Sources = Readonly<Record<string, () => Promise<readonly string[]>>>;

/** What may stand in the place of the last of these words; empty where files may, or nothing that is known. */
export async function candidates(
  root: CommandUnknownOpts,
  words: readonly string[],
  sources: Sources,
): Promise<readonly string[]> {
  const last = words.at(-1) ?? '';
  const { command, awaited, given } = reached(root, words.slice(0, -1));
  const argument = command.registeredArguments[given] ?? command.registeredArguments.findLast((one) => one.variadic);
  const known = await (awaited !== undefined
    ? valuesOf(awaited.argChoices, awaited.attributeName(), sources)
    : last.startsWith('-')
      ? optionsOf(root, command)
      : namesOf(command).length > 0
        ? namesOf(command)
        : argument === undefined
          ? []
          : valuesOf(argument.argChoices, argument.name(), sources));
  return known.filter((one) => one.startsWith(last));
}

/** Where the words before lead: a command, how many arguments it has by then, and an option that wants its value. */
interface Reached {
  readonly command: CommandUnknownOpts;
  readonly given: number;
  readonly awaited: Option | undefined;
}

function reached(root: CommandUnknownOpts, words: readonly string[]): Reached {
  let [command, given] = [root, 0];
  let awaited: Option | undefined;
  for (const word of words) {
    if (awaited !== undefined) awaited = undefined;
    else if (word.startsWith('-')) {
      const option = [...command.options, ...root.options].find(({ short, long }) => word === short || word === long);
      if (option?.required === true) awaited = option;
    } else {
      const next = command.commands.find((one) => one.name() === word);
      if (next === undefined) given += 1;
      else command = next;
    }
  }
  return { command, given, awaited };
}

async function valuesOf(
  choices: readonly string[] | undefined,
  name: string,
  sources: Sources,
): Promise<readonly string[]> {
  return choices ?? (await ownField(sources, name)?.()) ?? [];
}

function namesOf(command: CommandUnknownOpts): string[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((one) => one.name())
    .filter((name) => command.parent === null || name !== 'help');
}

function optionsOf(root: CommandUnknownOpts, command: CommandUnknownOpts): string[] {
  const long = [...command.options, ...root.options].flatMap((option) => option.long ?? []);
  return [...new Set([...long, '--help'])];
}
