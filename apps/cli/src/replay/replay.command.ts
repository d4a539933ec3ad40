import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { startReplay, type Schemas } from '#client';
import type { Berth } from '../berth.js';
import { EXIT, UsageError } from '../exit.js';
import { resultOf } from '../operations/index.js';
import { examples } from '../options.js';
import { counted } from '../output/index.js';
import type { Terminal } from '../terminal/index.js';

type Report = Schemas['ReplayReport'];

/** `berth replay`: the service decides again what it decided. */
export function replay(berth: Berth): CommandUnknownOpts {
  return new Command('replay')
    .summary('decide again what was decided, and compare')
    .description('Make decisions again on the recorded state, and compare everything. Ctrl-C ' + 'cancels it.')
    .option('--run <id>', 'the decisions of this run')
    .option('--part <number>', 'only this part of the run, from 0')
    .option('--decision <id>', 'one decision')
    .option('--all', 'all decisions (the default)')
    .action(async ({ run, part, decision, all }) => {
      if ([run, decision, all].filter((one) => one !== undefined).length > 1)
        throw new UsageError('give only one of --run, --decision and --all');
      if (part !== undefined && (run === undefined || !/^\d{1,9}$/.test(part)))
        throw new UsageError('--part needs --run: the number of a part of it, from 0');
      const which = {
        ...(run !== undefined && { run }),
        ...(part !== undefined && { part: Number(part) }),
        ...(decision !== undefined && { decision }),
      };
      const started = await startReplay(berth.client, berth.cluster, which);
      berth.exitCode = conclude(await resultOf<Report>(berth, started), berth.terminal);
    })
    .addHelpText(
      'after',
      examples(
        ['berth replay -c prod', 'everything'],
        ['berth replay -c prod --decision RUN.7', 'one decision'],
        ['berth replay -c prod --run RUN --part 0', 'one part of a run'],
      ),
    );
}

function conclude(
  {
    decisions,
    parts,
    identical,
    different,
    notComparable,
    differences,
    notCompared,
    durationMs,
    decisionsPerSecond,
  }: Report,
  { print }: Terminal,
): number {
  for (const { message } of differences) print(message);
  if (different > differences.length) print(`and ${different - differences.length} more`);
  for (const { run, part, decisions: count, reason } of notCompared)
    print(`not compared: ${counted(count, 'decision')} of run ${run}, part ${part}: ${reason}`);
  const took = `${(durationMs / 1000).toFixed(1)} s, ${decisionsPerSecond} a second`;
  print(
    `replay: ${counted(decisions, 'decision')} in ${counted(parts, 'part')}, ${identical} identical, ${different} ` +
      `different, ${notComparable} not comparable (${took})`,
  );
  if (different > 0) return EXIT.no;
  return notComparable > 0 && identical === 0 ? EXIT.notJudged : EXIT.ok;
}
