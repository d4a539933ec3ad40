import type { ReplayReport } from '#scheduling';
import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { ClusterMutationInput } from '../clusters/index.js';
import { MutationPayload, inputOf, DateTime, typeOf } from '../../ground/graphql/index.js';
import { StartPayload } from '../operations/index.js';
import { replayReport, replaySelection } from './replay.schema.js';

@InputType({ description: 'Which decisions are repeated. Default: all decisions in the log.' })
export class ReplayInput extends inputOf(
  replaySelection,
  {
    run: { type: () => ID, description: 'Only this run, by global id or plain id. Required to replay a dry run.' },
    part: 'Only this part of the run, from 0.',
    decision: { type: () => ID, description: 'Only this decision, by global id, or `<run>.<ordinal>`.' },
    from: { type: () => DateTime, description: 'Only parts committed at or after this time.' },
    until: { type: () => DateTime, description: 'Only parts committed before this time.' },
  },
  ClusterMutationInput,
) {}

@ObjectType({ description: 'Payload of startReplay.' })
export class StartReplayPayload extends StartPayload {}

@ObjectType({ description: 'Payload of replay, which changes nothing.' })
export class ReplayPayload extends MutationPayload {
  @Field(typeOf(replayReport), { nullable: true, description: 'The result; null if refused.' })
  readonly replay?: ReplayReport;
}
