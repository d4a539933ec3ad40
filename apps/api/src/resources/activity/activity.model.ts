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
    description: 'From this time on; by default from the oldest kept revision.',
  })
  readonly since?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Before this time; by default until now.' })
  readonly until?: Date | null;

  @Field(() => Int, { defaultValue: DEFAULT_BUCKETS, description: `In how many equal parts, 1 to ${MOST_BUCKETS}.` })
  readonly buckets!: number;
}

@ArgsType()
export class OverTimeArgs extends BucketsArgs {
  @Field(() => [String], { nullable: true, description: 'Of these resources; by default of all.' })
  readonly resources?: string[] | null;
}

@ObjectType('ChangeCounts', { description: 'Changes of objects by operation.' })
export class ChangeCountsModel {
  @Field(() => Int, { description: 'Objects that were made.' })
  readonly create!: number;

  @Field(() => Int, { description: 'Objects that were replaced or patched.' })
  readonly update!: number;

  @Field(() => Int, { description: 'Pods that were bound to a node.' })
  readonly bind!: number;

  @Field(() => Int, { description: 'Pods that were evicted.' })
  readonly evict!: number;

  @Field(() => Int, { description: 'Objects that were deleted.' })
  readonly delete!: number;

  @Field(() => Int, { description: 'Entries about the log itself.' })
  readonly note!: number;
}

@ObjectType('DecisionCounts', { description: 'Attempts by how they ended, dry runs apart.' })
export class DecisionCountsModel {
  @Field(() => Int, { description: 'The pod got a node.' })
  readonly scheduled!: number;

  @Field(() => Int, { description: 'No node was feasible.' })
  readonly unschedulable!: number;

  @Field(() => Int, { description: 'Preemption makes room.' })
  readonly nominated!: number;

  @Field(() => Int, { description: 'The pod had scheduling gates.' })
  readonly gated!: number;

  @Field(() => Int, { description: 'The pod was asked for and not tried.' })
  readonly skipped!: number;

  @Field(() => Int, { description: 'The attempt could not be made.' })
  readonly error!: number;
}

@ObjectType('Activity', { description: 'What happened in a cluster between two times.' })
export class ActivityModel implements Omit<Activity, 'changes' | 'decisions'> {
  @Field(() => DateTime, { description: 'From this time on.' })
  readonly from!: string;

  @Field(() => DateTime, { description: 'Before this time.' })
  readonly to!: string;

  @Field(() => Int, { description: 'Committed writes.' })
  readonly revisions!: number;

  @Field(() => String, { nullable: true, description: 'The last of them; null where there was none.' })
  readonly lastRevision!: string | null;

  @Field(() => ChangeCountsModel, { description: 'Changes of objects.' })
  readonly changes!: ChangeCountsModel;

  @Field(() => DecisionCountsModel, { description: 'Attempts to schedule.' })
  readonly decisions!: DecisionCountsModel;
}

@ObjectType('PastUtilization', { description: 'How full all nodes together were at a moment, of one resource.' })
export class PastUtilizationModel implements OverTimeRow {
  @Field(() => DateTime, { description: 'After all that was written before this time.' })
  readonly at!: string;

  @Field({ description: 'The last position before it: as `at` it leads to the same state.' })
  readonly position!: string;

  @Field(() => Int, { description: 'Nodes.' })
  readonly nodes!: number;

  @Field(() => Int, { description: 'Pods on nodes that are there, neither succeeded nor failed.' })
  readonly pods!: number;

  @Field(() => Int, { description: 'Pods on no node, not finished.' })
  readonly pendingPods!: number;

  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field(() => ResourceAmountModel, { description: 'What pods can have of all nodes.' })
  readonly allocatable!: ResourceAmountModel;

  @Field(() => ResourceAmountModel, { description: 'What the pods on nodes request.' })
  readonly requested!: ResourceAmountModel;

  @Field(() => Float, { nullable: true, description: 'Requested by allocatable, to six decimals; null where none is.' })
  readonly ratio!: number | null;
}

@ObjectType('LogEnd', { description: 'A place in a log.' })
export class LogEndModel {
  @Field({ description: 'The revision.' })
  readonly revision!: string;

  @Field({ description: 'Its last position.' })
  readonly position!: string;

  @Field(() => DateTime, { description: 'When it was written.' })
  readonly at!: string;
}

@ObjectType('HistoryReach', { description: 'How far the log of a cluster reaches.' })
export class HistoryReachModel implements HistoryReach {
  @Field(() => LogEndModel, {
    nullable: true,
    description: 'The oldest revision that is kept; null where there is none.',
  })
  readonly first!: LogEndModel | null;

  @Field(() => LogEndModel, { nullable: true, description: 'The last revision; null where there is none.' })
  readonly last!: LogEndModel | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the last revision was written that is in a file; null where none is.',
  })
  readonly archivedUntil!: string | null;
}
