import { FORMATS, PERIODS, RESULT_STATES, WORK_KINDS } from '#schedules';
import { PARAMETERS, REPORTS } from '#reports';
import { z } from 'zod';
import { component, Json, objectType, shown } from '../../ground/graphql/index.js';
import { pageQuery } from '../../ground/http/index.js';

const MOST_TARGETS = 10;
const LONGEST = { cron: 100, zone: 64, target: 2_000, condition: 2_000, prices: 100_000 };
const reports = REPORTS.map(({ name }) => name).join(', ');

const asText = { type: () => String };
const work = shown(z.enum(WORK_KINDS), asText);
const period = shown(z.enum(PERIODS as [string, ...string[]]), asText);
const format = shown(z.enum(FORMATS), asText);

/** What is asked for when a schedule is created. */
export const scheduleBody = z
  .strictObject({
    name: z.string().describe('Its name, unique in the team: a DNS label.'),
    cron: z
      .string()
      .max(LONGEST.cron)
      .describe(
        'When it is due: five fields (minute, hour, day of the month, month, day of the week), such as ' +
          '`0 7 * * MON`. A time of day that a change of the clocks skips is due right after it, one that comes ' +
          'twice the first time.',
      ),
    zone: z
      .string()
      .max(LONGEST.zone)
      .default('UTC')
      .describe('The time zone of `cron` and `period`, of the IANA database. Default: UTC.'),
    work: work
      .default('report')
      .describe(
        '`report`: a report. `run`: schedules the pending pods of a cluster. `checkpoint`: signs one. ' +
          '`verification`: verifies the stored records. `comparison`: decides what was decided in the period again, ' +
          'with another profile. Default: report.',
      ),
    cluster: z
      .string()
      .min(1)
      .optional()
      .describe('The cluster, by id or name. Default, of a report or verification: all that the owner sees.'),
    report: z.string().optional().describe(`Name of the report: ${reports}.`),
    period: period
      .optional()
      .describe(
        'The last whole hour, day, week (from Monday), month, quarter or year before the time that is due. Default: ' +
          'the present, or all stored history.',
      ),
    buckets: z.number().int().min(1).max(366).optional().describe('Equal time buckets of the report, 1 to 366.'),
    by: z.string().optional().describe(PARAMETERS.by),
    namespace: z.string().optional().describe('Only this namespace.'),
    resources: z.array(z.string()).optional().describe(PARAMETERS.resources),
    prices: z.string().max(LONGEST.prices).optional().describe(PARAMETERS.prices),
    profile: z.string().optional().describe('Of a comparison: the scheduler profile of the other side.'),
    formats: z.array(format).max(FORMATS.length).default(['csv']).describe('Delivered forms. Default: csv.'),
    to: z
      .array(z.string().max(LONGEST.target))
      .max(MOST_TARGETS)
      .default([])
      .describe(
        'Where results are delivered, at most ten: `file:FOLDER/` or `s3://BUCKET/PREFIX/`, below the folder of the ' +
          'team, or the URL of a webhook. Default: nowhere; results are kept.',
      ),
    condition: z
      .string()
      .max(LONGEST.condition)
      .optional()
      .describe(
        'A CEL expression over `rows`, such as `rows.exists(r, r.p99Ms > 900000)`: the first result that meets it is ' +
          'delivered, and no other until one does not meet it.',
      ),
    keepResults: z.number().int().min(1).max(1_000).default(100).describe('Results that are kept. Default: 100.'),
    keepDays: z.number().int().min(1).max(3_650).default(400).describe('Days for which they are kept. Default: 400.'),
  })
  .meta({ id: 'ScheduleInput', description: 'What runs by itself, when, and where its results go.' });

const count = z.number().int();
const instant = z.iso.datetime();

const delivery = objectType('ScheduleDelivery', 'A result on its way to a target.', {
  target: z.string().describe('Where it is delivered.'),
  state: z.string().describe('`waiting`, `delivered`, or `failed`, after its last attempt.'),
  attempts: count.describe('Attempts so far.'),
  lastAt: instant.nullable().describe('Time of the last attempt; null before it.'),
  nextAt: instant.nullable().describe('Time of the next attempt; null if there is none.'),
  problem: z.string().nullable().describe('Why the last attempt failed; null if it did not.'),
});

export const resultSchema = component('ScheduleResult', 'What a schedule came to at a time.', {
  id: z.uuid().describe('Its id.'),
  schedule: z.string().describe('Name of the schedule.'),
  scheduleId: z.uuid().describe('Id of the schedule.'),
  dueAt: instant.describe('The time that was due.'),
  missed: count.describe(
    'Times before it that passed without a result of their own, up to 1,000: this one stands for them.',
  ),
  byHand: z.boolean().describe('Whether a caller asked for it.'),
  state: shown(z.enum(RESULT_STATES), asText).describe('`queued`, `running`, `succeeded` or `failed`.'),
  createdAt: instant.describe('When it was queued.'),
  startedAt: instant.nullable().describe('When its work began, the last time; null before that.'),
  finishedAt: instant.nullable().describe('When it ended; null before that.'),
  problem: z.string().nullable().describe('Why it failed; null if it did not.'),
  problemCode: z.string().nullable().describe('The code of the problem, for programs; null if there is none.'),
  rowCount: count.nullable().describe('Number of rows; null unless it has succeeded.'),
  digest: z.string().nullable().describe('SHA-256 of the rows as NDJSON, hexadecimal; null unless it has succeeded.'),
  conditionMet: z
    .boolean()
    .nullable()
    .describe('Whether the rows meet the condition; null without one, and unless it has succeeded.'),
  about: shown(
    z
      .looseObject({})
      .nullable()
      .describe('What the rows were computed from: period, clusters, positions; null unless it has succeeded.'),
    { type: () => Json },
  ),
  deliveries: z.array(delivery).describe('Where it is delivered; empty if it is not.'),
});

const { name, cron, zone, to, keepResults, keepDays } = scheduleBody.shape;

export const scheduleSchema = component('Schedule', 'Something that runs by itself.', {
  id: z.uuid().describe('Its id.'),
  name: z.string().describe(name.description ?? ''),
  cron: z.string().describe(cron.description ?? ''),
  zone: z.string().describe(zone.description ?? ''),
  period: z.string().nullable().describe('The period that it is about; null for the present, or all stored history.'),
  work: work.describe('What it does: a report, run, checkpoint, verification or comparison.'),
  parameters: shown(z.looseObject({}).describe('What its work was asked for: cluster, report, and so on.'), {
    type: () => Json,
  }),
  formats: z.array(z.string()).describe('Delivered forms.'),
  to: z.array(z.string()).describe(to.description ?? ''),
  condition: z.string().nullable().describe('Only results that meet it are delivered; null: all are.'),
  metSince: instant.nullable().describe('Since when results meet the condition; null while they do not.'),
  keepResults: count.describe(keepResults.description ?? ''),
  keepDays: count.describe(keepDays.description ?? ''),
  owner: z.string().describe('Name of the key or person as whom it runs.'),
  createdAt: instant.describe('When it was created.'),
  nextAt: instant.nullable().describe('When it is due next; null if it is paused, or never due again.'),
  pausedAt: instant.nullable().describe('Since when it is paused; null if it is not.'),
  pausedBecause: z.string().nullable().describe('Why the service paused it; null if it did not.'),
  failedDeliveries: count.describe('Deliveries that failed one after the other: after three it is paused.'),
  lastResult: resultSchema.nullable().describe('Its newest result; null before the first.'),
});

export const createdSchema = z
  .object({
    ...scheduleSchema.shape,
    secret: z
      .string()
      .nullable()
      .describe('What messages to webhooks are signed with (Standard Webhooks), shown only once; null without any.'),
  })
  .meta({ id: 'CreatedSchedule', description: 'A new schedule, with the secret of its webhooks.' });

export const begunSchema = z
  .object({ ...scheduleSchema.shape, result: z.uuid().describe('Id of the result that was queued.') })
  .meta({ id: 'BegunSchedule', description: 'A schedule that was run by hand.' });

export const listQuery = z.strictObject(pageQuery);
export const schedulePage = z
  .object({ items: z.array(scheduleSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'SchedulePage', description: 'A page of schedules, by name.' });
export const resultPage = z
  .object({ items: z.array(resultSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'ScheduleResultPage', description: 'A page of results, newest first.' });

const row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export const resultRows = z
  .looseObject({ items: z.array(row).describe('The rows.') })
  .meta({ id: 'ScheduleResultRows', description: 'The rows of a result, after what they were computed from.' });

export const diffQuery = z.strictObject({
  with: z.uuid().describe('Id of the result to compare with, of the same columns: usually an earlier one.'),
});
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const difference = objectType('RowDifference', 'A row that differs between two results.', {
  change: z.string().describe('`added`, `removed` or `changed`.'),
  row: z.string().describe('What tells the row from the others: what it is about.'),
  column: z.string().nullable().describe('The column that changed; null for a whole row.'),
  before: shown(cell.describe('Its value in the other result; null for a whole row.'), { type: () => Json }),
  after: shown(cell.describe('Its value in this result; null for a whole row.'), { type: () => Json }),
});
export const diffSchema = component('ScheduleResultDiff', 'What differs between two results.', {
  items: z.array(difference).describe('The rows that differ.'),
});
