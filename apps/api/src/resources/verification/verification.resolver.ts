import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Verification } from '#integrity';
import { Caller } from '../../ground/caller/index.js';
import { clusterRef } from '../clusters/index.js';
import { idempotencyOf, mutate, type RequestContext, typeOf } from '../../ground/graphql/index.js';
import { OperationLoader, OperationModel } from '../operations/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { VerificationOperations } from './verification-operations.js';
import { StartVerificationInput, StartVerificationPayload, VerifyInput } from './verification.inputs.js';
import { verificationSchema } from './verification.schema.js';

/** Whether what is stored is what was written. */
@Resolver()
export class VerificationResolver {
  constructor(private readonly verification: VerificationOperations) {}

  @Query(typeOf(verificationSchema), {
    description:
      'Reads all records and reports, check by check, violations and where they are. A query may contain it ' + 'once.',
  })
  async verify(
    @Args('input', { type: () => VerifyInput, nullable: true, description: 'What to verify.' })
    input: VerifyInput | null | undefined,
    @Caller() caller: Caller,
  ): Promise<Verification> {
    const { ended } = accepted(await this.verification.await(caller, requestOf(input ?? {})));
    return accepted(await ended);
  }

  @Mutation(() => StartVerificationPayload, {
    description: 'Starts a verification as an operation; its `verification` is the result.',
  })
  startVerification(
    @Args('input', { description: 'What to verify.' }) input: StartVerificationInput,
    @Caller() caller: Caller,
  ): Promise<StartVerificationPayload> {
    return mutate(
      input,
      () => this.verification.begin(caller, requestOf(input), idempotencyOf('startVerification', input)),
      (operation) => ({ operation: new OperationModel(operation) }),
    );
  }
}

/** What a verification came to that is an operation. */
@Resolver(() => OperationModel)
export class VerificationOfOperationResolver {
  constructor(private readonly loader: OperationLoader) {}

  @ResolveField(typeOf(verificationSchema), {
    nullable: true,
    description: 'The result of a verification; null if it has not succeeded, or the operation is not a verification.',
  })
  async verification(
    @Parent() { kind, uid }: OperationModel,
    @Context() context: RequestContext,
  ): Promise<Verification | null> {
    if (kind !== 'verification') return null;
    return ((await this.loader.of(context).load(uid))?.result ?? null) as Verification | null;
  }
}

function requestOf({ clusterId }: VerifyInput): { readonly cluster?: string } {
  return typeof clusterId === 'string' ? { cluster: clusterRef(clusterId) } : {};
}
