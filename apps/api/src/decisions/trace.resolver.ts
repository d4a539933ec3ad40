import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { DecisionService } from '#scheduling';
import { Caller } from '../caller/index.js';
import { connection, pageSize, readCursor, writeCursor, given } from '../graphql/index.js';
import { accepted } from '../outcome/index.js';
import { DecisionModel } from './decisions.model.js';
import { TraceArgs, TraceConnection, type TracePage } from './trace.model.js';

/** The evidence of a decision. */
@Resolver(() => DecisionModel)
export class TraceResolver {
  constructor(private readonly decisions: DecisionService) {}

  @ResolveField(() => TraceConnection, {
    nullable: true,
    description: 'What the decision says about every node, a row a node; null when it has no trace.',
  })
  async trace(
    @Parent() { cluster, uid }: DecisionModel,
    @Args() args: TraceArgs,
    @Caller() caller: Caller,
  ): Promise<TracePage | null> {
    const { node, feasible, plugin, orderBy } = args;
    // A cursor says after how many rows of this very order it stands.
    const list = `trace by ${orderBy}`;
    const offset = Number(readCursor(args, list, ['count'])?.[0] ?? 0);
    const filter = { ...given('node', node), ...given('feasible', feasible), ...given('plugin', plugin) };
    const outcome = await this.decisions.trace(caller, cluster, {
      id: uid,
      filter,
      orderBy,
      offset,
      pageSize: pageSize(args),
    });
    if (outcome.refused && outcome.refusal.kind === 'TraceNotStored') return null;
    const { items, matching, nextOffset, filterPlugins, scorePlugins } = accepted(outcome);
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
