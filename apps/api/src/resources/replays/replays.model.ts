import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import type {
  DecidingEngine,
  LocatedDifference,
  NotCompared,
  OtherSource,
  ReplayDifference,
  ReplayReport,
} from '#scheduling';
import { podReference, traceStored } from '../decisions/index.js';
import { Json, typeOf } from '../../ground/graphql/index.js';
import { EngineReferenceModel } from '../profiles/index.js';

@ObjectType('PluginSource', { description: 'A plugin of the operator whose source has changed since the decision.' })
export class OtherSourceModel implements OtherSource {
  @Field({ description: 'Name of the plugin.' })
  readonly name!: string;

  @Field({ description: 'SHA-256 over the source that decided, hexadecimal.' })
  readonly digest!: string;

  @Field(() => String, {
    nullable: true,
    description: 'SHA-256 over the present source, hexadecimal; null if the plugin is not installed.',
  })
  readonly present!: string | null;
}

@ObjectType('DecidingEngine', { description: 'The code that made a decision.' })
export class DecidingEngineModel extends EngineReferenceModel implements DecidingEngine {
  @Field({ description: 'Whether the present build made the decision, with the present plugins of the operator.' })
  readonly isPresent!: boolean;

  @Field(() => [OtherSourceModel], {
    description: "The operator's plugins whose source has changed since the decision.",
  })
  readonly plugins!: readonly OtherSourceModel[];
}

@ObjectType('TraceDifference', { description: 'The first plugin and node whose trace differs.' })
export class TraceDifferenceModel implements LocatedDifference {
  @Field(() => String, {
    description:
      'nodes: a node is in one of the two only; filters, scores: different plugins ran, or with different ' +
      'weights; verdict: of a filter; status: reported for a node; raw, normalized: a score.',
  })
  readonly what!: LocatedDifference['what'];

  @Field(() => String, { nullable: true, description: 'The plugin; null if the difference is not about one plugin.' })
  readonly plugin!: string | null;

  @Field(() => String, { nullable: true, description: 'The node; null if the difference is not about one node.' })
  readonly node!: string | null;

  @Field(() => Json, {
    nullable: true,
    description: 'The recorded value: a status, null if the node passes; or a score.',
  })
  readonly recorded!: unknown;

  @Field(() => Json, { nullable: true, description: 'The value of the replay.' })
  readonly replayed!: unknown;
}

@ObjectType('ReplayDifference', { description: 'A decision that the replay does not reproduce.' })
export class ReplayDifferenceModel implements ReplayDifference {
  @Field(() => ID, { description: 'The decision: `<run>.<ordinal>`.' })
  readonly decision!: string;

  @Field(() => ID, { description: 'The run; a UUID.' })
  readonly run!: string;

  @Field(() => Int, { description: 'The part of the run, from 0.' })
  readonly part!: number;

  @Field(typeOf(podReference), { nullable: true, description: 'The pod; null if the record does not contain it.' })
  readonly pod!: ReplayDifference['pod'];

  @Field({
    description:
      'The first field that differs; `decision`: one of the two is missing; `trace`: only the stored trace ' +
      'differs.',
  })
  readonly field!: string;

  @Field(() => Json, { nullable: true, description: 'The recorded value.' })
  readonly recorded!: unknown;

  @Field(() => Json, { nullable: true, description: 'The value of the replay.' })
  readonly replayed!: unknown;

  @Field(() => TraceDifferenceModel, {
    nullable: true,
    description: 'The first difference of the trace; null if there is none, or too little of the trace is stored.',
  })
  readonly trace!: TraceDifferenceModel | null;

  @Field(typeOf(traceStored), { description: 'How much of the stored trace could be compared.' })
  readonly compared!: ReplayDifference['compared'];

  @Field(() => ID, {
    nullable: true,
    description:
      'The first decision of the part that differs, if that is an earlier one, which may have caused this ' +
      'difference.',
  })
  readonly follows!: string | null;

  @Field(() => DecidingEngineModel, {
    nullable: true,
    description: 'The code that made the decision; null if it is unknown, or no profile was used.',
  })
  readonly engine!: DecidingEngineModel | null;

  @Field({ description: 'The summary, as a sentence.' })
  readonly message!: string;
}

@ObjectType('NotCompared', { description: 'A part of which too little is stored.' })
export class NotComparedModel implements NotCompared {
  @Field(() => ID, { description: 'The run; a UUID.' })
  readonly run!: string;

  @Field(() => Int, { description: 'The part of the run, from 0.' })
  readonly part!: number;

  @Field(() => Int, { description: 'Number of decisions.' })
  readonly decisions!: number;

  @Field({ description: 'The reason.' })
  readonly reason!: string;
}

@ObjectType('Replay', { description: 'The result of a replay.' })
export class ReplayModel implements ReplayReport {
  @Field(() => Int, { description: 'The sum of the next three.' })
  readonly decisions!: number;

  @Field(() => Int, { description: 'Number of decisions that were reproduced.' })
  readonly identical!: number;

  @Field(() => Int, { description: 'Number of decisions that were not reproduced.' })
  readonly different!: number;

  @Field(() => Int, { description: 'Number of decisions of which too little is stored.' })
  readonly notComparable!: number;

  @Field(() => Int, { description: 'The parts of the run that contain them.' })
  readonly parts!: number;

  @Field(() => [ReplayDifferenceModel], { description: 'The first hundred.' })
  readonly differences!: readonly ReplayDifferenceModel[];

  @Field(() => [NotComparedModel], { description: 'The first hundred parts of which too little is stored.' })
  readonly notCompared!: readonly NotComparedModel[];

  @Field(() => Int, { description: 'Duration in milliseconds.' })
  readonly durationMs!: number;

  @Field(() => Int, { description: 'Decisions per second.' })
  readonly decisionsPerSecond!: number;
}
