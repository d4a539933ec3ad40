import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { WhyNotService } from '#questions';
import type { ExplainedDecision } from '#scheduling';
import { Caller } from '../../ground/caller/index.js';
import { typeOf } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { whySchema } from './explain.schema.js';
import { requestChanges } from './request-change.schema.js';

/** A decision that is explained, and the cluster that it is of. */
interface Explained {
  readonly cluster: string;
  readonly decision: string;
}

/** Of a decision that is explained: what is looked for on the cluster as it was. */
@Resolver(typeOf(whySchema))
export class WhyResolver {
  constructor(private readonly whyNots: WhyNotService) {}

  @ResolveField(typeOf(requestChanges), {
    nullable: true,
    description:
      'Other requests with which the pod would have been placed elsewhere, or at all, tried in the cluster ' +
      'as of the decision, which is rebuilt. Null if extenders were called. Costs 1,000 objects of the ' +
      "query's limit.",
  })
  async requestChanges(
    @Parent() { cluster, decision }: Explained,
    @Caller() caller: Caller,
  ): Promise<ExplainedDecision['requestChanges'] | null> {
    return accepted(await this.whyNots.requestChanges(caller, cluster, decision))?.changes ?? null;
  }
}
