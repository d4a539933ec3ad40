import { EXIT, UsageError, type Command, type Terminal } from './command.js';
import { COMMANDS } from './commands.js';

/** Runs the command that the first argument names; answers the exit code. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  const command = COMMANDS.find((one) => one.name === name);
  if (command === undefined) {
    const asked = name === undefined || name === '--help' || name === 'help';
    (asked ? terminal.print : terminal.complain)(
      asked ? overview() : `berth: there is no command ${name}\n\n${overview()}`,
    );
    return asked ? EXIT.holds : EXIT.unknown;
  }
  if (rest.includes('--help')) {
    terminal.print(`${usageOf(command)}\n\n${command.summary}`);
    return EXIT.holds;
  }
  try {
    return await command.run(rest, terminal);
  } catch (error) {
    // `parseArgs` throws TypeErrors with such a code.
    const wrong =
      error instanceof UsageError || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
    if (!wrong) throw error;
    terminal.complain(`berth ${command.name}: ${(error as Error).message}\n${usageOf(command)}`);
    return EXIT.unknown;
  }
}

function overview(): string {
  return COMMANDS.map((command) => `${usageOf(command)}\n    ${command.summary}`).join('\n');
}

function usageOf({ usage }: Command): string {
  return usage.map((form) => `berth ${form}`).join('\n');
}
