import { Args, ArgsType, Field, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ClusterAdviceService } from '#questions';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import { argumentsOf } from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { AdviceListModel, PendingExplanationModel } from './advice.model.js';
import { adviceArgs } from './advice.schema.js';

@ArgsType()
class AdviceArgs {
  @Field(() => String, { nullable: true, description: 'Only this rule, such as `topology-key-missing`.' })
  readonly rule?: string | null;

  @Field(() => String, { nullable: true, description: 'Only findings in this namespace.' })
  readonly namespace?: string | null;

  @Field(() => Int, { nullable: true, description: 'Maximum number of items, 1 to 500. Default: 50.' })
  readonly first?: number | null;
}

/** What is to be said of a cluster as a whole, at the moment that it is shown at. */
@Resolver(() => ClusterModel)
export class AdviceResolver {
  constructor(private readonly service: ClusterAdviceService) {}

  @ResolveField(() => AdviceListModel, { description: 'Likely mistakes in its model.' })
  async advice(
    @Parent() { place }: ClusterModel,
    @Args() args: AdviceArgs,
    @Caller() caller: Caller,
  ): Promise<AdviceListModel> {
    const { first, ...filter } = argumentsOf(adviceArgs, args);
    const asked = { filter: withoutUndefined(filter), pageSize: first, offset: 0 };
    return accepted(await this.service.advice(caller, place, asked));
  }

  @ResolveField(() => PendingExplanationModel, {
    description: 'Why its pods are pending, and which changes would release the most of them.',
  })
  async pendingExplanation(
    @Parent() { place }: ClusterModel,
    @Caller() caller: Caller,
  ): Promise<PendingExplanationModel> {
    return accepted(await this.service.pending(caller, place));
  }
}
