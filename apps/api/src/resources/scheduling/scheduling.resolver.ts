import type { OnModuleInit } from '@nestjs/common';
import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { SchedulingService, type RunProgressReport } from '#scheduling';
import { ClusterLoader, ClusterModel } from '../clusters/index.js';
import { NodeTypes, typeOf, type RequestContext } from '../../ground/graphql/index.js';
import { RunLoader } from './run.loader.js';
import { progressOf } from './run-progress.js';
import { runProgress } from './run.schema.js';
import { RUN_ID, RunModel } from './runs.model.js';

/** How far a run is, in any thread of this process. */
@Resolver(() => RunModel)
export class RunProgressResolver {
  constructor(private readonly scheduling: SchedulingService) {}

  @ResolveField(typeOf(runProgress), {
    nullable: true,
    description: 'Progress of the run, while this process works on it; null otherwise.',
  })
  progress(@Parent() { run }: RunModel): RunProgressReport | null {
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
