import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { Command, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import type { Berth } from '../berth.js';
import { EXIT, UsageError } from '../exit.js';
import { EXPIRES_IN, examples, LIMIT, NAMESPACE, OUTPUT, wholeNumber } from '../options.js';
import { counted, printLines, printList, printValue, type Listing } from '../output/index.js';
import { collect } from '../service/index.js';

type Schedule = Schemas['Schedule'];
type Result = Schemas['ScheduleResult'];

const WORKS = ['report', 'run', 'checkpoint', 'verification', 'comparison'] as const;
const PERIODS = ['last-hour', 'last-day', 'last-week', 'last-month', 'last-quarter', 'last-year'] as const;
/** What files hold, by the media type that the API is asked for. */
const FORMS = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
} as const;
type Form = keyof typeof FORMS;

const LOOK_MS = 500;

const SCHEDULES: Listing<Schedule> = {
  columns: [
    { title: 'NAME', value: ({ name }) => name },
    { title: 'WORK', value: ({ work }) => work, shown: workInWords },
    { title: 'CRON', value: ({ cron }) => cron },
    { title: 'ZONE', value: ({ zone }) => zone },
    { title: 'NEXT', value: ({ nextAt }) => nextAt, shown: ({ nextAt }) => nextAt ?? 'paused' },
    { title: 'LAST', value: ({ lastResult }) => lastResult?.state ?? null },
    { title: 'PROBLEM', prose: true, value: (schedule) => problemOf(schedule) },
  ],
  name: ({ name }) => name,
  empty: 'There are no schedules.',
};

const RESULTS: Listing<Result> = {
  columns: [
    { title: 'ID', value: ({ id }) => id },
    { title: 'DUE', value: ({ dueAt }) => dueAt },
    { title: 'STATE', value: ({ state }) => state },
    { title: 'MISSED', value: ({ missed }) => missed },
    { title: 'ROWS', value: ({ rowCount }) => rowCount },
    { title: 'DIGEST', value: ({ digest }) => digest, shown: ({ digest }) => digest?.slice(0, 12) ?? '' },
    { title: 'DELIVERED', value: deliveredInWords },
    { title: 'PROBLEM', prose: true, value: (result) => problemOfResult(result) },
  ],
  name: ({ id }) => id,
  empty: 'The schedule has no results yet.',
};

/** `berth schedules`: what runs by itself. */
export function schedules(berth: Berth): CommandUnknownOpts {
  return new Command('schedules')
    .summary('reports, runs, checkpoints and verification that run by themselves')
    .description('Create, list, run and pause what runs by itself, and read its results.')
    .addCommand(list(berth), { isDefault: true })
    .addCommand(create(berth))
    .addCommand(show(berth))
    .addCommand(results(berth))
    .addCommand(download(berth))
    .addCommand(link(berth))
    .addCommand(run(berth))
    .addCommand(change(berth, 'pause', 'Pause a schedule: it is not due until it is resumed.'))
    .addCommand(change(berth, 'resume', 'Resume a schedule. Times that passed meanwhile are not made up.'))
    .addCommand(remove(berth))
    .addHelpText(
      'after',
      examples(
        ['berth schedules', 'what runs by itself, and what it came to'],
        [
          'berth schedules create weekly --report pending --cron "0 7 * * MON" --zone Europe/Berlin --to file:reports/',
          'a file every Monday',
        ],
        ['berth schedules run weekly', 'now, beside its times'],
        ['berth schedules results weekly', 'its history'],
        ['berth schedules download RESULT -o parquet -f weekly.parquet', 'the rows of a result'],
      ),
    );
}

function list(berth: Berth): CommandUnknownOpts {
  return new Command('list')
    .description('List schedules by name, with their last results.')
    .addOption(OUTPUT)
    .action(async ({ output: format }) => {
      printList(await collect(berth.client.items('/v1/schedules')), SCHEDULES, { terminal: berth.terminal, format });
    });
}

function create(berth: Berth): CommandUnknownOpts {
  return new Command('create')
    .description('Create a schedule. It runs as its creator. -c names the cluster; without it a report is about all.')
    .argument('<name>', 'name of the schedule')
    .requiredOption('--cron <cron>', 'when it is due: minute, hour, day of the month, month, day of the week')
    .option('--zone <zone>', 'time zone of --cron and --period: Europe/Berlin (default: UTC)')
    .addOption(new Option('--work <work>', 'what it does').choices(WORKS).default('report' as const))
    .option('--report <report>', 'name of the report')
    .addOption(new Option('--period <period>', 'the last whole one before the time that is due').choices(PERIODS))
    .option('--buckets <number>', 'equal parts of the period', wholeNumber)
    .option('--by <what>', 'what rows are grouped by')
    .addOption(NAMESPACE)
    .option('--resources <resources>', 'only these resources: cpu,memory', commas)
    .option('--prices <file>', 'a price list as CSV: resource,per,price')
    .option('--profile <profile>', 'of a comparison: the profile of the other side')
    .option('--format <formats>', 'delivered forms: csv,parquet,ndjson,json', commas)
    .option(
      '--to <target...>',
      'where results are delivered: file:FOLDER/, s3://BUCKET/PREFIX/ or the URL of a webhook',
    )
    .option('--condition <cel>', 'deliver only what meets it: rows.exists(r, r.p99Ms > 900000)')
    .option('--keep <number>', 'results that are kept', wholeNumber)
    .option('--keep-days <days>', 'days for which results are kept', wholeNumber)
    .action(async (name, { format, prices, keep: keepResults, ...given }) => {
      const { cluster } = berth.connection;
      const body = {
        name,
        ...given,
        ...(cluster !== undefined && { cluster }),
        ...(format !== undefined && { formats: format as Form[] }),
        ...(prices !== undefined && { prices: await readFile(prices, 'utf8') }),
        ...(keepResults !== undefined && { keepResults }),
      };
      const made = await berth.client.post('/v1/schedules', { body });
      berth.terminal.print(`schedule ${made.name} is due next at ${made.nextAt ?? 'no time'}`);
      if (made.secret !== null) berth.terminal.print(`webhooks are signed with ${made.secret} (shown only once)`);
    });
}

function show(berth: Berth): CommandUnknownOpts {
  return new Command('show')
    .description('Show a schedule, with its last result.')
    .argument('<schedule>', 'name or id')
    .addOption(new Option('-o, --output <format>', 'output format').choices(['yaml', 'json'] as const).default('yaml'))
    .action(async (schedule, { output }) => {
      const found = await berth.client.get('/v1/schedules/{schedule}', { params: { path: { schedule } } });
      printValue(found, output, berth.terminal);
    });
}

function results(berth: Berth): CommandUnknownOpts {
  return new Command('results')
    .description('List the results of a schedule, newest first.')
    .argument('<schedule>', 'name or id')
    .addOption(LIMIT)
    .addOption(OUTPUT)
    .action(async (schedule, { limit, output: format }) => {
      const path = { schedule };
      const found = await collect(berth.client.items('/v1/schedules/{schedule}/results', { params: { path } }), limit);
      printList(found, RESULTS, { terminal: berth.terminal, format });
    });
}

function download(berth: Berth): CommandUnknownOpts {
  return new Command('download')
    .description('Write the rows of a result, with the same bytes as delivered files.')
    .argument('<result>', 'id of the result')
    .addOption(
      new Option('-o, --output <format>', 'output format').choices(Object.keys(FORMS) as Form[]).default('csv'),
    )
    .option('-f, --file <file>', 'write to this file')
    .action(async (result, { output, file }) => {
      if (output === 'parquet' && file === undefined) throw new UsageError('-o parquet needs --file: it is binary');
      const path = `/v1/schedule-results/${encodeURIComponent(result)}/rows`;
      const { body } = await berth.client.fetch(path, { headers: { accept: FORMS[output] } });
      if (body === null) return;
      const rows = Readable.fromWeb(body);
      if (file !== undefined) await pipeline(rows, createWriteStream(file));
      else await printLines(rows.setEncoding('utf8'), berth.terminal.print);
    });
}

function link(berth: Berth): CommandUnknownOpts {
  return new Command('link')
    .description('Print a link to the rows of a result, which needs no key until it expires.')
    .argument('<result>', 'id of the result')
    .addOption(
      new Option('-o, --output <format>', 'form of the rows').choices(Object.keys(FORMS) as Form[]).default('csv'),
    )
    .addOption(EXPIRES_IN)
    .action(async (result, { output, expiresIn }) => {
      const body = { format: output, ...(expiresIn !== undefined && { expiresIn }) };
      const path = { result };
      const { url } = await berth.client.post('/v1/schedule-results/{result}/link', { params: { path }, body });
      berth.terminal.print(new URL(url, berth.client.url).href);
    });
}

function run(berth: Berth): CommandUnknownOpts {
  return new Command('run')
    .description('Run a schedule now, beside its times, and wait for its result.')
    .argument('<schedule>', 'name or id')
    .option('--no-wait', 'do not wait')
    .action(async (schedule, { wait }) => {
      const { result } = await berth.client.post('/v1/schedules/{schedule}/run', { params: { path: { schedule } } });
      if (!wait) return berth.terminal.print(`result ${result} is queued`);
      const made = await endOf(berth, result);
      berth.terminal.print(
        `result ${result} ${made.state}${made.rowCount === null ? '' : `: ${counted(made.rowCount, 'row')}`}`,
      );
      for (const { target, state } of made.deliveries) berth.terminal.print(`  ${target} ${state}`);
      const problem = problemOfResult(made);
      if (problem === '') return;
      berth.terminal.complain(problem);
      berth.exitCode = EXIT.no;
    });
}

/** A result once it has ended and each of its deliveries has been tried. */
async function endOf(berth: Berth, result: string): Promise<Result> {
  for (;;) {
    const found = await berth.client.get('/v1/schedule-results/{result}', { params: { path: { result } } });
    const isMade = found.state === 'succeeded' || found.state === 'failed';
    if (isMade && found.deliveries.every(({ attempts }) => attempts > 0)) return found;
    await setTimeout(LOOK_MS);
  }
}

function change(berth: Berth, what: 'pause' | 'resume', description: string): CommandUnknownOpts {
  return new Command(what)
    .description(description)
    .argument('<schedule>', 'name or id')
    .action(async (schedule) => {
      const params = { path: { schedule } };
      const { name, nextAt } = await berth.client.post(`/v1/schedules/{schedule}/${what}`, { params });
      berth.terminal.print(
        nextAt === null ? `schedule ${name} is paused` : `schedule ${name} is due next at ${nextAt}`,
      );
    });
}

function remove(berth: Berth): CommandUnknownOpts {
  return new Command('delete')
    .description('Delete a schedule with its results. Delivered files stay.')
    .argument('<schedule>', 'name or id')
    .action(async (schedule) => {
      await berth.client.delete('/v1/schedules/{schedule}', { params: { path: { schedule } } });
      berth.terminal.print(`schedule ${schedule} is deleted`);
    });
}

function commas(text: string): string[] {
  return text.split(',');
}

function workInWords({ work, parameters }: Schedule): string {
  const { report } = parameters as { readonly report?: string };
  return report === undefined ? work : `${work} ${report}`;
}

/** Why it is paused, or its last result failed, or did not arrive. */
function problemOf({ pausedBecause, lastResult }: Schedule): string {
  return pausedBecause ?? (lastResult === null ? '' : problemOfResult(lastResult));
}

function problemOfResult({ problem, deliveries }: Result): string {
  const failing = deliveries.find((delivery) => delivery.problem !== null);
  return problem ?? (failing === undefined ? '' : `${failing.target}: ${failing.problem}`);
}

function deliveredInWords({ deliveries }: Result): string {
  const delivered = deliveries.filter(({ state }) => state === 'delivered').length;
  return deliveries.length === 0 ? '' : `${delivered} of ${deliveries.length}`;
}
