import { refusal, text } from './definition.js';
import { quoted } from './words.js';

const result = text('Id of the result.');

/** What schedules and their results may meet. */
export const SCHEDULES = {
  ScheduleNotFound: refusal({
    code: 'SCHEDULE_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such schedule',
    description: 'There is no such schedule, or it is not visible to the caller.',
    fields: { schedule: text('Its id or name.') },
    detail: (values) => `schedule ${quoted(values.schedule)} not found`,
    input: ['scheduleId'],
  }),
  ScheduleNameTaken: refusal({
    code: 'SCHEDULE_NAME_TAKEN',
    category: 'alreadyExists',
    title: 'The name is taken',
    description: 'The team has a schedule of this name already.',
    fields: { name: text('The name.') },
    detail: (values) => `a schedule ${quoted(values.name)} exists already in the team`,
    field: 'name',
  }),
  ScheduleUnderWay: refusal({
    code: 'SCHEDULE_UNDER_WAY',
    category: 'conflict',
    title: 'A result of the schedule is under way',
    description: 'A result of the schedule is queued or running: wait for its end.',
    fields: { schedule: text('Name of the schedule.') },
    detail: (values) => `a result of schedule ${quoted(values.schedule)} is under way: wait for its end`,
  }),
  ScheduleResultNotFound: refusal({
    code: 'SCHEDULE_RESULT_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such result',
    description: 'There is no such result, it is not stored any more, or it is not visible to the caller.',
    fields: { result },
    detail: (values) => `result ${quoted(values.result)} not found`,
    input: ['resultId'],
  }),
  ScheduleResultWithoutRows: refusal({
    code: 'SCHEDULE_RESULT_WITHOUT_ROWS',
    category: 'conflict',
    title: 'The result has no rows',
    description: 'The result has no rows that the caller may read: it has not succeeded, or access has changed since.',
    fields: { result, reason: text('Why.') },
    detail: (values) => `result ${values.result} has no rows: ${values.reason}`,
  }),
  ScheduleOwnerRefused: refusal({
    code: 'SCHEDULE_OWNER_REFUSED',
    category: 'forbidden',
    title: 'The owner of the schedule lost the right',
    description: 'The key or person as whom the schedule runs does not hold the right any more.',
    fields: { owner: text('As whom the schedule runs.'), reason: text('Why.') },
    detail: (values) => `the schedule runs as ${values.owner}: ${values.reason}`,
  }),
  ScheduleConditionFailed: refusal({
    code: 'SCHEDULE_CONDITION_FAILED',
    category: 'invalid',
    title: 'The condition has no answer',
    description: 'The condition of the schedule could not be evaluated over the rows.',
    fields: { problem: text('Why.') },
    detail: (values) => `the condition could not be evaluated: ${values.problem}`,
  }),
};
