import type { Type } from '@nestjs/common';
import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { OperationKind } from '#operations';
import type { z } from 'zod';
import { type RequestContext, typeOf } from '../../ground/graphql/index.js';
import { OperationLoader } from './operation.loader.js';
import { OperationModel } from './operations.model.js';

/** The field of operations that has what those of one kind come to, as their mutation answers it. */
export function resultOf(
  kind: OperationKind,
  { field, what, schema }: { readonly field: string; readonly what: string; readonly schema: z.ZodType },
): Type<object> {
  @Resolver(() => OperationModel)
  class ResultResolver {
    constructor(private readonly loader: OperationLoader) {}

    @ResolveField(typeOf(schema), {
      name: field,
      nullable: true,
      description: `The result of ${what}; null if it has not succeeded, or the operation is not ${what}.`,
    })
    async result(@Parent() { operation }: OperationModel, @Context() context: RequestContext): Promise<object | null> {
      if (operation.kind !== kind) return null;
      return (await this.loader.of(context).load(operation.id))?.result ?? null;
    }
  }
  return ResultResolver;
}
