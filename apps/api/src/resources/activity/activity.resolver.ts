import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ActivityService, type Activity, type BucketsRequest, type HistoryReach } from '#history';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import { accepted, RequestRefused } from '../../ground/outcome/index.js';
import { ActivityModel, BucketsArgs, HistoryReachModel, OverTimeArgs, PastUtilizationModel } from './activity.model.js';
import { MOST_BUCKETS } from './activity.schema.js';
import { overTimeRows, type OverTimeRow } from './over-time-rows.js';

/** What happened in a cluster in the course of time. */
@Resolver(() => ClusterModel)
export class ActivityResolver {
  constructor(private readonly service: ActivityService) {}

  @ResolveField(() => [ActivityModel], {
    description: 'Counts of revisions, changes and decisions in time buckets of equal length.',
  })
  async activity(
    @Parent() { uid }: ClusterModel,
    @Args() args: BucketsArgs,
    @Caller() caller: Caller,
  ): Promise<readonly Activity[]> {
    return accepted(await this.service.activity(caller, uid, requestOf(args)));
  }

  @ResolveField(() => [PastUtilizationModel], {
    description:
      'Utilization of all nodes together at the end of each of a number of equal time buckets: one row for ' +
      'each bucket and resource.',
  })
  async utilizationOverTime(
    @Parent() { uid }: ClusterModel,
    @Args() args: OverTimeArgs,
    @Caller() caller: Caller,
  ): Promise<OverTimeRow[]> {
    const found = accepted(await this.service.utilization(caller, uid, requestOf(args)));
    return overTimeRows(found, args.resources ?? undefined);
  }

  @ResolveField(() => HistoryReachModel, { description: 'The bounds of its log.' })
  async history(@Parent() { uid }: ClusterModel, @Caller() caller: Caller): Promise<HistoryReach> {
    return accepted(await this.service.history(caller, uid));
  }
}

/** @throws RequestRefused for more or fewer buckets than there can be */
function requestOf({ since, until, buckets }: BucketsArgs): BucketsRequest {
  if (buckets < 1 || buckets > MOST_BUCKETS) {
    const message = `Invalid value: ${buckets}: must be between 1 and ${MOST_BUCKETS}`;
    throw RequestRefused.invalid([{ field: 'buckets', reason: 'FieldValueInvalid', message }]);
  }
  return { since: since ?? undefined, until: until ?? undefined, buckets };
}
