import { Args, ArgsType, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { CauseService, type Causes } from '#history';
import { Caller } from '../../ground/caller/index.js';
import { argsOf, argumentsOf, typeOf } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { ClusterModel } from '../clusters/index.js';
import { causeQuery, causesSchema } from './cause.schema.js';

@ArgsType()
class CauseArgs extends argsOf(causeQuery) {}

/** Why a change of a cluster happened. */
@Resolver(() => ClusterModel)
export class CausesResolver {
  constructor(private readonly service: CauseService) {}

  @ResolveField(typeOf(causesSchema), {
    description: 'Why the change at a position happened: what it follows from, back to a request or a timer.',
  })
  async causes(@Parent() { place }: ClusterModel, @Args() args: CauseArgs, @Caller() caller: Caller): Promise<Causes> {
    const { position } = argumentsOf(causeQuery, args);
    return accepted(await this.service.why(caller, place.cluster, position));
  }
}
