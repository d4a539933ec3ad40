import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { ClusterMutationInput } from '../clusters/index.js';
import { MutationPayload, inputOf, Json } from '../../ground/graphql/index.js';
import { podSelection, runBody } from './run.schema.js';
import { PreemptionModel, RunModel, TieBreakModel } from './runs.model.js';

@InputType({
  description: 'Which pods: by name, or the pending ones by namespace and labels; nothing given is all pending pods.',
})
export class PodSelectionInput extends inputOf(podSelection, {
  names: '`namespace/name`, 1 to 10,000 of them, in any order; instead of the other fields.',
  namespace: 'Pending pods of this namespace.',
  labelSelector: "Pending pods with these labels, in kubectl's grammar.",
}) {}

@InputType({ description: 'What to schedule, and how.' })
export class ScheduleInput extends inputOf(
  runBody,
  {
    pods: { type: () => PodSelectionInput, description: 'Which pods; all pending ones when it is not given.' },
    profile: {
      type: () => Json,
      description:
        'Name of a profile that the cluster knows, or one entry of `profiles` of a KubeSchedulerConfiguration. ' +
        'Without it each pod goes through the profile that its schedulerName names.',
    },
    tieBreak: {
      type: () => TieBreakModel,
      description: 'Which of the nodes with the best total is taken; `first` when it is not given.',
    },
    seed:
      'Breaks ties where tieBreak is `seeded`: a decimal integer from 0 to ' +
      '18446744073709551615; 0 when it is not given.',
    preemption: {
      type: () => PreemptionModel,
      description: 'Whether pods of lower priority make room; `nominate` when it is not given.',
    },
    dryRun: 'Decide and keep the evidence for an hour, but bind nothing.',
    allowEmpty: 'Run although no pod is selected; false, as when it is not given, refuses that.',
    baseRevision: 'Run on exactly this revision or not at all; a decimal integer.',
    wait: 'False answers with the run as it starts; true, as when it is not given, when it is complete.',
  },
  ClusterMutationInput,
) {}

@InputType({ description: 'A run to cancel.' })
export class CancelRunInput extends ClusterMutationInput {
  @Field(() => ID, { description: 'The run: its global id or its plain id.' })
  readonly runId!: string;
}

@ObjectType({ description: 'What cancelRun did.' })
export class CancelRunPayload extends MutationPayload {
  @Field(() => RunModel, { nullable: true, description: 'The run as it is now; null when it was refused.' })
  readonly run?: RunModel;
}

@ObjectType({ description: 'What schedule did.' })
export class SchedulePayload extends MutationPayload {
  @Field(() => RunModel, { nullable: true, description: 'The run; null when it was refused.' })
  readonly run?: RunModel;
}
