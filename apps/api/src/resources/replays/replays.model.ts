import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import type {
  DecidingEngine,
  LocatedDifference,
  NotCompared,
  OtherSource,
  ReplayDifference,
  ReplayReport,
} from '#scheduling';
import { PodReferenceModel, TraceStored } from '../decisions/index.js';
import { Json } from '../../ground/graphql/index.js';
import { EngineReferenceModel } from '../profiles/index.js';

@ObjectType('PluginSource', { description: 'A plugin of the operator whose source is another one now.' })
export class OtherSourceModel implements OtherSource {
  @Field({ description: 'Of the plugin.' })
  readonly name!: string;

  @Field({ description: 'SHA-256 over the source that decided, hexadecimal.' })
  readonly digest!: string;

  @Field(() => String, { nullable: true, description: 'The same of the source that decides now; null: none does.' })
  readonly present!: string | null;
}

@ObjectType('DecidingEngine', { description: 'The code that made a decision.' })
export class DecidingEngineModel extends EngineReferenceModel implements DecidingEngine {
  @Field({ description: 'Whether it is the one that decides now, and so are the plugins that the profile names.' })
  readonly isPresent!: boolean;

  @Field(() => [OtherSourceModel], {
    description: 'Plugins of the operator that decided with another source than the one that decides now.',
  })
  readonly plugins!: readonly OtherSourceModel[];
}

@ObjectType('TraceDifference', { description: 'The first plugin and node of which the evidence says something else.' })
export class TraceDifferenceModel implements LocatedDifference {
  @Field(() => String, {
    description:
      'nodes: a node is in one of the two only; filters, scores: other plugins ran, or with other weights; ' +
      'verdict: of a filter; status: the answer for a node; raw, normalized: a score.',
  })
  readonly what!: LocatedDifference['what'];

  @Field(() => String, { nullable: true, description: 'Null where it is about no single plugin.' })
  readonly plugin!: string | null;

  @Field(() => String, { nullable: true, description: 'Null where it is about no single node.' })
  readonly node!: string | null;

  @Field(() => Json, {
    nullable: true,
    description: 'As it was recorded: a status, null where the node passes; or a score.',
  })
  readonly recorded!: unknown;

  @Field(() => Json, { nullable: true, description: 'As it comes out now.' })
  readonly replayed!: unknown;
}

@ObjectType('ReplayDifference', { description: 'A decision that does not come out as it was recorded.' })
export class ReplayDifferenceModel implements ReplayDifference {
  @Field(() => ID, { description: 'The decision: `<run>.<ordinal>`.' })
  readonly decision!: string;

  @Field(() => ID, { description: 'Its run; a UUID.' })
  readonly run!: string;

  @Field(() => Int, { description: 'Its part, from 0.' })
  readonly part!: number;

  @Field(() => PodReferenceModel, { nullable: true, description: 'The pod; null where the record does not say.' })
  readonly pod!: PodReferenceModel | null;

  @Field({
    description:
      'The first field that differs; `decision`: one of the two is not there; `trace`: the stored evidence alone.',
  })
  readonly field!: string;

  @Field(() => Json, { nullable: true, description: 'What was recorded.' })
  readonly recorded!: unknown;

  @Field(() => Json, { nullable: true, description: 'What comes out now.' })
  readonly replayed!: unknown;

  @Field(() => TraceDifferenceModel, {
    nullable: true,
    description: 'Where the evidence differs first; null where it does not, or where too little of it is stored.',
  })
  readonly trace!: TraceDifferenceModel | null;

  @Field(() => TraceStored, { description: 'How much of the stored evidence could be compared.' })
  readonly compared!: ReplayDifference['compared'];

  @Field(() => ID, {
    nullable: true,
    description:
      'The first decision of the part that differs, where that is an earlier one: this one may follow from it.',
  })
  readonly follows!: string | null;

  @Field(() => DecidingEngineModel, {
    nullable: true,
    description: 'What made the decision; null where that is not known, or no profile was asked.',
  })
  readonly engine!: DecidingEngineModel | null;

  @Field({ description: 'All of it in one line.' })
  readonly message!: string;
}

@ObjectType('NotCompared', { description: 'A part of which too little is kept.' })
export class NotComparedModel implements NotCompared {
  @Field(() => ID, { description: 'Its run; a UUID.' })
  readonly run!: string;

  @Field(() => Int, { description: 'The part, from 0.' })
  readonly part!: number;

  @Field(() => Int, { description: 'How many decisions.' })
  readonly decisions!: number;

  @Field({ description: 'Why not.' })
  readonly reason!: string;
}

@ObjectType('Replay', { description: 'What deciding again came to.' })
export class ReplayModel implements ReplayReport {
  @Field(() => Int, { description: 'The sum of the next three.' })
  readonly decisions!: number;

  @Field(() => Int, { description: 'Those that come out as they were recorded.' })
  readonly identical!: number;

  @Field(() => Int, { description: 'Those that do not.' })
  readonly different!: number;

  @Field(() => Int, { description: 'Those of which too little is kept.' })
  readonly notComparable!: number;

  @Field(() => Int, { description: 'The parts that they are of.' })
  readonly parts!: number;

  @Field(() => [ReplayDifferenceModel], { description: 'The first hundred.' })
  readonly differences!: readonly ReplayDifferenceModel[];

  @Field(() => [NotComparedModel], { description: 'The first hundred parts of which too little is kept.' })
  readonly notCompared!: readonly NotComparedModel[];

  @Field(() => Int, { description: 'How long it took, in milliseconds.' })
  readonly durationMs!: number;

  @Field(() => Int, { description: 'How many a second.' })
  readonly decisionsPerSecond!: number;
}
