import type { OnModuleInit } from '@nestjs/common';
import { Args, Context, ID, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { DecisionFilter, DecisionPosition } from '#audit';
import { DecisionService, SchedulingService } from '#scheduling';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import {
  connection,
  type Connection,
  NodeTypes,
  pageRequest,
  type PageRequest,
  pageSize,
  sidesOf,
  writeCursor,
  type RequestContext,
} from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { PodModel } from '../pods/index.js';
import { RunLoader, RunModel } from '../scheduling/index.js';
import { DecisionFilterArgs, decisionFilterOf } from './decision-filter.args.js';
import { DECISION_ID, DecisionConnection, DecisionModel } from './decisions.model.js';
import { LastDecisionLoader } from './last-decision.loader.js';

const LIST = 'decisions';

/** The decisions of a cluster. */
@Resolver(() => ClusterModel)
export class DecisionsResolver implements OnModuleInit {
  constructor(
    private readonly decisions: DecisionService,
    private readonly scheduling: SchedulingService,
    private readonly types: NodeTypes,
  ) {}

  onModuleInit(): void {
    this.types.register(DECISION_ID, ({ caller }, { cluster, decision }) => this.#find(caller, cluster, decision));
  }

  @Query(() => DecisionModel, { nullable: true, description: 'One decision; null when there is none of that id.' })
  async decision(
    @Args('id', { type: () => ID, description: 'Its global id, or its plain id `<run>.<ordinal>`.' }) id: string,
    @Caller() caller: Caller,
  ): Promise<DecisionModel | null> {
    const read = DECISION_ID.read(id);
    if (read !== undefined) return this.#find(caller, read.cluster, read.decision);
    const cluster = await this.#clusterOf(caller, id);
    return cluster === undefined ? null : this.#find(caller, cluster, id);
  }

  @ResolveField(() => DecisionConnection, {
    name: 'decisions',
    description:
      'Its decisions, the newest first: the parts of runs as they were written, each in the order in which ' +
      'its pods were tried; of one run or one pod, the newest run first. Of a cluster as it was: those ' +
      'that had been made by then. `last` and `before` are for those of one run or one pod.',
  })
  async list(
    @Parent() { place }: ClusterModel,
    @Args() args: DecisionFilterArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<DecisionModel>> {
    const filter = decisionFilterOf(args);
    const page = pageOfDecisions(args, filter);
    const { size, ...window } = page;
    const { items, next } = accepted(await this.decisions.list(caller, place, { filter, pageSize: size, ...window }));
    return connection({
      items,
      ...sidesOf(page, next !== null),
      cursor: ({ run, ordinal }) => writeCursor(LIST, run, String(ordinal)),
      node: (decision) => new DecisionModel(place, decision),
    });
  }

  async #find(caller: Caller, cluster: string, decision: string): Promise<DecisionModel | null> {
    const outcome = await this.decisions.get(caller, cluster, decision);
    return outcome.refused ? null : new DecisionModel({ cluster }, outcome.value);
  }

  async #clusterOf(caller: Caller, decision: string): Promise<string | undefined> {
    const outcome = await this.scheduling.clusterOf(caller, decision.split('.', 1)[0] ?? '');
    return outcome.refused ? undefined : outcome.value;
  }
}

/** The last decision of a pod: one statement for all pods of a page. */
@Resolver(() => PodModel)
export class LastDecisionResolver {
  constructor(private readonly lastDecisions: LastDecisionLoader) {}

  @ResolveField(() => DecisionModel, {
    nullable: true,
    description: 'What was last decided about it, dry runs apart; null when nothing was.',
  })
  async lastDecision(
    @Parent() { place, podName }: PodModel,
    @Context() context: RequestContext,
  ): Promise<DecisionModel | null> {
    const decision = await this.lastDecisions.of(context).load({ place, pod: podName });
    return decision === undefined ? null : new DecisionModel(place, decision);
  }
}

/** The run of a decision: one statement for all decisions of a page. */
@Resolver(() => DecisionModel)
export class DecisionRunResolver {
  constructor(private readonly runs: RunLoader) {}

  @ResolveField(() => RunModel, { nullable: true, description: 'The run that it belongs to.' })
  async run(
    @Parent() { place, decision }: DecisionModel,
    @Context() context: RequestContext,
  ): Promise<RunModel | null> {
    const run = await this.runs.of(context).load({ place, run: decision.run });
    return run === undefined ? null : new RunModel(run, place.at);
  }
}

/** Those of one run or one pod are listed from either end; what is looked for in the whole log, from the newest on. */
function pageOfDecisions(args: DecisionFilterArgs, { run, pod }: DecisionFilter): PageRequest<DecisionPosition> {
  if (run === undefined && pod === undefined) pageSize(args);
  return pageRequest(args, LIST, ['id', 'count'], ([of = '', ordinal]) => ({ run: of, ordinal: Number(ordinal) }));
}
