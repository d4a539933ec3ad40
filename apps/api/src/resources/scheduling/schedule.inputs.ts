import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { ClusterMutationInput } from '../clusters/index.js';
import { MutationPayload, inputOf, Json } from '../../ground/graphql/index.js';
import { podSelection, runBody } from './run.schema.js';
import { PreemptionModel, RunModel, TieBreakModel } from './runs.model.js';

@InputType({ description: 'Which pods: by name, or pending pods by namespace and labels. Default: all pending pods.' })
export class PodSelectionInput extends inputOf(podSelection, {
  names: '`namespace/name`, 1 to 10,000 names in any order; instead of the other fields.',
  namespace: 'Pending pods of this namespace.',
  labelSelector: "Pending pods that match this label selector, in kubectl's syntax.",
}) {}

@InputType({ description: 'What to schedule, and how.' })
export class ScheduleInput extends inputOf(
  runBody,
  {
    pods: { type: () => PodSelectionInput, description: 'Which pods. Default: all pending pods.' },
    profile: {
      type: () => Json,
      description:
        'Name of a profile of the cluster, or an entry of `profiles` of a KubeSchedulerConfiguration. ' +
        "Default: the profile named by each pod's schedulerName.",
    },
    tieBreak: {
      type: () => TieBreakModel,
      description: 'Which of the nodes with the highest total is chosen. Default: `first`.',
    },
    seed:
      'Seed for breaking ties if tieBreak is `seeded`: a decimal integer from 0 to 18446744073709551615. ' +
      'Default: 0.',
    preemption: {
      type: () => PreemptionModel,
      description: 'Whether pods of lower priority are evicted. Default: `nominate`.',
    },
    dryRun: 'Decide and store the decisions for an hour, but bind nothing.',
    allowEmpty: 'Run even if no pod is selected. Default: false, which refuses the run.',
    baseRevision: 'Run on exactly this revision, or refuse; a decimal integer.',
    wait: 'False: returns the started run; true: returns the complete run. Default: true.',
  },
  ClusterMutationInput,
) {}

@InputType({ description: 'A run to cancel.' })
export class CancelRunInput extends ClusterMutationInput {
  @Field(() => ID, { description: 'The run, by global id or plain id.' })
  readonly runId!: string;
}

@ObjectType({ description: 'Payload of cancelRun.' })
export class CancelRunPayload extends MutationPayload {
  @Field(() => RunModel, { nullable: true, description: 'The cancelled run; null if refused.' })
  readonly run?: RunModel;
}

@ObjectType({ description: 'Payload of schedule.' })
export class SchedulePayload extends MutationPayload {
  @Field(() => RunModel, { nullable: true, description: 'The run; null if refused.' })
  readonly run?: RunModel;
}
