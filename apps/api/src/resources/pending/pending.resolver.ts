import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { ClusterPlace } from '#cluster';
import { shownValue } from '#kubernetes';
import { PendingService } from '#questions';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import { DecisionModel, LastDecisionLoader } from '../decisions/index.js';
import {
  argumentsOf,
  connection,
  type Connection,
  pageSize,
  readCursor,
  writeCursor,
  type RequestContext,
} from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { accepted, RequestRefused } from '../../ground/outcome/index.js';
import { PendingArgs, PendingModel, PendingPodConnection, PendingPodModel, PendingPodsArgs } from './pending.model.js';
import { pendingFilter } from './pending.schema.js';

const LIST = 'pendingPods';

/** The pods of a cluster that are pending now, and why. */
@Resolver(() => ClusterModel)
export class PendingResolver {
  constructor(private readonly pending: PendingService) {}

  @ResolveField(() => PendingModel, {
    name: 'pending',
    description:
      'Its pods that are pending now, by the results of their last attempts, without dry runs. Always of ' +
      'the present.',
  })
  async groups(
    @Parent() { uid, place }: ClusterModel,
    @Args() args: PendingArgs,
    @Caller() caller: Caller,
  ): Promise<PendingModel> {
    refusePast(place);
    const filter = withoutUndefined(argumentsOf(pendingFilter, args));
    const asked = { filter, groupBy: args.groupBy, offset: 0, pageSize: pageSize(args) };
    return new PendingModel(accepted(await this.pending.groups(caller, uid, asked)));
  }

  @ResolveField(() => PendingPodConnection, { name: 'pendingPods', description: 'The same pods as a list.' })
  async list(
    @Parent() { uid, place }: ClusterModel,
    @Args() args: PendingPodsArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<PendingPodModel>> {
    refusePast(place);
    const [start = '0'] = readCursor(args, LIST, ['count']) ?? [];
    const offset = Number(start);
    const filter = withoutUndefined(argumentsOf(pendingFilter, args));
    const asked = { filter, orderBy: args.orderBy, offset, pageSize: pageSize(args) };
    const { items, pods, nextOffset } = accepted(await this.pending.list(caller, uid, asked));
    return connection({
      items,
      more: nextOffset !== null,
      continued: offset > 0,
      cursor: (_, index) => writeCursor(LIST, String(offset + index + 1)),
      node: (found) => new PendingPodModel(place, found),
      totalCount: pods,
    });
  }
}

/** What is pending is known of the present only. @throws RequestRefused of a cluster as it was */
function refusePast({ at }: ClusterPlace): void {
  if (at === undefined) return;
  const message = `Invalid value: ${shownValue(at)}: what is pending is known of the present only`;
  throw RequestRefused.invalid([{ field: 'at', reason: 'FieldValueInvalid', message }]);
}

/** What was last decided about a pending pod: one statement for all of a page. */
@Resolver(() => PendingPodModel)
export class PendingPodResolver {
  constructor(private readonly lastDecisions: LastDecisionLoader) {}

  @ResolveField(() => DecisionModel, {
    nullable: true,
    description: 'The last decision about it; null if there is none.',
  })
  async decision(
    @Parent() { place, found }: PendingPodModel,
    @Context() context: RequestContext,
  ): Promise<DecisionModel | null> {
    if (found.decision === null) return null;
    const decision = await this.lastDecisions.of(context).load({ place, pod: found });
    return decision === undefined ? null : new DecisionModel(place, decision);
  }
}
