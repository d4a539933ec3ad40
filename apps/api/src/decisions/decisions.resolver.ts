import { Args, Context, ID, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { DecisionPosition } from '#audit';
import { DecisionService, SchedulingService } from '#scheduling';
import type { Caller } from '#cluster';
import { ClusterModel } from '../clusters/clusters.model.js';
import { connection, type Connection } from '../graphql/relay/connection.js';
import { readGlobalId } from '../graphql/relay/global-id.js';
import { pageSize, readCursor, writeCursor } from '../graphql/relay/page.args.js';
import type { RequestContext } from '../graphql/request-context.js';
import { accepted } from '../outcome/index.js';
import { PodModel } from '../pods/pods.model.js';
import { DecisionFilterArgs, decisionFilterOf } from './decision-filter.args.js';
import { DecisionConnection, DecisionModel } from './decisions.model.js';

const LIST = 'decisions';

/** The decisions of a cluster. */
@Resolver(() => ClusterModel)
export class DecisionsResolver {
  constructor(
    private readonly decisions: DecisionService,
    private readonly scheduling: SchedulingService,
  ) {}

  @Query(() => DecisionModel, { nullable: true, description: 'One decision; null when there is none of that id.' })
  async decision(
    @Args('id', { type: () => ID, description: 'Its global id, or its plain id `<run>.<ordinal>`.' }) id: string,
    @Context() { caller }: RequestContext,
  ): Promise<DecisionModel | null> {
    const read = readGlobalId(id);
    const [cluster, decision] =
      read === undefined ? [await this.#clusterOf(caller, id), id] : read.type === 'Decision' ? read.parts : [];
    if (cluster === undefined || decision === undefined) return null;
    const outcome = await this.decisions.get(caller, cluster, decision);
    return outcome.refused ? null : new DecisionModel({ cluster }, outcome.value);
  }

  @ResolveField(() => DecisionConnection, {
    name: 'decisions',
    description:
      'Its decisions, the newest first: the parts of runs as they were written, each in the order in which its pods were tried; of one run or one pod, the newest run first. Of a cluster as it was: those that had been made by then.',
  })
  async list(
    @Parent() { place }: ClusterModel,
    @Args() args: DecisionFilterArgs,
    @Context() { caller }: RequestContext,
  ): Promise<Connection<DecisionModel>> {
    const after = positionOf(args);
    const request = {
      filter: decisionFilterOf(args),
      pageSize: pageSize(args),
      ...(after === undefined ? {} : { after }),
    };
    const { items, next } = accepted(await this.decisions.list(caller, place, request));
    return connection({
      items,
      more: next !== null,
      continued: after !== undefined,
      cursor: ({ run, ordinal }) => writeCursor(LIST, run, String(ordinal)),
      node: (decision) => new DecisionModel(place, decision),
    });
  }

  async #clusterOf(caller: Caller, decision: string): Promise<string | undefined> {
    const outcome = await this.scheduling.clusterOf(caller, decision.split('.', 1)[0] ?? '');
    return outcome.refused ? undefined : outcome.value;
  }
}

/** The last decision of a pod: one statement for all pods of a page. */
@Resolver(() => PodModel)
export class LastDecisionResolver {
  @ResolveField(() => DecisionModel, {
    nullable: true,
    description: 'What was last decided about it, dry runs apart; null when nothing was.',
  })
  async lastDecision(
    @Parent() { place, podName }: PodModel,
    @Context() { loaders }: RequestContext,
  ): Promise<DecisionModel | null> {
    const decision = await loaders.lastDecisions.load({ place, pod: podName });
    return decision === undefined ? null : new DecisionModel(place, decision);
  }
}

function positionOf(args: DecisionFilterArgs): DecisionPosition | undefined {
  const [run, ordinal] = readCursor(args, LIST, 2) ?? [];
  return run === undefined || ordinal === undefined ? undefined : { run, ordinal: Number(ordinal) };
}
