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
  @Field(() => String, { nullable: true, description: 'Only of this rule, such as `topology-key-missing`.' })
  readonly rule?: string | null;

  @Field(() => String, { nullable: true, description: 'Only about this namespace.' })
  readonly namespace?: string | null;

  @Field(() => Int, { nullable: true, description: 'So many at most: 1 to 500, 50 unless given.' })
  readonly first?: number | null;
}

/** What is to be said of a cluster as a whole, at the moment that it is shown at. */
@Resolver(() => ClusterModel)
export class AdviceResolver {
  constructor(private readonly service: ClusterAdviceService) {}

  @ResolveField(() => AdviceListModel, { description: 'What in its model will surprise.' })
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
    description: 'What keeps its pending pods pending, and what would release the most of them.',
  })
  async pendingExplanation(
    @Parent() { place }: ClusterModel,
    @Caller() caller: Caller,
  ): Promise<PendingExplanationModel> {
    return accepted(await this.service.pending(caller, place));
  }
}
