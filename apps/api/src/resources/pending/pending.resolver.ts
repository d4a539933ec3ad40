import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { DecisionModel, LastDecisionLoader } from '../decisions/index.js';
import type { RequestContext } from '../../ground/graphql/index.js';
import { PendingPodModel } from './pending.model.js';

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
