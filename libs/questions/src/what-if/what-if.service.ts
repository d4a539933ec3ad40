import { ok, type Outcome } from '#requests';
import { type ClusterAt } from '#cluster';
import { TimeSlice, type Caller } from '#database';
import {
  applyStep,
  faultsAt,
  nodeChanges,
  NotPossible,
  standingsOf,
  utilizationOf,
  type Question,
  type QuestionAnswers,
  type QuestionName,
} from '#what-if';
import type { Pod } from '#scheduler';
import { v7 as uuid } from 'uuid';
import type { StateSource } from '../explain/index.js';
import { redactedFor, sightKey } from '../visible/index.js';
import { beginningOf } from './beginning.js';
import { findingsOf, type WithFindings } from './findings-of.js';
import { objectsOf } from './manifests.js';
import { answerQuestion } from './questions.js';
import { Trial, unlessImpossible } from './trial.js';
import { wantedBy } from './wanted.js';
import { endsOf, originsOf, RecordBuilder, type StepAnswer, type WhatIfRecord } from './what-if-record.js';
import type { AskedStep, ReadStep, ScheduleStep, WhatIfRequest } from './what-if-request.js';

/** Answers what would be. Nothing is written: it happens on a copy in memory, which is gone with the answer. */
export class WhatIfService {
  constructor(private readonly source: StateSource) {}

  /** The steps one after the other, on a cluster as it is or was; what cannot be is refused with the step's number. */
  whatIf(caller: Caller, which: ClusterAt, { steps: asked, traces }: WhatIfRequest): Promise<Outcome<WhatIfRecord>> {
    return unlessImpossible(async () => {
      const steps: ReadStep[] = [];
      for (const [index, step] of asked.entries()) steps.push(await readStep(step, index));
      const begun = await beginningOf(caller, this.source, { which, wanted: () => wantedBy(steps) });
      if (begun.refused) return begun;
      const { clusterId, cluster, at } = begun.value;
      const id = uuid();
      const trial = new Trial(begun.value, { id, traces, caller });
      const record = new RecordBuilder(begun.value);
      const [before, standings] = [utilizationOf(cluster.snapshot), standingsOf(cluster.snapshot)];
      const origins = originsOf(cluster.pods());
      const answers: StepAnswer[] = [];
      const slice = new TimeSlice({ signal: caller.signal });
      for (const [index, step] of steps.entries()) {
        answers.push(await made(step, { trial, record, origins, field: `steps[${index}]` }));
        await slice.yieldWhenOver();
      }
      const utilization = { before, after: utilizationOf(cluster.snapshot) };
      const nodes = nodeChanges(standings, standingsOf(cluster.snapshot));
      const { decisions, traces: places, parts } = record;
      const whole = {
        id,
        cluster: clusterId,
        at: at.toISOString(),
        steps: answers,
        utilization,
        nodes,
        ...findingsOf(cluster),
      };
      const answer = redactedFor(whole, begun.value.others);
      return ok({ answer, seen: sightKey(begun.value.sight), decisions, traces: places, parts });
    });
  }

  /** A named question; what it names and is not there is refused by field. */
  ask<Name extends QuestionName>(
    caller: Caller,
    which: ClusterAt,
    question: Question<Name>,
  ): Promise<Outcome<QuestionAnswers[Name] & WithFindings>> {
    return answerQuestion(caller, this.source, { which, question });
  }
}

async function readStep(step: AskedStep, index: number): Promise<ReadStep> {
  if (!('import' in step)) return step;
  return { import: { objects: await objectsOf(step.import.manifests, `steps[${index}].import.manifests`) } };
}

interface StepPlace {
  readonly trial: Trial;
  readonly record: RecordBuilder;
  /** The nodes of pods before the first step. */
  readonly origins: ReadonlyMap<string, string>;
  readonly field: string;
}

async function made(step: ReadStep, place: StepPlace): Promise<StepAnswer> {
  const { trial, field } = place;
  if ('profile' in step) {
    trial.setProfile(step.profile, `${field}.profile`);
    return { step: 'profile', counts: {} };
  }
  if ('schedule' in step) return scheduled(step.schedule, { ...place, field: `${field}.schedule` });
  const outcome = applyStep(trial.beginning.cluster, step);
  if ('faults' in outcome) throw new NotPossible(faultsAt(field, outcome.faults));
  const { counts, problems, waiting, rollouts = [] } = outcome;
  await trial.tryRollouts(rollouts.filter(({ changes }) => changes));
  return {
    step: Object.keys(step)[0] ?? '',
    counts,
    ...(waiting !== undefined && { waiting: waiting.map(({ pod }) => nameOf(pod)) }),
    ...(problems.length > 0 && { problems }),
  };
}

function nameOf({ metadata: { namespace = '', name = '' } = {} }: Pod): { namespace: string; name: string } {
  return { namespace, name };
}

async function scheduled(step: ScheduleStep, { trial, record, origins, field }: StepPlace): Promise<StepAnswer> {
  const decisions = [];
  for await (const part of trial.schedule(step, field)) decisions.push(...record.add(part));
  const pods = endsOf(decisions, origins);
  const outcomes = pods.map(({ outcome }) => outcome);
  const counts = Object.fromEntries(
    [...new Set(outcomes)].map((one) => [one, outcomes.filter((o) => o === one).length]),
  );
  return { step: 'schedule', counts: { selected: pods.length, ...counts }, pods };
}
