import type { OnModuleInit } from '@nestjs/common';
import { Args, Context, ID, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { SchedulingService } from '#scheduling';
import { Caller } from '../../ground/caller/index.js';
import { clusterRef, ClusterLoader, ClusterModel } from '../clusters/index.js';
import {
  given,
  idempotencyOf,
  mutate,
  connection,
  type Connection,
  NodeTypes,
  pageRequest,
  sidesOf,
  writeCursor,
  type RequestContext,
  requestOf,
  withoutNulls,
} from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { RunLoader } from './run.loader.js';
import { progressOf } from './run-progress.js';
import { runBody } from './run.schema.js';
import { RUN_ID, RunConnection, RunListArgs, RunModel, RunProgressModel, runRef } from './runs.model.js';
import { scheduleRequestOf } from './schedule-request.js';
import { CancelRunInput, CancelRunPayload, ScheduleInput, SchedulePayload } from './schedule.inputs.js';

const LIST = 'runs';

/** Scheduling, and the runs of a cluster. */
@Resolver(() => ClusterModel)
export class SchedulingResolver {
  constructor(private readonly scheduling: SchedulingService) {}

  @Mutation(() => SchedulePayload, {
    description:
      'Decides pods in queue order on one state of the cluster, and commits bindings, decisions and traces ' +
      'together. A pod that fits no node is a decision, not a refusal.',
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

  @Mutation(() => CancelRunPayload, {
    description:
      'Stops an active run: the committed parts stay, the current part is discarded. Cancelling a cancelled ' +
      'run has no effect.',
  })
  cancelRun(
    @Args('input', { description: 'The run.' }) input: CancelRunInput,
    @Caller() caller: Caller,
  ): Promise<CancelRunPayload> {
    return mutate(
      input,
      () => this.scheduling.cancel(caller, clusterRef(input.clusterId), runRef(input.runId)),
      (run) => ({ run: new RunModel(run) }),
    );
  }

  @ResolveField(() => RunModel, {
    nullable: true,
    description: 'A run; null if it does not exist, or was requested after the moment.',
  })
  async run(
    @Parent() { place }: ClusterModel,
    @Args('id', { type: () => ID, description: 'The global id or plain id.' }) id: string,
    @Caller() caller: Caller,
  ): Promise<RunModel | null> {
    const outcome = await this.scheduling.get(caller, place, runRef(id));
    if (outcome.refused && outcome.refusal.kind === 'RunNotFound') return null;
    return new RunModel(accepted(outcome), place.at);
  }

  @ResolveField(() => RunConnection, {
    name: 'runs',
    description: 'Its runs, newest first, by end time. In a past state: runs requested up to it.',
  })
  async list(
    @Parent() { place }: ClusterModel,
    @Args() args: RunListArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<RunModel>> {
    const { size, ...window } = pageRequest(args, LIST, ['id'], ([id = '']) => id);
    const filter = { ...given('state', args.state), ...given('dryRun', args.dryRun), ...given('since', args.since) };
    const { items, next } = accepted(await this.scheduling.list(caller, place, { filter, pageSize: size, ...window }));
    return connection({
      items,
      ...sidesOf({ size, ...window }, next !== null),
      cursor: ({ id }) => writeCursor(LIST, id),
      node: (run) => new RunModel(run, place.at),
    });
  }
}

/** How far a run is, by whatever thread of this process works on it. */
@Resolver(() => RunModel)
export class RunProgressResolver {
  constructor(private readonly scheduling: SchedulingService) {}

  @ResolveField(() => RunProgressModel, {
    nullable: true,
    description: 'Progress of the run, while this process works on it; null otherwise.',
  })
  progress(@Parent() { run }: RunModel): RunProgressModel | null {
    return progressOf(run, this.scheduling);
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

  @ResolveField(() => ClusterModel, { nullable: true, description: 'The cluster; null if it was deleted.' })
  async cluster(@Parent() { run, at }: RunModel, @Context() context: RequestContext): Promise<ClusterModel | null> {
    const cluster = await this.clusters.of(context).load({ cluster: run.cluster, ...(at === undefined ? {} : { at }) });
    return cluster === undefined ? null : new ClusterModel(cluster);
  }
}
