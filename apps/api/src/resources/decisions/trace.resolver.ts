import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { FailingSet } from '#scheduling';
import type { FailingSetBy } from '#trace';
import {
  connection,
  given,
  pageRequest,
  typeOf,
  type RequestContext,
  writeCursor,
} from '../../ground/graphql/index.js';
import { servedColumns } from './columns-of-trace.js';
import { DecisionModel } from './decisions.model.js';
import { failingSetBy, failingSetsSchema, traceColumnsSchema } from './trace-columns.schema.js';
import { TraceLoader } from './trace.loader.js';
import { TraceArgs, TraceConnection, type TracePage } from './trace.model.js';

/** The evidence of a decision. */
@Resolver(() => DecisionModel)
export class TraceResolver {
  constructor(private readonly traces: TraceLoader) {}

  @ResolveField(() => TraceConnection, {
    nullable: true,
    description: 'The trace: every verdict and score, one row for each node; null if the decision has no trace.',
  })
  async trace(
    @Parent() { place: { cluster }, decision }: DecisionModel,
    @Args() args: TraceArgs,
    @Context() context: RequestContext,
  ): Promise<TracePage | null> {
    const { node, nodes, feasible, plugin } = args;
    const orderBy = args.orderBy ?? 'total';
    // A cursor says after how many rows of this very order it stands.
    const list = `trace by ${orderBy}`;
    const { size, fromEnd, after = 0, before } = pageRequest(args, list, ['count'], ([count]) => Number(count));
    const filter = {
      ...given('node', node),
      ...given('nodes', nodes),
      ...given('feasible', feasible),
      ...given('plugin', plugin),
    };
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

  @ResolveField(typeOf(traceColumnsSchema), {
    nullable: true,
    description:
      "The whole trace as columns; null if the decision has no trace. Costs 100 objects of the query's " + 'limit.',
  })
  async traceColumns(
    @Parent() { place: { cluster }, decision }: DecisionModel,
    @Context() context: RequestContext,
  ): Promise<ReturnType<typeof servedColumns> | null> {
    const found = await this.traces.columnsOf(context).load({ cluster, decision });
    return found === undefined ? null : servedColumns(found.columns, found.nodeNames);
  }

  @ResolveField(typeOf(failingSetsSchema.shape.items), {
    nullable: true,
    description:
      'All evaluated nodes by the set of plugins that fail on them, the most frequent first: the counts add ' +
      "up to all nodes. Null if the trace is missing or stored in part. Costs 100 objects of the query's " +
      'limit.',
  })
  async combinations(
    @Parent() { place: { cluster }, decision }: DecisionModel,
    @Args('by', {
      type: typeOf(failingSetBy),
      defaultValue: 'plugin',
      description: 'Which nodes belong to the same set.',
    })
    by: FailingSetBy,
    @Context() context: RequestContext,
  ): Promise<readonly FailingSet[] | null> {
    return (await this.traces.failingSetsOf(context).load({ cluster, decision, by })) ?? null;
  }
}
