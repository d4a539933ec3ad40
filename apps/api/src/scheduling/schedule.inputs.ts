import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { MutationInput, MutationPayload } from '../graphql/mutation.model.js';
import { Json } from '../graphql/scalars.js';
import { PreemptionModel, RunModel, TieBreakModel } from './runs.model.js';

@InputType({
  description: 'Which pods: by name, or the pending ones by namespace and labels; nothing given is all pending pods.',
})
export class PodSelectionInput {
  @Field(() => [String], {
    nullable: true,
    description: '`namespace/name`, 1 to 10,000 of them, in any order; instead of the other fields.',
  })
  readonly names?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Pending pods of this namespace.' })
  readonly namespace?: string | null;

  @Field(() => String, { nullable: true, description: "Pending pods with these labels, in kubectl's grammar." })
  readonly labelSelector?: string | null;
}

@InputType({ description: 'What to schedule, and how.' })
export class ScheduleInput extends MutationInput {
  @Field(() => ID, { description: 'The cluster: its global id, its plain id or its name.' })
  readonly clusterId!: string;

  @Field(() => PodSelectionInput, { nullable: true, description: 'Which pods; all pending ones when it is not given.' })
  readonly pods?: PodSelectionInput | null;

  @Field(() => Json, {
    nullable: true,
    description:
      'Name of a profile that the cluster knows, or one entry of `profiles` of a KubeSchedulerConfiguration. Without it each pod goes through the profile that its schedulerName names.',
  })
  readonly profile?: unknown;

  @Field(() => TieBreakModel, {
    nullable: true,
    description: 'Which of the nodes with the best total is taken; `first` when it is not given.',
  })
  readonly tieBreak?: TieBreakModel | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Breaks ties where tieBreak is `seeded`: a decimal integer from 0 to 18446744073709551615; 0 when it is not given.',
  })
  readonly seed?: string | null;

  @Field(() => PreemptionModel, {
    nullable: true,
    description: 'Whether pods of lower priority make room; `nominate` when it is not given.',
  })
  readonly preemption?: PreemptionModel | null;

  @Field(() => Boolean, { nullable: true, description: 'Decide and keep the evidence for an hour, but bind nothing.' })
  readonly dryRun?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'Run on exactly this revision or not at all; a decimal integer.',
  })
  readonly baseRevision?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'False answers with the run as it starts; true, as when it is not given, when it is complete.',
  })
  readonly wait?: boolean | null;
}

@ObjectType({ description: 'What schedule did.' })
export class SchedulePayload extends MutationPayload {
  @Field(() => RunModel, { nullable: true, description: 'The run; null when it was refused.' })
  readonly run?: RunModel;
}
