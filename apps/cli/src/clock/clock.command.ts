import { Argument, Command, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { startClockMove, type Schemas } from '#client';
import type { Berth } from '../berth.js';
import { resultOf } from '../operations/index.js';
import { examples } from '../options.js';
import { printValue } from '../output/index.js';

type Clock = Schemas['Clock'];
type Move = Omit<Schemas['ClockMove'], 'wait'>;

/** `berth clock`: the time of a cluster that lives. */
export function clock(berth: Berth): CommandUnknownOpts {
  return new Command('clock')
    .summary('the clock of a cluster that lives')
    .description('Show the clock of a cluster, let time pass, or set how it passes. Ctrl-C cancels a movement.')
    .addCommand(show(berth), { isDefault: true })
    .addCommand(advance(berth))
    .addCommand(advanceTo(berth))
    .addCommand(settle(berth))
    .addCommand(mode(berth))
    .addHelpText(
      'after',
      examples(
        ['berth clock -c demo', 'its time, and what happens next'],
        ['berth clock advance -c demo 10m', 'ten minutes pass'],
        ['berth clock settle -c demo', 'until all is quiet'],
        ['berth clock mode -c demo real --rate 60', 'a minute in a second, from now on'],
      ),
    );
}

function show(berth: Berth): CommandUnknownOpts {
  return new Command('show')
    .description('Show the time of a cluster, and its next timer.')
    .addOption(new Option('-o, --output <format>', 'output format').choices(['text', 'yaml', 'json'] as const))
    .action(async ({ output = 'text' }) => {
      const params = { path: { cluster: berth.cluster } };
      const found = await berth.client.get('/v1/clusters/{cluster}/clock', { params });
      if (output === 'text') print(berth, found);
      else printValue(found, output, berth.terminal);
    });
}

function advance(berth: Berth): CommandUnknownOpts {
  return new Command('advance')
    .description('Let so much time pass: 1h2m3.5s, 300ms.')
    .argument('<duration>')
    .action((duration) => move(berth, { advance: duration }));
}

function advanceTo(berth: Berth): CommandUnknownOpts {
  return new Command('advance-to')
    .description('Let time pass up to a time, RFC 3339.')
    .argument('<time>')
    .action((time) => move(berth, { advanceTo: time }));
}

function settle(berth: Berth): CommandUnknownOpts {
  return new Command('settle')
    .description('Let time pass until no object has changed for a while.')
    .option('--quiet <duration>', 'for so long nothing has changed', '10m')
    .option('--at-most <duration>', 'no more time passes than this', '24h')
    .action(({ quiet, atMost }) => move(berth, { settle: { quiet, atMost } }));
}

function mode(berth: Berth): CommandUnknownOpts {
  return new Command('mode')
    .description('Set how time passes from now on: by itself, or in requests alone.')
    .addArgument(new Argument('<mode>').choices(['virtual', 'real'] as const))
    .option('--rate <number>', 'seconds that pass in a second, of a real clock', Number)
    .action((to, { rate }) => move(berth, { mode: to, ...(rate !== undefined && { rate }) }));
}

async function move(berth: Berth, how: Move): Promise<void> {
  const started = await startClockMove(berth.client, berth.cluster, how);
  print(berth, await resultOf<Clock>(berth, started));
}

function print({ terminal }: Berth, { mode: how, rate = 1, now, next, stopped }: Clock): void {
  terminal.print(`${now}, ${how === 'real' && rate !== 1 ? `real, ${rate} seconds in a second` : how}`);
  terminal.print(next === null ? 'no timer' : `next: ${next.at}, ${next.what}`);
  for (const { what, since } of stopped) terminal.print(`stopped since ${since}, because it looped: ${what}`);
}
