import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Berth } from './berth.js';
import { program } from './run.js';

/** What follows is made; what stands before it is written by hand. */
const HEADING = '## Every command\n';

/** A page whose last part is the help of every command, as it prints it itself. */
export function commandsPage(page: string): string {
  const before = page.slice(0, page.indexOf(HEADING));
  const parts = program(quiet())
    .commands.filter((command) => command.name() !== 'help')
    .flatMap((command) => [command, ...shown(command)])
    .map((command) => `### ${fullName(command)}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\`\n`);
  return `${before}${HEADING}\n${parts.join('\n')}`;
}

/** A terminal of a page's width, on which nothing happens. */
function quiet(): Berth {
  const nothing = (): void => undefined;
  return new Berth({ input: (async function* () {})(), print: nothing, complain: nothing, environment: {} });
}

function shown(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help');
}

function fullName(command: CommandUnknownOpts): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

function helpOf(command: CommandUnknownOpts): string {
  let text = '';
  command.configureOutput({
    writeOut: (written) => {
      text += written;
    },
  });
  command.outputHelp();
  return text.replace(/\nGlobal Options:\n(  .*\n)+/, '').trimEnd();
}
