import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { Comparison } from '#questions';
import { Caller } from '../../ground/caller/index.js';
import { clusterRef } from '../clusters/index.js';
import { idempotencyOf, mutate, type RequestContext, requestOf, typeOf } from '../../ground/graphql/index.js';
import { OperationLoader, OperationModel } from '../operations/index.js';
import { runRef } from '../scheduling/index.js';
import { type AskedComparison, ComparisonOperations } from './comparison-operations.js';
import { comparisonRequestOf } from './comparison-request.js';
import { comparisonAsked, comparisonSchema } from './comparison.schema.js';
import {
  ComparePayload,
  ComparisonInput,
  type ComparisonSideInput,
  StartComparisonPayload,
} from './comparisons.inputs.js';

/** The same pods on two sides. */
@Resolver()
export class ComparisonsResolver {
  constructor(private readonly comparisons: ComparisonOperations) {}

  @Mutation(() => ComparePayload, {
    description:
      'Schedules the same pods in the same order on two sides, and reports placements that differ and why, ' +
      'outcomes, utilization, balance, and stranded resources. Nothing is written.',
  })
  compare(
    @Args('input', { description: 'The two sides and the pods.' }) input: ComparisonInput,
    @Caller() caller: Caller,
  ): Promise<ComparePayload> {
    return mutate(
      input,
      async () => {
        idempotencyOf('compare', input);
        const begun = await this.comparisons.await(caller, askedOf(input));
        return begun.refused ? begun : begun.value.ended;
      },
      (comparison) => ({ comparison }),
    );
  }

  @Mutation(() => StartComparisonPayload, {
    description: 'Starts a comparison as an operation; its `comparison` is the result.',
  })
  startComparison(
    @Args('input', { description: 'The two sides and the pods.' }) input: ComparisonInput,
    @Caller() caller: Caller,
  ): Promise<StartComparisonPayload> {
    return mutate(
      input,
      async () => this.comparisons.begin(caller, askedOf(input), idempotencyOf('startComparison', input)),
      (operation) => ({ operation: new OperationModel(operation) }),
    );
  }
}

/** What a comparison came to that is an operation. */
@Resolver(() => OperationModel)
export class ComparisonOfOperationResolver {
  constructor(private readonly loader: OperationLoader) {}

  @ResolveField(typeOf(comparisonSchema), {
    nullable: true,
    description: 'The result of a comparison; null if it has not succeeded, or the operation is not a comparison.',
  })
  async comparison(
    @Parent() { kind, uid }: OperationModel,
    @Context() context: RequestContext,
  ): Promise<Comparison | null> {
    if (kind !== 'comparison') return null;
    const { result = null } = (await this.loader.of(context).load(uid)) ?? {};
    return result === null ? null : (result as Comparison);
  }
}

function askedOf(input: ComparisonInput): AskedComparison {
  const { run } = input;
  const asked = requestOf(comparisonAsked, {
    ...input,
    a: sideOf(input.a),
    b: sideOf(input.b),
    run: run && runRef(run),
  });
  return { request: comparisonRequestOf(clusterRef(input.clusterId), asked), asked };
}

function sideOf(side: ComparisonSideInput): ComparisonSideInput {
  return { ...side, cluster: side.cluster && clusterRef(side.cluster) };
}
