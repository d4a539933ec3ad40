import { ArgsType, Field, ID } from '@nestjs/graphql';
import type { DecisionFilter } from '#audit';
import type { FieldProblem } from '#kubernetes';
import { PageArgs, DateTime } from '../graphql/index.js';
import { RequestRefused } from '../outcome/index.js';
import { RUN_ID } from '../scheduling/index.js';
import { DecisionOutcomeModel, ObstacleModel } from './decisions.model.js';
import { readLabels } from './read-labels.js';

/** Which decisions; all that is given must hold. */
@ArgsType()
export class DecisionFilterArgs extends PageArgs {
  @Field(() => ID, {
    nullable: true,
    description: 'Of this run: its global id or its plain id. Dry runs are found in no other way.',
  })
  readonly run?: string | null;

  @Field(() => String, { nullable: true, description: 'Of this pod: `namespace/name`.' })
  readonly pod?: string | null;

  @Field(() => String, { nullable: true, description: 'Of pods of this namespace.' })
  readonly namespace?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Of pods with these labels: `key=value` or `key`, with commas between them. As they were when the decision was indexed, seconds after it was made.',
  })
  readonly labelSelector?: string | null;

  @Field(() => String, { nullable: true, description: 'That bound to this node.' })
  readonly node?: string | null;

  @Field(() => DecisionOutcomeModel, { nullable: true, description: 'That ended so.' })
  readonly outcome?: DecisionOutcomeModel | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of this profile: its name, or the digest of one version of it.',
  })
  readonly profile?: string | null;

  @Field(() => String, { nullable: true, description: 'Where this filter turned a node down.' })
  readonly plugin?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Where a node was turned down for this reason, in kube-scheduler's words; with `plugin`, by that filter.",
  })
  readonly reason?: string | null;

  @Field(() => ObstacleModel, { nullable: true, description: 'How what `plugin` and `reason` say was in the way.' })
  readonly obstacle?: ObstacleModel | null;

  @Field(() => DateTime, { nullable: true, description: 'From this time on.' })
  readonly since?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Before this time.' })
  readonly until?: Date | null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The filter as the service takes it. @throws RequestRefused with all that cannot be read. */
export function decisionFilterOf({
  run,
  pod,
  labelSelector,
  first: _first,
  after: _after,
  ...texts
}: DecisionFilterArgs): DecisionFilter {
  const runId = run && (RUN_ID.read(run)?.run ?? run);
  const [namespace = '', name = '', ...more] = pod?.split('/') ?? [];
  const problems: FieldProblem[] = [];
  if (typeof runId === 'string' && !UUID.test(runId)) problems.push(invalid('run', run, 'not the id of a run'));
  if (typeof pod === 'string' && (name === '' || more.length > 0))
    problems.push(invalid('pod', pod, 'must be namespace/name'));
  const { labels, problem } = readLabels(labelSelector ?? '');
  if (problem !== undefined) problems.push(invalid('labelSelector', labelSelector, problem));
  if (problems.length > 0) throw RequestRefused.invalid(problems);
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined && value !== null)),
    ...(typeof runId === 'string' ? { run: runId } : {}),
    ...(labels.length > 0 ? { labels } : {}),
    ...(typeof pod === 'string' ? { pod: { namespace, name } } : {}),
  };
}

function invalid(field: string, value: unknown, detail: string): FieldProblem {
  return { field, reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(value)}: ${detail}` };
}
