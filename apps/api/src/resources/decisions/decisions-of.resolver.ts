import { Args, ArgsType, Context, Field, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { Decision } from '#audit';
import type { WindowPage } from '#requests';
import type { ClusterPlace } from '#cluster';
import {
  connection,
  type Connection,
  given,
  PageArgs,
  pageRequest,
  type PageRequest,
  type RequestContext,
  sidesOf,
  typeOf,
  writeCursor,
} from '../../ground/graphql/index.js';
import { PodModel } from '../pods/index.js';
import { RunModel } from '../scheduling/index.js';
import { DecisionsOfLoader } from './decision.loaders.js';
import { decisionOutcome } from './decision.schema.js';
import { DecisionConnection, DecisionModel } from './decisions.model.js';

/** Which decisions of a run or a pod. */
@ArgsType()
class DecisionsOfArgs extends PageArgs {
  @Field(typeOf(decisionOutcome), { nullable: true, description: 'Only this outcome.' })
  readonly outcome?: Decision['outcome'] | null;
}

type Position = { readonly run: string; readonly ordinal: number };

/** The decisions of runs: one statement for all runs of a page, and another one for the dry runs among them. */
@Resolver(() => RunModel)
export class RunDecisionsResolver {
  constructor(private readonly loader: DecisionsOfLoader) {}

  @ResolveField(() => DecisionConnection, {
    description: 'Its decisions, in the order of the attempts; decisions of a dry run are stored for an hour.',
  })
  async decisions(
    @Parent() { run, at }: RunModel,
    @Args() args: DecisionsOfArgs,
    @Context() context: RequestContext,
  ): Promise<Connection<DecisionModel>> {
    const place = { cluster: run.cluster, ...(at === undefined ? {} : { at }) };
    const list = 'decisions of a run';
    const request = requestOf(args, list);
    const page = {
      kind: run.dryRun ? ('dryRun' as const) : ('log' as const),
      ...request,
      ...given('outcome', args.outcome),
    };
    const found = await this.loader.of(context).load({ place, page, of: { run: run.id } });
    return connectionOf(found, { list, request, place });
  }
}

/** The decisions of pods: one statement for all pods of a page. */
@Resolver(() => PodModel)
export class PodDecisionsResolver {
  constructor(private readonly loader: DecisionsOfLoader) {}

  @ResolveField(() => DecisionConnection, {
    description: 'All decisions about it, the newest run first, without dry runs.',
  })
  async decisions(
    @Parent() { place, podName: pod }: PodModel,
    @Args() args: DecisionsOfArgs,
    @Context() context: RequestContext,
  ): Promise<Connection<DecisionModel>> {
    const list = 'decisions of a pod';
    const request = requestOf(args, list);
    const page = { kind: 'log' as const, ...request, ...given('outcome', args.outcome) };
    const found = await this.loader.of(context).load({ place, page, of: { pod } });
    return connectionOf(found, { list, request, place });
  }
}

function requestOf(args: PageArgs, list: string): PageRequest<Position> {
  return pageRequest(args, list, ['id', 'count'], ([run = '', ordinal]) => ({ run, ordinal: Number(ordinal) }));
}

function connectionOf(
  { items, more }: WindowPage<Decision>,
  {
    list,
    request,
    place,
  }: { readonly list: string; readonly request: PageRequest<Position>; readonly place: ClusterPlace },
): Connection<DecisionModel> {
  return connection({
    items,
    ...sidesOf(request, more),
    cursor: ({ run, ordinal }) => writeCursor(list, run, String(ordinal)),
    node: (decision) => new DecisionModel(place, decision),
  });
}
