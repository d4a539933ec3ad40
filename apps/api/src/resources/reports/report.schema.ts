import { choicesInWords, MOST_BUCKETS, PARAMETERS, REPORTS, type ParameterName } from '#reports';
import { z } from 'zod';
import { component, Json, objectType, shown, typeOf } from '../../ground/graphql/index.js';
import { time, TIMES } from '../../ground/http/index.js';

const names = REPORTS.map(({ name }) => name);
const wrong = `must be a number from 1 to ${MOST_BUCKETS}`;

function takenBy(parameter: ParameterName): string {
  const takers = REPORTS.filter(({ parameters }) => parameters.includes(parameter)).map(({ name }) => name);
  return `${PARAMETERS[parameter]} Reports: ${takers.join(', ')}.`;
}

const BUCKETS = `Number of equal time buckets, 1 to ${MOST_BUCKETS}. Default: 1.`;
const times = {
  at: z
    .string()
    .optional()
    .describe(
      'A position (`123`), a revision (`revision:42`), an RFC 3339 time, or a date: the moment of a report about a ' +
        'state, the end of the log that a report about a period reads. Default: the present.',
    ),
  from: time.optional().describe(`Start of the period, inclusive: ${TIMES}. Default: the oldest stored revision.`),
  to: time.optional().describe(`End of the period, exclusive, not in the future: ${TIMES}. Default: now.`),
};
const buckets = z
  .string()
  .regex(/^[0-9]{1,3}$/, wrong)
  .transform(Number)
  .optional()
  .describe(BUCKETS);
const commas = z.string().transform((text) => text.split(','));

/** Which of these parameters a report takes, the report says. */
export const reportQuery = z.strictObject({
  ...times,
  buckets,
  by: z.string().optional().describe(takenBy('by')),
  namespace: z.string().optional().describe(takenBy('namespace')),
  resources: commas
    .pipe(z.array(z.string()))
    .optional()
    .describe(`${takenBy('resources')} Comma-separated.`),
  prices: z.string().optional().describe(takenBy('prices')),
});

/** The same as arguments of GraphQL, with the report itself. */
export const reportArgs = z.strictObject({
  report: z.string().describe(`Name of the report: ${names.join(', ')}.`),
  ...times,
  buckets: z.number().int().optional().describe(BUCKETS),
  by: reportQuery.shape.by,
  namespace: reportQuery.shape.namespace,
  resources: z.array(z.string()).optional().describe(takenBy('resources')),
  prices: reportQuery.shape.prices,
  first: z.number().int().min(0).max(500).optional().describe('Maximum number of rows, 0 to 500. Default: 50.'),
  skip: z.number().int().min(0).optional().describe('Number of rows to pass over. Default: 0.'),
});

const count = z.number().int();

const column = objectType('ReportColumn', 'A column of a report.', {
  name: z.string().describe('Its name in every form of the report.'),
  type: z
    .string()
    .describe(
      '`text`; `integer`, exact up to 2^53; `number`, a double; `decimal`, the text of an exact decimal number; ' +
        '`time`, RFC 3339; `boolean`.',
    ),
  unit: z.string().nullable().describe('What its numbers count; null if there is no unit, or the row names it.'),
  nullable: z.boolean().describe('Whether its values may be null.'),
  description: z.string().describe('The definition of its values.'),
});

const parameter = objectType('ReportParameter', 'A parameter of a report.', {
  name: z.string().describe('Its name.'),
  description: z.string().describe('Its meaning.'),
  choices: z.array(z.string()).describe('The values that it may have, the default first; empty if it takes any text.'),
});

export const reportSchema = component('Report', 'A report: what its rows are about, and their columns.', {
  name: z.string().describe('Its name in URLs.'),
  summary: z.string().describe('One line about it.'),
  description: z.string().describe('What its rows are.'),
  about: z
    .string()
    .describe('`state`: rows describe a moment, or the end of each bucket; `period`: rows sum up a period.'),
  parameters: z.array(parameter).describe('The parameters that it takes beside the moment or the period.'),
  columns: z.array(column).describe('The columns of its rows, in their order.'),
});

export const reportList = z
  .object({ items: z.array(reportSchema) })
  .meta({ id: 'ReportList', description: 'The reports.' });

const readCluster = objectType('ReportedCluster', 'What a report read of a cluster.', {
  id: z.string().describe('Id of the cluster.'),
  name: z.string().describe('Its name; `team/name` of a cluster that another team shares.'),
  after: z.string().describe('A report about a period reads the log behind this position.'),
  position: z.string().describe('The last position of the log that was read.'),
  visibility: z
    .string()
    .describe('`whole`: the reader sees all of the cluster; `part`: the answer omits what the reader does not see.'),
});

const row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const reportAnswer = component(
  'ReportAnswer',
  'The rows of a report, and what they were computed from.',
  {
    report: z.string().describe('Name of the report.'),
    from: z.iso.datetime().nullable().describe('Start of the period; null if no cluster was read.'),
    to: z.iso.datetime().nullable().describe('End of the period, or the moment; null if no cluster was read.'),
    closed: z
      .boolean()
      .describe('Whether nothing can be written into the period any more: the same question has the same answer.'),
    clusters: z.array(readCluster).describe('The clusters that were read.'),
    redacted: shown(z.literal(true).optional().describe('The answer omits what the reader does not see.'), {
      type: () => Boolean,
      nullable: true,
    }),
    columns: z.array(column).describe('The columns, in their order.'),
    rowCount: count.describe('Number of rows.'),
    digest: z.string().describe('SHA-256 of the rows as NDJSON, hexadecimal.'),
    items: shown(z.array(row).describe('The rows.'), { hidden: true }),
  },
  {
    also: {
      rows: { type: () => [Json], description: 'Rows, as JSON objects.', of: ({ items }: { items: unknown }) => items },
    },
  },
);
export const typeOfReports = typeOf(z.array(reportSchema));
export const typeOfAnswer = typeOf(reportAnswer);

/** The reports as both faces list them. */
export function shownReports(): z.output<typeof reportSchema>[] {
  return REPORTS.map(({ columns, parameters, by, name, summary, description, about }) => ({
    ...{ name, summary, description, about },
    parameters: parameters.map((one) => ({
      name: one,
      description: PARAMETERS[one],
      choices: one === 'by' && by !== undefined ? choicesInWords(by).split(', ') : [],
    })),
    columns: shownColumns(columns),
  }));
}

export function shownColumns(columns: (typeof REPORTS)[number]['columns']): z.output<typeof column>[] {
  return Object.entries(columns).map(([name, { isKey: _, ...of }]) => ({ name, ...of }));
}
