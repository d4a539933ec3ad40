import type { AskedStep } from '#questions';
import { requestProblems } from '../../ground/http/index.js';
import { RequestRefused } from '../../ground/outcome/index.js';
import { NO_SEED } from '../scheduling/index.js';
import { stepsBody } from './what-if.schema.js';

/** The steps as the service takes them. @throws RequestRefused with all that is wrong with any of them */
export function askedSteps(steps: readonly unknown[]): AskedStep[] {
  const problems = requestProblems(stepsBody, { steps });
  if (problems.length > 0) throw RequestRefused.of({ kind: 'WhatIfInvalid', problems });
  // Each has exactly one name: the schema sees to it.
  return stepsBody
    .parse({ steps })
    .steps.map(({ schedule, ...step }) => (schedule === undefined ? (step as AskedStep) : scheduleStep(schedule)));
}

type ScheduleBody = NonNullable<(typeof stepsBody)['_output']['steps'][number]['schedule']>;

function scheduleStep({ pods, profile, tieBreak, seed, preemption }: ScheduleBody): AskedStep {
  const how = { tieBreak, preemption, seed: BigInt(seed ?? NO_SEED) };
  return { schedule: { pods, ...how, ...(profile === undefined ? {} : { profile }) } as never };
}
