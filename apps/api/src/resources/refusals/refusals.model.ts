import { ArgsType, Field, ID, ObjectType } from '@nestjs/graphql';
import type { RefusalRecord, WriteOperation } from '#cluster';
import { argsOf, connectionOf, DateTime, PageArgs } from '../../ground/graphql/index.js';
import { refusalFilter } from './refusal.schema.js';

@ObjectType('AdmissionRefusal', {
  description: 'An object that admission forbade: who asked for what, and what was against it.',
})
export class RefusalModel implements RefusalRecord {
  @Field(() => ID, { description: 'Its id.' })
  readonly id!: string;

  @Field(() => DateTime, { description: 'When it was refused.' })
  readonly at!: string;

  @Field({ description: 'Who asked, as a person would name them: the `X-Berth-Actor` of the request.' })
  readonly actor!: string;

  @Field({ description: 'What authenticated the caller.' })
  readonly principal!: string;

  @Field({ description: 'The `X-Request-Id` of the request.' })
  readonly requestId!: string;

  @Field({ description: 'The program: the `User-Agent` of the request.' })
  readonly client!: string;

  @Field(() => String, { description: 'What was asked: `create`, `replace`, `patch`, `apply` or `delete`.' })
  readonly operation!: WriteOperation;

  @Field({ description: 'The version of the kind: `v1`.' })
  readonly apiVersion!: string;

  @Field({ description: 'The kind of the object.' })
  readonly kind!: string;

  @Field({ description: 'Its namespace; empty for objects that live in none.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field({ description: 'What the answer called it: `OBJECT_FORBIDDEN`.' })
  readonly code!: string;

  @Field({ description: "The step of admission, by the name of the API server's plugin: `ResourceQuota`." })
  readonly reason!: string;

  @Field({ description: 'What was answered, as the API server says it.' })
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
    actor: 'Of this caller.',
    principal: 'Of whoever this authenticated.',
    requestId: 'Of the request of this id.',
    kind: 'Of objects of this kind.',
    namespace: 'Of objects in this namespace.',
    name: 'Only objects of this name.',
    reason: 'By this step of admission: `ResourceQuota`.',
    since: { type: () => DateTime, description: 'Start of the bucket, inclusive.' },
    until: { type: () => DateTime, description: 'End of the bucket, exclusive.' },
  },
  PageArgs,
) {}
