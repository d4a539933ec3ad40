import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { MutationInput, MutationPayload } from '../graphql/mutation.model.js';
import { DateTime } from '../graphql/scalars.js';
import { ReplayModel } from './replays.model.js';

@InputType({ description: 'Which decisions are made again; all that the log has when nothing is given.' })
export class ReplayInput extends MutationInput {
  @Field(() => ID, { description: 'The cluster: its global id, its plain id or its name.' })
  readonly clusterId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Of this run only: its global id or its plain id. The only way to replay a dry run.',
  })
  readonly run?: string | null;

  @Field(() => Int, { nullable: true, description: 'Of this part of the run only, from 0.' })
  readonly part?: number | null;

  @Field(() => ID, { nullable: true, description: 'This decision only: its global id, or `<run>.<ordinal>`.' })
  readonly decision?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Of parts that were committed at this time or later.' })
  readonly from?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Of parts that were committed before this time.' })
  readonly until?: Date | null;
}

@ObjectType({ description: 'What replay did: nothing is changed.' })
export class ReplayPayload extends MutationPayload {
  @Field(() => ReplayModel, { nullable: true, description: 'What it came to; null when it was refused.' })
  readonly replay?: ReplayModel;
}
