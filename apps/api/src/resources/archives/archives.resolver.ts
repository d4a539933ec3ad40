import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ArchiveService } from '#integrity';
import type { Archive } from '#history';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import {
  connection,
  type Connection,
  PageArgs,
  pageRequest,
  sidesOf,
  writeCursor,
} from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { ArchiveConnection } from './archives.model.js';

const LIST = 'archives';

/** What was archived of a cluster. */
@Resolver(() => ClusterModel)
export class ArchivesResolver {
  constructor(private readonly archives: ArchiveService) {}

  @ResolveField(() => ArchiveConnection, {
    name: 'archives',
    description: 'The archived parts of its log, the oldest revisions first.',
  })
  async list(
    @Parent() { uid }: ClusterModel,
    @Args() args: PageArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<Archive>> {
    const page = pageRequest(args, LIST, ['position'], ([revision = '']) => ({ cluster: uid, revision }));
    const { size, ...window } = page;
    const { items, next } = accepted(await this.archives.list(caller, { cluster: uid, pageSize: size, ...window }));
    return connection({
      items,
      ...sidesOf(page, next !== null),
      cursor: ({ revisions }) => writeCursor(LIST, revisions.first),
      node: (archive) => archive,
    });
  }
}
