import { ArgsType, Field, Float, Int, ObjectType } from '@nestjs/graphql';
import type { Activity, HistoryReach } from '#history';
import { ResourceAmountModel } from '../capacity/index.js';
import { DateTime } from '../../ground/graphql/index.js';
import { DEFAULT_BUCKETS, MOST_BUCKETS } from './activity.schema.js';
import type { OverTimeRow } from './over-time-rows.js';

@ArgsType()
export class BucketsArgs {
  @Field(() => DateTime, {
    nullable: true,
    description: 'Start of the period, inclusive. Default: the oldest stored revision.',
  })
  readonly since?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'End of the period, exclusive. Default: now.' })
  readonly until?: Date | null;

  @Field(() => Int, { defaultValue: DEFAULT_BUCKETS, description: `Number of time buckets, 1 to ${MOST_BUCKETS}.` })
  readonly buckets!: number;
}

@ArgsType()
export class OverTimeArgs extends BucketsArgs {
  @Field(() => [String], { nullable: true, description: 'Only these resources. Default: all resources.' })
  readonly resources?: string[] | null;
}

@ObjectType('ChangeCounts', { description: 'Number of changes of objects by operation.' })
export class ChangeCountsModel {
  @Field(() => Int, { description: 'Objects created.' })
  readonly create!: number;

  @Field(() => Int, { description: 'Objects replaced or patched.' })
  readonly update!: number;

  @Field(() => Int, { description: 'Pods bound to a node.' })
  readonly bind!: number;

  @Field(() => Int, { description: 'Pods evicted.' })
  readonly evict!: number;

  @Field(() => Int, { description: 'Objects deleted.' })
  readonly delete!: number;

  @Field(() => Int, { description: 'Entries about the log itself.' })
  readonly note!: number;
}

@ObjectType('DecisionCounts', { description: 'Number of attempts by outcome, without dry runs.' })
export class DecisionCountsModel {
  @Field(() => Int, { description: 'The pod was bound to a node.' })
  readonly scheduled!: number;

  @Field(() => Int, { description: 'No node was feasible.' })
  readonly unschedulable!: number;

  @Field(() => Int, { description: 'A node was nominated for the pod by preemption.' })
  readonly nominated!: number;

  @Field(() => Int, { description: 'The pod had scheduling gates.' })
  readonly gated!: number;

  @Field(() => Int, { description: 'The pod was requested and not attempted.' })
  readonly skipped!: number;

  @Field(() => Int, { description: 'The attempt failed with an error.' })
  readonly error!: number;
}

@ObjectType('Activity', { description: 'Activity of a cluster in a time bucket.' })
export class ActivityModel implements Omit<Activity, 'changes' | 'decisions'> {
  @Field(() => DateTime, { description: 'Start of the bucket, inclusive.' })
  readonly from!: string;

  @Field(() => DateTime, { description: 'End of the bucket, exclusive.' })
  readonly to!: string;

  @Field(() => Int, { description: 'Number of revisions (committed writes).' })
  readonly revisions!: number;

  @Field(() => String, { nullable: true, description: 'The last revision of the bucket; null if there is none.' })
  readonly lastRevision!: string | null;

  @Field(() => ChangeCountsModel, { description: 'Changes of objects.' })
  readonly changes!: ChangeCountsModel;

  @Field(() => DecisionCountsModel, { description: 'Scheduling attempts.' })
  readonly decisions!: DecisionCountsModel;
}

@ObjectType('PastUtilization', { description: 'Utilization of one resource of all nodes together at a moment.' })
export class PastUtilizationModel implements OverTimeRow {
  @Field(() => DateTime, { description: 'The moment: the state includes all writes before this time.' })
  readonly at!: string;

  @Field({ description: 'The last position before this time; as `at` it selects the same state.' })
  readonly position!: string;

  @Field(() => Int, { description: 'Nodes.' })
  readonly nodes!: number;

  @Field(() => Int, { description: 'Pods on existing nodes, without succeeded and failed pods.' })
  readonly pods!: number;

  @Field(() => Int, { description: 'Pods that are not assigned to a node, without succeeded and failed pods.' })
  readonly pendingPods!: number;

  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field(() => ResourceAmountModel, { description: 'Allocatable of all nodes.' })
  readonly allocatable!: ResourceAmountModel;

  @Field(() => ResourceAmountModel, { description: 'Requests of the pods on nodes.' })
  readonly requested!: ResourceAmountModel;

  @Field(() => Float, {
    nullable: true,
    description: 'Requested divided by allocatable, rounded to six decimals; null if nothing is allocatable.',
  })
  readonly ratio!: number | null;
}

@ObjectType('LogEnd', { description: 'A point in a log.' })
export class LogEndModel {
  @Field({ description: 'The revision.' })
  readonly revision!: string;

  @Field({ description: 'The last position of the revision.' })
  readonly position!: string;

  @Field(() => DateTime, { description: 'When it was written.' })
  readonly at!: string;
}

@ObjectType('HistoryReach', { description: "The bounds of a cluster's log." })
export class HistoryReachModel implements HistoryReach {
  @Field(() => LogEndModel, { nullable: true, description: 'The oldest stored revision; null if there is none.' })
  readonly first!: LogEndModel | null;

  @Field(() => LogEndModel, { nullable: true, description: 'The last revision; null if there is none.' })
  readonly last!: LogEndModel | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the last archived revision was written; null if none is archived.',
  })
  readonly archivedUntil!: string | null;
}
