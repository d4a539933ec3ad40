import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { ClusterMutationInput } from '../clusters/index.js';
import { inputOf, Json, MutationPayload } from '../../ground/graphql/index.js';
import { StartPayload } from '../operations/index.js';
import { PodSelectionInput, PreemptionModel } from '../scheduling/index.js';
import { comparisonShape, sideBody } from './comparison.schema.js';
import { ComparisonModel } from './comparisons.model.js';

@InputType({ description: 'By which profile pods go on a side of a comparison, and in which cluster.' })
export class ComparisonSideInput extends inputOf(sideBody, {
  profile: {
    type: () => Json,
    description:
      'Name of a profile, or one entry of `profiles` of a KubeSchedulerConfiguration. Without it each pod goes ' +
      'through the profile that its schedulerName names.',
  },
  cluster: { type: () => ID, description: 'Its global id, its plain id or its name; `clusterId` unless given.' },
}) {}

@InputType({ description: 'The same pods in the same order, under two profiles or in two clusters.' })
export class ComparisonInput extends inputOf(
  comparisonShape,
  {
    a: { type: () => ComparisonSideInput, description: 'The one side.' },
    b: { type: () => ComparisonSideInput, description: 'The other side.' },
    pods: {
      type: () => PodSelectionInput,
      description: 'Which pods; all pending ones where neither this nor `run` nor `since` is given.',
    },
    at: 'The pods and the cluster as they were at this moment: a time, a position, or `revision:` with a number.',
    run: {
      type: () => ID,
      description: 'The pods that this run tried, in its order, on the cluster that it began with.',
    },
    since: 'Pods as they were tried from this moment on, while all else happens as the log has it.',
    until: 'Up to this moment; the present unless given.',
    seeds: 'Break ties by so many seeds in turn, 1 to 50; otherwise as the run did, or by name.',
    preemption: { type: () => PreemptionModel, description: 'That of the run, or `off`, unless given.' },
    limit: 'So many placements that differ are told, 0 to 1,000; 100 unless given.',
  },
  ClusterMutationInput,
) {}

@ObjectType({ description: 'What startComparison did.' })
export class StartComparisonPayload extends StartPayload {}

@ObjectType({ description: 'What compare did: nothing is changed.' })
export class ComparePayload extends MutationPayload {
  @Field(() => ComparisonModel, { nullable: true, description: 'What it came to; null when it was refused.' })
  readonly comparison?: ComparisonModel;
}
