import { Injectable } from '@nestjs/common';
import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { LogService, type LoggedChange } from '#history';
import { loaderPerRequest, typeOf, type RequestContext } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { keyOfPlace, placeOf, type Placed } from '../clusters/index.js';
import { changeSchema } from './change.schema.js';

/** A change and the cluster that it is read from. */
export type PlacedChange = LoggedChange & Placed;

/** Who wrote the revisions of changes: one statement for all changes of a page. */
@Injectable()
export class ActorLoader {
  constructor(private readonly log: LogService) {}

  readonly of = loaderPerRequest({
    keyOf: ({ place, revision }: PlacedChange) => `${keyOfPlace(place)} ${revision}`,
    groupOf: ({ place }) => keyOfPlace(place),
    load: async (changes, { caller }) => {
      const revisions = changes.map(({ revision }) => revision);
      return accepted(await this.log.actors(caller, placeOf(changes), revisions));
    },
    pick: (actors: ReadonlyMap<string, string>, { revision }) => actors.get(revision),
  });
}

/** Who made a change. */
@Resolver(typeOf(changeSchema))
export class ChangeActorResolver {
  constructor(private readonly actors: ActorLoader) {}

  @ResolveField(() => String, {
    nullable: true,
    description:
      'Name of the caller whose request wrote it, as in `Revision.actor`; null for callers who do not see the whole ' +
      'cluster.',
  })
  async actor(@Parent() change: PlacedChange, @Context() context: RequestContext): Promise<string | null> {
    return (await this.actors.of(context).load(change)) ?? null;
  }
}
