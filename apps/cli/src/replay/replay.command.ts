import { parseArgs } from 'node:util';
import { replay as replayLines, ServiceError, type ProgressLine, type ReplayProgress, type Schemas } from '#client';
import { EXIT, UsageError, type Command, type Terminal } from '../command.js';
import { counted } from '../counted.js';
import { serviceClient } from '../service-client.js';

type Report = Schemas['ReplayReport'];
type Line = ProgressLine<ReplayProgress, Report>;

/** `berth replay`: the service decides again what it decided. */
export const replay: Command = {
  name: 'replay',
  usage: ['replay --cluster NAME [--run ID [--part N] | --decision ID | --all]'],
  summary:
    'Decides again what was decided, on the state as it was, and compares everything. Asks the service at ' +
    'BERTH_URL (http://127.0.0.1:3000), with BERTH_KEY if it is set.',
  run: async (args, terminal) => {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      args: [...args],
      options: { cluster: text, run: text, part: text, decision: text, all: { type: 'boolean', default: false } },
    });
    const { cluster, run, part, decision, all } = values;
    if (cluster === undefined) throw new UsageError('--cluster is to be given');
    if ([run, decision, all || undefined].filter((one) => one !== undefined).length > 1)
      throw new UsageError('one of --run, --decision and --all is to be given');
    if (part !== undefined && (run === undefined || !/^\d{1,9}$/.test(part)))
      throw new UsageError('--part is the number of a part, from 0, of the --run');
    const which = {
      ...(run !== undefined && { run }),
      ...(part !== undefined && { part: Number(part) }),
      ...(decision !== undefined && { decision }),
    };
    return replayed(replayLines(serviceClient(), cluster, which), terminal);
  },
};

async function replayed(lines: AsyncIterable<Line>, terminal: Terminal): Promise<number> {
  try {
    return conclude(await reportOf(lines, terminal), terminal);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    terminal.complain(`berth replay: ${error.message}`);
    return EXIT.unknown;
  }
}

/** A line a so many milliseconds is enough for somebody who waits. */
const EVERY_MS = 2_000;

/** The last line is the report: without it, the replay did not come to its end. */
async function reportOf(lines: AsyncIterable<Line>, { complain }: Terminal): Promise<Report> {
  let said = performance.now();
  for await (const line of lines) {
    if (!('progress' in line)) return line;
    const { decisions, total, different } = line.progress;
    if (performance.now() - said < EVERY_MS) continue;
    complain(`${decisions} of ${counted(total, 'decision')}, ${different} different`);
    said = performance.now();
  }
  throw new Error('the service ended before the replay did');
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
  if (different > 0) return EXIT.broken;
  return notComparable > 0 && identical === 0 ? EXIT.unknown : EXIT.holds;
}
