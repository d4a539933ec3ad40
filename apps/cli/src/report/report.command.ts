import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, InvalidArgumentError, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import type { Berth } from '../berth.js';
import { UsageError } from '../exit.js';
import { AT, examples, NAMESPACE, OUTPUT } from '../options.js';
import { printLines, printList, table, type Listing } from '../output/index.js';
import type { Terminal } from '../terminal/index.js';
import { answerTable } from './answer-table.js';

type Report = Schemas['Report'];
type Answer = Schemas['ReportAnswer'];

/** What `-o` takes, by the media type that the API is asked for; without it a table is printed. */
const FORMS = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
} as const;
type Form = keyof typeof FORMS;

/** `berth report`: a table about a cluster, or about all of them. */
export function report(berth: Berth): CommandUnknownOpts {
  return new Command('report')
    .alias('reports')
    .addCommand(diffResults(berth))
    .summary('reports: capacity, pending pods, decisions, chargeback and others')
    .description('Print a report about a cluster or all clusters. Without a name, list the reports.')
    .argument('[name]', 'the report: capacity, chargeback, ...')
    .option('--all-clusters', 'every cluster that the caller sees')
    .addOption(AT)
    .option('--from <time>', 'start of the period: a time, a date, or an age such as 7d')
    .option('--to <time>', 'end of the period, exclusive (default: now)')
    .option('--buckets <number>', 'equal parts of the period', buckets)
    .option('--by <what>', 'what rows are grouped by: namespace, team, podLabel:app')
    .option('--resources <resources>', 'only these resources: cpu,memory')
    .option('--prices <file>', 'a price list as CSV: resource,per,price')
    .addOption(NAMESPACE)
    .option('--columns', 'the definitions of its columns instead')
    .option('-f, --file <file>', 'write to this file')
    .addOption(
      new Option('-o, --output <format>', 'output format, exact, instead of a table that rounds').choices(
        formsOf(FORMS),
      ),
    )
    .action(async (name, { allClusters = false, columns = false, file, output, prices, ...query }) => {
      if (name === undefined) return printReports(await reportsOf(berth), berth.terminal);
      if (columns) return printColumns(await reportsOf(berth), name, berth.terminal);
      if (file !== undefined && output === undefined) throw new UsageError('--file needs --output');
      if (output === 'parquet' && file === undefined) throw new UsageError('-o parquet needs --file: it is binary');
      const asked = { ...query, ...(prices !== undefined && { prices: await readFile(prices, 'utf8') }) };
      const path = pathOf(name, { cluster: allClusters ? undefined : berth.cluster, asked });
      const response = await berth.client.fetch(path, { headers: { accept: FORMS[output ?? 'json'] } });
      if (output === undefined) return printAnswer((await response.json()) as Answer, berth.terminal);
      if (response.body === null) return;
      const body = Readable.fromWeb(response.body);
      if (file !== undefined) await pipeline(body, createWriteStream(file));
      else await printLines(body.setEncoding('utf8'), berth.terminal.print);
      berth.terminal.complain(aboutOf(response.headers));
    })
    .addHelpText(
      'after',
      examples(
        ['berth report', 'the reports, and what they take'],
        ['berth report capacity -c prod --by zone', 'how full zones are'],
        ['berth report chargeback -c prod --from 2026-11-01 --to 2026-12-01 --by team -o csv', 'a closed month'],
        ['berth report pending --all-clusters -o parquet -f pending.parquet', 'every cluster, into a file'],
      ),
    );
}

const DIFFERENCES: Listing<Schemas['ScheduleResultDiff']['items'][number]> = {
  columns: [
    { title: 'CHANGE', value: ({ change }) => change },
    { title: 'ROW', value: ({ row }) => row },
    { title: 'COLUMN', value: ({ column }) => column },
    { title: 'BEFORE', value: ({ before }) => textOf(before) },
    { title: 'AFTER', value: ({ after }) => textOf(after) },
  ],
  name: ({ row }) => row,
  empty: 'The results do not differ.',
};

function textOf(cell: Schemas['ScheduleResultDiff']['items'][number]['after']): string | number | null {
  return typeof cell === 'boolean' ? String(cell) : cell;
}

function diffResults(berth: Berth): CommandUnknownOpts {
  return new Command('diff')
    .description('Compare two results of schedules, row by row: what differs in the second from the first.')
    .argument('<before>', 'id of a result')
    .argument('<after>', 'id of another one, of the same columns')
    .addOption(OUTPUT)
    .action(async (before, result, { output: format }) => {
      const params = { path: { result }, query: { with: before } };
      const { items } = await berth.client.get('/v1/schedule-results/{result}/diff', { params });
      printList(items, DIFFERENCES, { terminal: berth.terminal, format });
    });
}

/** @throws InvalidArgumentError */
function buckets(text: string): string {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return text;
}

function formsOf(forms: typeof FORMS): readonly Form[] {
  return Object.keys(forms) as Form[];
}

function pathOf(
  name: string,
  { cluster, asked }: { readonly cluster: string | undefined; readonly asked: Readonly<Record<string, string>> },
): string {
  const query = new URLSearchParams(asked);
  const of = cluster === undefined ? '' : `/clusters/${encodeURIComponent(cluster)}`;
  const path = `/v1${of}/reports/${encodeURIComponent(name)}`;
  return query.size === 0 ? path : `${path}?${query}`;
}

async function reportsOf({ client }: Berth): Promise<readonly Report[]> {
  return (await client.get('/v1/reports')).items;
}

function printReports(reports: readonly Report[], { print, columns: width }: Terminal): void {
  const rows = reports.map(({ name, about, parameters, summary }) => [
    name,
    about === 'state' ? '--at' : '--from --to',
    parameters.map((one) => `--${one.name}`).join(' '),
    summary,
  ]);
  const titles = [{ title: 'REPORT' }, { title: 'OF' }, { title: 'OPTIONS' }, { title: 'ROWS', prose: true }];
  for (const line of table(titles, rows, width)) print(line);
}

function printColumns(reports: readonly Report[], name: string, { print, columns: width }: Terminal): void {
  const found = reports.find((one) => one.name === name);
  if (found === undefined) throw new UsageError(`there is no report ${name}; berth report lists them`);
  print(found.description);
  for (const { name: parameter, choices } of found.parameters)
    if (choices.length > 0) print(`--${parameter}: ${choices.join(', ')}`);
  const rows = found.columns.map((one) => [one.name, one.type, one.unit ?? '-', one.description]);
  const titles = [{ title: 'COLUMN' }, { title: 'TYPE' }, { title: 'UNIT' }, { title: 'DEFINITION', prose: true }];
  for (const line of table(titles, rows, width)) print(line);
}

function printAnswer(answer: Answer, { print, complain, columns: width }: Terminal): void {
  const { items, redacted, digest, closed } = answer;
  if (items.length === 0) complain('The report has no rows.');
  else for (const line of answerTable(answer, width)) print(line);
  const of = closed ? 'closed period, ' : '';
  complain(`${of}digest sha-256=${digest}${redacted === true ? '; it omits what you do not see' : ''}`);
}

/** What CSV, NDJSON and Parquet do not say of themselves. */
function aboutOf(headers: Headers): string {
  const part = headers.get('x-berth-visibility') === 'part' ? '; it omits what you do not see' : '';
  return `${headers.get('x-berth-rows') ?? '?'} rows, digest ${headers.get('x-berth-digest') ?? '?'}${part}`;
}
