import { Args, ArgsType, Field, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { KeptWhatIfs, WhatIfService } from '#questions';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import { Json } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { askedSteps } from './asked-steps.js';
import { WhatIfModel } from './what-if.model.js';

@ArgsType()
class WhatIfArgs {
  @Field(() => [Json], { description: 'The steps, in order, as in `POST /v1/clusters/{cluster}/what-if`.' })
  readonly steps!: readonly unknown[];

  @Field(() => Boolean, { nullable: true, description: 'Whether to store traces. Default: false.' })
  readonly traces?: boolean | null;
}

/** A cluster as it would be, from the moment that it is shown at. */
@Resolver(() => ClusterModel)
export class WhatIfResolver {
  constructor(
    private readonly whatIfs: WhatIfService,
    private readonly kept: KeptWhatIfs,
  ) {}

  @ResolveField(() => WhatIfModel, {
    description: 'Applies steps to a copy of the cluster in memory, and returns what happens to the pods.',
  })
  async whatIf(
    @Parent() { place }: ClusterModel,
    @Args() { steps, traces }: WhatIfArgs,
    @Caller() caller: Caller,
  ): Promise<WhatIfModel> {
    const request = { steps: askedSteps(steps), traces: traces ?? false };
    const answer = this.kept.keep(accepted(await this.whatIfs.whatIf(caller, place, request)));
    return {
      ...answer,
      steps: answer.steps.map(({ problems = [], pods, ...step }) => ({
        ...step,
        problems: [...problems],
        ...(pods !== undefined && { pods: [...pods] }),
      })),
    };
  }
}
