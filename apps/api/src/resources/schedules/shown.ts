import type { Result, ShownSchedule } from '#schedules';
import type { z } from 'zod';
import { describeRefusal, ErrorCode } from '../../ground/outcome/index.js';
import type { resultSchema, scheduleSchema } from './schedule.schema.js';

type ShownResult = z.output<typeof resultSchema>;

/** A schedule as every face shows it. */
export function shownSchedule(schedule: ShownSchedule): z.output<typeof scheduleSchema> {
  const { work, owner, targets, lastResult, metSince, createdAt, nextAt, pausedAt } = schedule;
  const { kind, ...parameters } = work;
  const { id, name, cron, zone, period, formats, condition, keepResults, keepDays } = schedule;
  return {
    ...{ id, name, cron, zone, period, work: kind, parameters, formats: [...formats], to: [...targets], condition },
    ...{ metSince: text(metSince), keepResults, keepDays, owner: owner.actor, createdAt: createdAt.toISOString() },
    ...{ nextAt: text(nextAt), pausedAt: text(pausedAt), pausedBecause: schedule.pausedBecause },
    failedDeliveries: schedule.failedDeliveries,
    lastResult: lastResult === null ? null : shownResult(lastResult),
  };
}

/** A result, without its rows. */
export function shownResult(result: Result): ShownResult {
  const { id, schedule, dueAt, missed, byHand, state, createdAt, startedAt, finishedAt, head, deliveries } = result;
  const { rowCount, digest, conditionMet } = result;
  const problem = problemOf(result);
  return {
    ...{ id, schedule: schedule.name, scheduleId: schedule.id, dueAt: dueAt.toISOString(), missed, byHand, state },
    ...{ createdAt: createdAt.toISOString(), startedAt: text(startedAt), finishedAt: text(finishedAt) },
    ...{ problem: problem?.detail ?? null, problemCode: problem?.code ?? null },
    ...{ rowCount, digest, conditionMet, about: head as ShownResult['about'] },
    deliveries: deliveries.map(({ target, state: at, attempts, lastAt, nextAt, problem: why }) => ({
      ...{ target, state: at, attempts, lastAt: text(lastAt), nextAt: text(nextAt), problem: why },
    })),
  };
}

function problemOf({ failure, id }: Result): { readonly code: string; readonly detail: string } | null {
  if (failure === null) return null;
  if ('refusal' in failure) return describeRefusal(failure.refusal);
  return failure.fault === 'outage'
    ? { code: ErrorCode.UNAVAILABLE, detail: 'the database did not answer' }
    : { code: ErrorCode.INTERNAL, detail: `an unexpected error; the log has it under request id ${id}` };
}

function text(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
