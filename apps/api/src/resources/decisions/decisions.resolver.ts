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

  @Query(() => DecisionModel, { nullable: true, description: 'A decision by its id; null if it does not exist.' })
  async decision(
    @Args('id', { type: () => ID, description: 'The global id, or the plain id `<run>.<ordinal>`.' }) id: string,
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
      'Its decisions, newest first: by the parts of runs, newest part first, each in the order of the ' +
      'attempts; for one run or one pod, the newest run first. In a past state: decisions made up to it. ' +
      '`last` and `before` require `run` or `pod`.',
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
    description: 'The last decision about it, without dry runs; null if there is none.',
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

  @ResolveField(() => RunModel, { nullable: true, description: 'The run that contains it.' })
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
