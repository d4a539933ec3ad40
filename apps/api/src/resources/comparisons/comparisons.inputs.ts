import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { ClusterMutationInput } from '../clusters/index.js';
import { inputOf, inputTypeOf, Json, MutationPayload, typeOf } from '../../ground/graphql/index.js';
import { StartPayload } from '../operations/index.js';
import { podSelection, preemption } from '../scheduling/index.js';
import { comparisonSchema, comparisonShape, sideBody } from './comparison.schema.js';
import type { Comparison } from '#questions';

@InputType({ description: 'The profile and the cluster of a side of a comparison.' })
export class ComparisonSideInput extends inputOf(sideBody, {
  profile: {
    type: () => Json,
    description:
      'Name of a profile, or an entry of `profiles` of a KubeSchedulerConfiguration. Default: the profile ' +
      "named by each pod's schedulerName.",
  },
  cluster: { type: () => ID, description: 'The cluster, by global id, plain id or name. Default: `clusterId`.' },
}) {}

@InputType({ description: 'Two sides, on which the same pods are scheduled in the same order.' })
export class ComparisonInput extends inputOf(
  comparisonShape,
  {
    a: { type: () => ComparisonSideInput, description: 'Side A.' },
    b: { type: () => ComparisonSideInput, description: 'Side B.' },
    pods: {
      type: inputTypeOf(podSelection),
      description: 'Which pods. Default, without `run` and `since`: all pending pods.',
    },
    at: 'The pods and the cluster at this moment: a time, a position, or `revision:` with a number.',
    run: {
      type: () => ID,
      description: 'The pods that this run attempted, in its order, on the cluster on which it began.',
    },
    since: 'Pods attempted since this moment, while all other changes happen as in the log.',
    until: 'End of the period. Default: the present.',
    seeds: 'Number of seeds with which ties are broken, each in turn, 1 to 50. Default: as in the run, or by name.',
    preemption: { type: () => preemption.enum, description: 'Default: that of the run, or `off`.' },
    limit: 'Maximum number of differing placements in the result, 0 to 1,000. Default: 100.',
  },
  ClusterMutationInput,
) {}

@ObjectType({ description: 'Payload of startComparison.' })
export class StartComparisonPayload extends StartPayload {}

@ObjectType({ description: 'Payload of compare, which changes nothing.' })
export class ComparePayload extends MutationPayload {
  @Field(typeOf(comparisonSchema), { nullable: true, description: 'The result; null if refused.' })
  readonly comparison?: Comparison;
}
