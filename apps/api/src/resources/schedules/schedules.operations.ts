import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import type { NewSchedule, ShownSchedule } from '#schedules';
import { ScheduleService } from '#schedules';
import { ok } from '#requests';
import type { z } from 'zod';
import { clusterRef } from '../clusters/index.js';
import { inTeam } from '../../ground/caller/index.js';
import { connectionOf, PlainMutationInput, typeOf } from '../../ground/graphql/index.js';
import { UNCACHED } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import {
  begunSchema,
  createdSchema,
  listQuery,
  scheduleBody,
  schedulePage,
  scheduleSchema,
} from './schedule.schema.js';
import { shownSchedule } from './shown.js';
import { PLACES } from './places.js';
import { withWorkNeed } from './works/index.js';

const tag = 'schedules';
const permission = inTeam('viewer');
const uses = { schedules: ScheduleService };
const type = typeOf(scheduleSchema);
const answer = { status: 200, description: 'The schedule.', schema: scheduleSchema } as const;
const problems = [ErrorCode.SCHEDULE_NOT_FOUND];

const ScheduleConnection = connectionOf<z.output<typeof scheduleSchema>>(scheduleSchema, {
  name: 'Schedule',
  what: 'a schedule',
  counted: false,
});

@ArgsType()
class ScheduleArgs {
  @Field(() => ID, { description: 'The schedule, by id or name.' })
  readonly scheduleId!: string;
}

@InputType({ isAbstract: true })
abstract class ScheduleMutationInput extends PlainMutationInput {
  @Field(() => ID, { description: 'The schedule, by id or name.' })
  readonly scheduleId!: string;
}

const pathOf = ({ scheduleId }: ScheduleMutationInput) => ({ schedule: scheduleId });
const changed = (schedule: ShownSchedule) => ({ schedule: shownSchedule(schedule) });

export const listSchedules = operation({
  name: 'listSchedules',
  route: 'GET /v1/schedules',
  tag,
  permission,
  summary: 'List schedules',
  description:
    "What runs by itself, by name, each with its last result: the caller's own schedules, and those of the team for " +
    'its admins who hold what their owners held.',
  uses,
  query: listQuery,
  answer: { status: 200, description: 'A page of schedules.', schema: schedulePage },
  pages: { place: PLACES.text },
  run: async ({ schedules }, { caller, page }) => {
    const { items, next } = await schedules.list(caller, page);
    return ok({ items: items.map(shownSchedule), next });
  },
}).connection({
  on: 'Query',
  name: 'schedules',
  type: () => ScheduleConnection,
  list: 'schedules',
  parts: ['text'],
  forward: true,
  placeOf: ([place = '']) => place,
  partsOf: ({ name }) => [name],
  asked: () => ({}),
  node: (schedule) => schedule,
});

export const createSchedule = operation({
  name: 'createSchedule',
  route: 'POST /v1/schedules',
  tag,
  permission,
  summary: 'Create a schedule',
  description:
    'It runs as its creator, who must hold the role that its work takes, now and at each of its times: with a key ' +
    'that is revoked, or a role that is lost, its results fail.',
  uses,
  body: scheduleBody,
  example: {
    ...{ name: 'weekly', cron: '0 7 * * MON', zone: 'Europe/Berlin', report: 'pending', period: 'last-week' },
    ...{ formats: ['csv', 'parquet'], to: ['file:reports/'] },
  },
  answer: { status: 201, description: 'The schedule.', schema: createdSchema },
  problems: [ErrorCode.SCHEDULE_NAME_TAKEN, ErrorCode.CLUSTER_NOT_FOUND],
  run: ({ schedules }, { caller, body }) => {
    const asked = newSchedule(body);
    return schedules.create(withWorkNeed(caller, asked.work), asked);
  },
  headers: ({ id }) => ({ ...UNCACHED, location: `/v1/schedules/${id}` }),
  show: ({ secret, ...schedule }) => ({ ...shownSchedule(schedule), secret }),
}).mutation({
  input: { what: 'The schedule.', about: 'A schedule to create.', type: PlainMutationInput },
  path: () => ({}),
  ids: ({ cluster }) => ({ cluster: cluster && clusterRef(cluster) }),
  fields: { cluster: 'The cluster, by global id, plain id or name.' },
  payload: {
    schedule: { type, what: 'The schedule' },
    secret: { type: () => String, what: 'What messages to webhooks are signed with, shown only once' },
  },
  changed: ({ secret, ...schedule }) => ({ schedule: shownSchedule(schedule), secret }),
});

export const getSchedule = operation({
  name: 'getSchedule',
  route: 'GET /v1/schedules/:schedule',
  tag,
  permission,
  summary: 'Read a schedule',
  description: 'By id or name, with its last result.',
  uses,
  answer,
  problems,
  run: ({ schedules }, { caller, path }) => schedules.get(caller, path.schedule),
  show: shownSchedule,
}).field({
  on: 'Query',
  name: 'schedule',
  description: 'A schedule; null if it does not exist.',
  type,
  nullWhen: 'ScheduleNotFound',
  args: ScheduleArgs,
  asked: (_, { scheduleId }) => ({ schedule: scheduleId }),
  show: shownSchedule,
});

export const deleteSchedule = operation({
  name: 'deleteSchedule',
  route: 'DELETE /v1/schedules/:schedule',
  tag,
  permission,
  summary: 'Delete a schedule',
  description: 'With all of its results. Delivered files stay.',
  uses,
  answer: { status: 204, description: 'It is deleted.' },
  problems,
  run: ({ schedules }, { caller, path }) => schedules.delete(caller, path.schedule),
}).mutation({
  input: { what: 'The schedule.', about: 'A schedule to delete.', type: ScheduleMutationInput },
  path: pathOf,
  payload: { schedule: { type, what: 'The deleted schedule' } },
  changed,
});

export const pauseSchedule = operation({
  name: 'pauseSchedule',
  route: 'POST /v1/schedules/:schedule/pause',
  tag,
  permission,
  summary: 'Pause a schedule',
  description: 'It is not due until it is resumed.',
  uses,
  answer,
  problems,
  run: ({ schedules }, { caller, path }) => schedules.pause(caller, path.schedule),
  show: shownSchedule,
}).mutation({
  input: { what: 'The schedule.', about: 'A schedule to pause.', type: ScheduleMutationInput },
  path: pathOf,
  payload: { schedule: { type, what: 'The paused schedule' } },
  changed,
});

export const resumeSchedule = operation({
  name: 'resumeSchedule',
  route: 'POST /v1/schedules/:schedule/resume',
  tag,
  permission,
  summary: 'Resume a schedule',
  description: 'It is due at its next time. Times that passed while it was paused are not made up.',
  uses,
  answer,
  problems,
  run: ({ schedules }, { caller, path }) => schedules.resume(caller, path.schedule),
  show: shownSchedule,
}).mutation({
  input: { what: 'The schedule.', about: 'A schedule to resume.', type: ScheduleMutationInput },
  path: pathOf,
  payload: { schedule: { type, what: 'The resumed schedule' } },
  changed,
});

export const runSchedule = operation({
  name: 'runSchedule',
  route: 'POST /v1/schedules/:schedule/run',
  tag,
  permission,
  summary: 'Run a schedule now',
  description: 'Queues a result of the present, beside those of its times, also while it is paused.',
  uses,
  answer: { status: 202, description: 'The schedule, with the id of the result.', schema: begunSchema },
  problems: [...problems, ErrorCode.SCHEDULE_UNDER_WAY],
  run: ({ schedules }, { caller, path }) => schedules.run(caller, path.schedule),
  headers: ({ result }) => ({ location: `/v1/schedule-results/${result}` }),
  show: ({ result, ...schedule }) => ({ ...shownSchedule(schedule), result }),
}).mutation({
  input: { what: 'The schedule.', about: 'A schedule to run.', type: ScheduleMutationInput },
  path: pathOf,
  payload: {
    schedule: { type, what: 'The schedule' },
    resultId: { type: () => ID, what: 'Id of the result that was queued' },
  },
  changed: ({ result, ...schedule }) => ({ schedule: shownSchedule(schedule), resultId: result }),
});

function newSchedule(body: z.output<typeof scheduleBody>): NewSchedule {
  const { name, cron, zone, period, formats, to, condition, keepResults, keepDays, work: kind, ...rest } = body;
  return {
    ...{ name, cron, zone, formats: formats, targets: to, condition, keepResults, keepDays },
    period: period as NewSchedule['period'],
    work: { kind, ...rest },
  };
}
