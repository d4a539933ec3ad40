import { ArgsType, Field, ID } from '@nestjs/graphql';
import { z } from 'zod';
import { argsOf, connectionOf, objectType, PageArgs } from '../../ground/graphql/index.js';
import type { PlacedChange } from './change-actor.resolver.js';
import { changeArgs, changePosition, changeSchema } from './change.schema.js';

/** A page of changes. */
export const ChangeConnection = connectionOf<PlacedChange>(changeSchema, {
  name: 'Change',
  what: 'a change',
  counted: false,
});

/** A change as it happens. */
export interface ChangeEvent {
  readonly position: string;
  readonly change: PlacedChange | null;
}

export const changeEvent = objectType('ChangeEvent', 'A change as it happens, or a bookmark.', {
  position: z.string().describe('The log was read up to this position: resume `after` it.'),
  change: changeSchema
    .nullable()
    .describe(
      'The change. Null in a bookmark, which is sent at the start and at least every 15 seconds without a ' +
        'matching change.',
    ),
});

const collections = z.object({
  kinds: z.array(z.string()).optional().describe('Only these kinds.'),
  namespaces: z.array(z.string()).optional().describe('Only these namespaces; empty: none.'),
});

/** Which changes; all that is given must hold. */
@ArgsType()
export class ChangeFilterArgs extends argsOf(collections, {}, argsOf(changeArgs, {}, PageArgs)) {}

/** What a subscription follows. */
@ArgsType()
export class ChangeSubscriptionArgs extends argsOf(
  collections,
  {},
  argsOf(changePosition, { after: 'Only changes after this position. Default: the present.' }),
) {
  @Field(() => ID, { description: 'The cluster, by global id, plain id or name.' })
  readonly clusterId!: string;
}
