import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { ClusterMutationInput } from '../clusters/index.js';
import { MutationPayload, inputOf, DateTime } from '../../ground/graphql/index.js';
import { StartPayload } from '../operations/index.js';
import { replaySelection } from './replay.schema.js';
import { ReplayModel } from './replays.model.js';

@InputType({ description: 'Which decisions are made again; all that the log has when nothing is given.' })
export class ReplayInput extends inputOf(
  replaySelection,
  {
    run: {
      type: () => ID,
      description: 'Of this run only: its global id or its plain id. The only way to replay a dry run.',
    },
    part: 'Of this part of the run only, from 0.',
    decision: { type: () => ID, description: 'This decision only: its global id, or `<run>.<ordinal>`.' },
    from: { type: () => DateTime, description: 'Of parts that were committed at this time or later.' },
    until: { type: () => DateTime, description: 'Of parts that were committed before this time.' },
  },
  ClusterMutationInput,
) {}

@ObjectType({ description: 'What startReplay did.' })
export class StartReplayPayload extends StartPayload {}

@ObjectType({ description: 'What replay did: nothing is changed.' })
export class ReplayPayload extends MutationPayload {
  @Field(() => ReplayModel, { nullable: true, description: 'The result; null if refused.' })
  readonly replay?: ReplayModel;
}
