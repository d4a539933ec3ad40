import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { connection, given, pageRequest, type RequestContext, writeCursor } from '../graphql/index.js';
import { DecisionModel } from './decisions.model.js';
import { TraceLoader } from './trace.loader.js';
import { TraceArgs, TraceConnection, type TracePage } from './trace.model.js';

/** The evidence of a decision. */
@Resolver(() => DecisionModel)
export class TraceResolver {
  constructor(private readonly traces: TraceLoader) {}

  @ResolveField(() => TraceConnection, {
    nullable: true,
    description: 'What the decision says about every node, a row a node; null when it has no trace.',
  })
  async trace(
    @Parent() { place: { cluster }, decision }: DecisionModel,
    @Args() args: TraceArgs,
    @Context() context: RequestContext,
  ): Promise<TracePage | null> {
    const { node, feasible, plugin, orderBy } = args;
    // A cursor says after how many rows of this very order it stands.
    const list = `trace by ${orderBy}`;
    const { size, fromEnd, after = 0, before } = pageRequest(args, list, ['count'], ([count]) => Number(count));
    const filter = { ...given('node', node), ...given('feasible', feasible), ...given('plugin', plugin) };
    const end = before === undefined ? {} : { end: before - 1 };
    const request = { decision, filter, orderBy, offset: after, ...end, fromEnd, pageSize: size };
    const page = await this.traces.of(context).load({ cluster, request });
    if (page === undefined) return null;
    const { items, offset, matching, nextOffset, filterPlugins, scorePlugins } = page;
    const rows = connection({
      items,
      more: nextOffset !== null,
      continued: offset > 0,
      totalCount: matching,
      cursor: (_row, index) => writeCursor(list, String(offset + index + 1)),
      node: (row) => row,
    });
    return { ...rows, filterPlugins, scorePlugins };
  }
}
