import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ProfileService, type KnownProfile } from '#cluster';
import { ClusterModel } from '../clusters/clusters.model.js';
import { connection, type Connection } from '../graphql/relay/connection.js';
import { PageArgs, pageSize, readCursor, writeCursor } from '../graphql/relay/page.args.js';
import type { RequestContext } from '../graphql/request-context.js';
import { accepted } from '../outcome/index.js';
import { ProfileConnection, ProfileModel } from './profiles.model.js';

const LIST = 'profiles';

/** The scheduler profiles of a cluster: few, so that they are read all at once and cut into pages here. */
@Resolver(() => ClusterModel)
export class ProfilesResolver {
  constructor(private readonly profiles: ProfileService) {}

  @ResolveField(() => ProfileConnection, { name: 'profiles', description: 'The scheduler profiles that it has used, and the default one.' })
  async list(@Parent() { uid }: ClusterModel, @Args() page: PageArgs, @Context() { caller }: RequestContext): Promise<Connection<ProfileModel>> {
    const known = accepted(await this.profiles.list(caller, uid));
    const [after] = readCursor(page, LIST, 1) ?? [];
    const start = after === undefined ? 0 : known.findIndex(({ digest }) => digest === after) + 1;
    const items: readonly KnownProfile[] = known.slice(start, start + pageSize(page));
    return connection({
      items, more: start + items.length < known.length, continued: after !== undefined, totalCount: known.length,
      cursor: ({ digest }) => writeCursor(LIST, digest), node: (profile) => new ProfileModel(uid, profile),
    });
  }
}
