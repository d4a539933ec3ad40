import { ArgsType, Field, ID, ObjectType } from '@nestjs/graphql';
import type { RefusalRecord, WriteOperation } from '#cluster';
import { argsOf, connectionOf, DateTime, PageArgs } from '../../ground/graphql/index.js';
import { refusalFilter } from './refusal.schema.js';

@ObjectType('AdmissionRefusal', {
  description: 'An object that admission rejected: the caller, the object, and the reason.',
})
export class RefusalModel implements RefusalRecord {
  @Field(() => ID, { description: 'Its id.' })
  readonly id!: string;

  @Field(() => DateTime, { description: 'When it was refused.' })
  readonly at!: string;

  @Field({ description: 'Name of the caller: the `X-Berth-Actor` of the request.' })
  readonly actor!: string;

  @Field({ description: 'The authenticated principal.' })
  readonly principal!: string;

  @Field({ description: 'The `X-Request-Id` of the request.' })
  readonly requestId!: string;

  @Field({ description: 'Program of the caller: the `User-Agent` of the request.' })
  readonly client!: string;

  @Field(() => String, { description: 'The operation: `create`, `replace`, `patch`, `apply` or `delete`.' })
  readonly operation!: WriteOperation;

  @Field({ description: 'The version of the kind: `v1`.' })
  readonly apiVersion!: string;

  @Field({ description: 'The kind of the object.' })
  readonly kind!: string;

  @Field({ description: 'The namespace; empty for cluster-scoped kinds.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field({ description: 'The code of the answer: `OBJECT_FORBIDDEN`.' })
  readonly code!: string;

  @Field({ description: "The admission step: the name of the API server's plugin, such as `ResourceQuota`." })
  readonly reason!: string;

  @Field({ description: 'The message of the answer, in the words of the API server.' })
  readonly message!: string;
}

/** A page of refusals. */
export const RefusalConnection = connectionOf(RefusalModel, {
  name: 'AdmissionRefusal',
  what: 'a refusal',
  counted: false,
});

/** Which refusals; all that is given must hold. Texts are compared whole. */
@ArgsType()
export class RefusalFilterArgs extends argsOf(
  refusalFilter,
  {
    actor: 'Only this caller.',
    principal: 'Only refusals of this authenticated principal.',
    requestId: 'Only the request with this id.',
    kind: 'Only this kind.',
    namespace: 'Only objects in this namespace.',
    name: 'Only objects of this name.',
    reason: 'Only this admission step: `ResourceQuota`.',
    since: { type: () => DateTime, description: 'Only at or after this time.' },
    until: { type: () => DateTime, description: 'Only before this time.' },
  },
  PageArgs,
) {}
