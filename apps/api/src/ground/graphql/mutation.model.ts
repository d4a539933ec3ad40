import { Field, InputType, ObjectType } from '@nestjs/graphql';
import { refuse, type IdempotentRequest, type Outcome } from '#requests';
import { graphqlRefusal, RefusalModel, RequestRefused } from '../outcome/index.js';

/** What every mutation takes. Those that change access take no more: their answer, maybe with a key, is not stored. */
@InputType({ isAbstract: true })
export abstract class PlainMutationInput {
  @Field(() => String, { nullable: true, description: 'Returned unchanged in the payload.' })
  readonly clientMutationId?: string | null;
}

/** The same with repetitions that are none. */
@InputType({ isAbstract: true })
export abstract class MutationInput extends PlainMutationInput {
  @Field(() => String, {
    nullable: true,
    description:
      'Makes the mutation idempotent: a repetition with the same key and input returns the first answer and ' +
      'has no further effect. 1 to 255 characters.',
  })
  readonly idempotencyKey?: string | null;
}

/** What every mutation answers. */
@ObjectType({ isAbstract: true })
export abstract class MutationPayload {
  @Field(() => String, { nullable: true, description: 'The clientMutationId of the input.' })
  readonly clientMutationId!: string | null;

  @Field(() => [RefusalModel], { description: 'Why nothing was changed; empty if the mutation succeeded.' })
  readonly refusals!: readonly RefusalModel[];
}

const LONGEST_KEY = 255;

/**
 * The idempotency of a mutation: its key stands for the rest of its input. @throws RequestRefused when it is no key.
 */
export function idempotencyOf(
  operation: string,
  { idempotencyKey: key, clientMutationId: _, ...request }: MutationInput,
): { readonly idempotency?: IdempotentRequest } {
  if (key === undefined || key === null) return {};
  if (key.length < 1 || key.length > LONGEST_KEY) {
    throw RequestRefused.invalid([
      { field: 'idempotencyKey', reason: 'FieldValueInvalid', message: `must have 1 to ${LONGEST_KEY} characters` },
    ]);
  }
  return { idempotency: { key, operation, request: { ...request } } };
}

/**
 * Does what a mutation asks and makes its payload: what `changed` makes of the value, or nothing and the refusal. Input
 * that the door itself cannot read is a refusal like one of a service.
 */
export async function mutate<T, Changed extends object>(
  { clientMutationId = null }: PlainMutationInput,
  work: () => Promise<Outcome<T>>,
  changed: (value: T) => Changed | Promise<Changed>,
): Promise<MutationPayload & Partial<Changed>> {
  const outcome = await outcomeOf(work);
  const nothing: Partial<Changed> = {};
  return outcome.refused
    ? { ...nothing, clientMutationId, refusals: [graphqlRefusal(outcome.refusal)] }
    : { ...(await changed(outcome.value)), clientMutationId, refusals: [] };
}

async function outcomeOf<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RequestRefused && error.refusal !== undefined) return refuse(error.refusal);
    throw error;
  }
}

/** An optional field of an input: GraphQL's null is as good as nothing. */
export function given<K extends string, T>(name: K, value: T | null | undefined): { readonly [key in K]?: T } {
  return value === undefined || value === null ? {} : ({ [name]: value } as { readonly [key in K]: T });
}
