import { Args, Query, Resolver } from '@nestjs/graphql';
import { VerificationService, type Verification } from '#integrity';
import { Caller } from '../caller/index.js';
import { clusterRef } from '../clusters/index.js';
import { accepted } from '../outcome/index.js';
import { VerificationModel, VerifyInput } from './verification.model.js';

/** Whether what is stored is what was written. */
@Resolver(() => VerificationModel)
export class VerificationResolver {
  constructor(private readonly verification: VerificationService) {}

  @Query(() => VerificationModel, {
    description:
      'Reads everything, and says what holds and where it does not: as long as that takes. A query asks once.',
  })
  async verify(
    @Args('input', { type: () => VerifyInput, nullable: true, description: 'What to verify.' })
    input: VerifyInput | null | undefined,
    @Caller() caller: Caller,
  ): Promise<Verification> {
    const { clusterId } = input ?? {};
    return accepted(
      await this.verification.verify(caller, typeof clusterId === 'string' ? { cluster: clusterRef(clusterId) } : {}),
    );
  }
}
