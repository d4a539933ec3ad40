import type { OnModuleInit } from '@nestjs/common';
import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { SchedulingService } from '#scheduling';
import { Caller } from '../caller/index.js';
import { clusterRef, ClusterLoader, ClusterModel } from '../clusters/index.js';
import {
  idempotencyOf,
  mutate,
  connection,
  type Connection,
  NodeTypes,
  PageArgs,
  pageRequest,
  sidesOf,
  writeCursor,
  type RequestContext,
  requestOf,
  withoutNulls,
} from '../graphql/index.js';
import { accepted } from '../outcome/index.js';
import { RunLoader } from './run.loader.js';
import { runBody } from './run.schema.js';
import { RUN_ID, RunConnection, RunModel } from './runs.model.js';
import { scheduleRequestOf } from './schedule-request.js';
import { ScheduleInput, SchedulePayload } from './schedule.inputs.js';

const LIST = 'runs';

/** Scheduling, and the runs of a cluster. */
@Resolver(() => ClusterModel)
export class SchedulingResolver {
  constructor(private readonly scheduling: SchedulingService) {}

  @Mutation(() => SchedulePayload, {
    description:
      'Decides pods in queue order on one state of the cluster, and commits bindings, decisions and traces ' +
      'together. A pod that fits nowhere is a decision, not a refusal.',
  })
  schedule(
    @Args('input', { description: 'What to schedule, and how.' }) input: ScheduleInput,
    @Caller() caller: Caller,
  ): Promise<SchedulePayload> {
    return mutate(
      input,
      () => {
        const body = requestOf(runBody, { ...input, pods: input.pods && withoutNulls(input.pods) });
        return this.scheduling.schedule(caller, scheduleRequestOf(clusterRef(input.clusterId), body), {
          wait: body.wait,
          ...idempotencyOf('schedule', input),
        });
      },
      (run) => ({ run: new RunModel(run) }),
    );
  }

  @ResolveField(() => RunConnection, {
    name: 'runs',
    description:
      'Its runs, newest first, as they ended. Of a cluster as it was: those that had been asked for by then.',
  })
  async list(
    @Parent() { place }: ClusterModel,
    @Args() page: PageArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<RunModel>> {
    const { size, ...window } = pageRequest(page, LIST, ['id'], ([id = '']) => id);
    const { items, next } = accepted(await this.scheduling.list(caller, place, { pageSize: size, ...window }));
    return connection({
      items,
      ...sidesOf({ size, ...window }, next !== null),
      cursor: ({ id }) => writeCursor(LIST, id),
      node: (run) => new RunModel(run, place.at),
    });
  }
}

/** The cluster of a run. */
@Resolver(() => RunModel)
export class RunClusterResolver implements OnModuleInit {
  constructor(
    private readonly clusters: ClusterLoader,
    private readonly runs: RunLoader,
    private readonly types: NodeTypes,
  ) {}

  onModuleInit(): void {
    this.types.register(RUN_ID, async (context, { cluster, run }) => {
      const place = { cluster };
      if ((await this.clusters.of(context).load(place)) === undefined) return null;
      const found = await this.runs.of(context).load({ place, run });
      return found === undefined ? null : new RunModel(found);
    });
  }

  @ResolveField(() => ClusterModel, { nullable: true, description: 'The cluster; null when it is gone.' })
  async cluster(@Parent() { run, at }: RunModel, @Context() context: RequestContext): Promise<ClusterModel | null> {
    const cluster = await this.clusters.of(context).load({ cluster: run.cluster, ...(at === undefined ? {} : { at }) });
    return cluster === undefined ? null : new ClusterModel(cluster);
  }
}
