import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { Outcome } from '#cluster';
import { DecisionService } from '#scheduling';
import { Caller } from '../caller/index.js';
import { connection, given, pageRequest, type RequestContext, writeCursor } from '../graphql/index.js';
import { accepted } from '../outcome/index.js';
import { servedColumns } from './columns-of-trace.js';
import { DecisionModel } from './decisions.model.js';
import { FailingSetByModel, FailingSetModel, TraceColumnsModel } from './trace-columns.model.js';
import { TraceLoader } from './trace.loader.js';
import { TraceArgs, TraceConnection, type TracePage } from './trace.model.js';

/** The evidence of a decision. */
@Resolver(() => DecisionModel)
export class TraceResolver {
  constructor(
    private readonly traces: TraceLoader,
    private readonly decisions: DecisionService,
  ) {}

  @ResolveField(() => TraceConnection, {
    nullable: true,
    description: 'What the decision says about every node, a row a node; null when it has no trace.',
  })
  async trace(
    @Parent() { cluster, decision }: DecisionModel,
    @Args() args: TraceArgs,
    @Context() context: RequestContext,
  ): Promise<TracePage | null> {
    const { node, nodes, feasible, plugin, orderBy } = args;
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

  @ResolveField(() => TraceColumnsModel, {
    nullable: true,
    description:
      'What the decision says about every node, column by column, all of it at once; null when it has no trace. ' +
      'Counts as 100 objects.',
  })
  async traceColumns(
    @Parent() { cluster, uid }: DecisionModel,
    @Caller() caller: Caller,
  ): Promise<TraceColumnsModel | null> {
    const found = whereStored(await this.decisions.traceColumns(caller, cluster, uid));
    return found && servedColumns(found.columns, found.nodeNames);
  }

  @ResolveField(() => [FailingSetModel], {
    nullable: true,
    description:
      'All nodes that were evaluated, by the plugins that fail there, the most frequent first: the counts add up to ' +
      'them. Null when there is no trace, or a part of it only. Counts as 100 objects.',
  })
  async combinations(
    @Parent() { cluster, uid: id }: DecisionModel,
    @Args('by', {
      type: () => FailingSetByModel,
      defaultValue: FailingSetByModel.plugin,
      description: 'What nodes are told apart by.',
    })
    by: FailingSetByModel,
    @Caller() caller: Caller,
  ): Promise<readonly FailingSetModel[] | null> {
    return whereStored(await this.decisions.failingSets(caller, cluster, { id, by }));
  }
}

/** Null where no trace is kept. */
function whereStored<T>(outcome: Outcome<T>): T | null {
  return outcome.refused && outcome.refusal.kind === 'TraceNotStored' ? null : accepted(outcome);
}
