import { ArgsType, Field, ID } from '@nestjs/graphql';
import { ResultService } from '#schedules';
import { ok } from '#requests';
import type { z } from 'zod';
import { inTeam } from '../../ground/caller/index.js';
import { PageArgs, connectionOf, typeOf } from '../../ground/graphql/index.js';
import { operation } from '../../ground/operation/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { REPORT_TYPES } from '../reports/index.js';
import { diffQuery, diffSchema, listQuery, resultPage, resultRows, resultSchema } from './schedule.schema.js';
import { PLACES } from './places.js';
import { formatOf, sendResult } from './send-result.js';
import { shownResult } from './shown.js';

const tag = 'schedules';
const permission = inTeam('viewer');
const uses = { results: ResultService };
const problems = [ErrorCode.SCHEDULE_RESULT_NOT_FOUND];

const ResultConnection = connectionOf<z.output<typeof resultSchema>>(resultSchema, {
  name: 'ScheduleResult',
  what: 'a result',
  counted: false,
});

@ArgsType()
class ResultsArgs extends PageArgs {
  @Field(() => ID, { description: 'The schedule, by id or name.' })
  readonly scheduleId!: string;
}

@ArgsType()
class ResultArgs {
  @Field(() => ID, { description: 'Id of the result.' })
  readonly resultId!: string;
}

@ArgsType()
class DiffArgs extends ResultArgs {
  @Field(() => ID, { description: 'Id of the result to compare with.' })
  readonly with!: string;
}

export const listScheduleResults = operation({
  name: 'listScheduleResults',
  route: 'GET /v1/schedules/:schedule/results',
  tag,
  permission,
  summary: 'List results of a schedule',
  description: 'The history of a schedule, newest first: its results as long as they are kept.',
  uses,
  query: listQuery,
  answer: { status: 200, description: 'A page of results.', schema: resultPage },
  problems: [ErrorCode.SCHEDULE_NOT_FOUND],
  pages: { place: PLACES.id },
  run: async ({ results }, { caller, path: { schedule }, page }) => {
    const found = await results.list(caller, schedule, page);
    return found.refused ? found : ok({ items: found.value.items.map(shownResult), next: found.value.next });
  },
}).connection({
  on: 'Query',
  name: 'scheduleResults',
  type: () => ResultConnection,
  args: ResultsArgs,
  list: 'scheduleResults',
  parts: ['id'],
  forward: true,
  placeOf: ([id = '']) => id,
  partsOf: ({ id }) => [id],
  asked: (_, { scheduleId }) => ({ schedule: scheduleId }),
  node: (result) => result,
});

export const getScheduleResult = operation({
  name: 'getScheduleResult',
  route: 'GET /v1/schedule-results/:result',
  tag,
  permission,
  summary: 'Read a result of a schedule',
  description: 'Its state, digest and deliveries, without its rows.',
  uses,
  answer: { status: 200, description: 'The result.', schema: resultSchema },
  problems,
  run: ({ results }, { caller, path }) => results.get(caller, path.result),
  show: shownResult,
}).field({
  on: 'Query',
  name: 'scheduleResult',
  description: 'A result of a schedule; null if it does not exist.',
  type: typeOf(resultSchema),
  nullWhen: 'ScheduleResultNotFound',
  args: ResultArgs,
  asked: (_, { resultId }) => ({ result: resultId }),
  show: shownResult,
});

export const readScheduleResult = operation({
  name: 'readScheduleResult',
  route: 'GET /v1/schedule-results/:result/rows',
  tag,
  permission,
  summary: 'Read the rows of a result',
  description:
    'As JSON, CSV, NDJSON or Parquet, with the same bytes as delivered files. The caller must see as much of the ' +
    'clusters that the rows are about as the owner of the schedule did.',
  uses,
  answer: { status: 200, description: 'The rows.', schema: resultRows, types: [...REPORT_TYPES] },
  problems: [...problems, ErrorCode.SCHEDULE_RESULT_WITHOUT_ROWS],
  send: async ({ results }, { caller, path }, { reply, type }) => {
    await sendResult(reply, formatOf(type), accepted(await results.rows(caller, path.result)));
  },
});

export const diffScheduleResults = operation({
  name: 'diffScheduleResults',
  route: 'GET /v1/schedule-results/:result/diff',
  tag,
  permission,
  summary: 'Compare two results',
  description:
    'What differs from another result, row by row. Rows are the same row where the columns are equal that say what a ' +
    'row is about, such as the cluster, the group and the resource, or the pod; and of the others the first ones, as ' +
    'few as tell the rows of each result apart.',
  uses,
  query: diffQuery,
  answer: { status: 200, description: 'The rows that differ.', schema: diffSchema },
  problems: [...problems, ErrorCode.SCHEDULE_RESULT_WITHOUT_ROWS],
  run: async ({ results }, { caller, path: { result }, query }) => {
    const found = await results.diff(caller, result, query.with);
    return found.refused ? found : ok({ items: [...found.value] });
  },
}).field({
  on: 'Query',
  name: 'scheduleResultDiff',
  description: 'What differs between two results, row by row.',
  type: typeOf(diffSchema),
  args: DiffArgs,
  asked: (_, { resultId, with: other }) => ({ result: resultId, with: other }),
});
