import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ArchiveService } from '#integrity';
import type { Archive } from '#history';
import { Caller } from '../caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import { connection, type Connection, PageArgs, pageSize, readCursor, writeCursor } from '../graphql/index.js';
import { accepted } from '../outcome/index.js';
import { ArchiveConnection } from './archives.model.js';

const LIST = 'archives';

/** What was archived of a cluster. */
@Resolver(() => ClusterModel)
export class ArchivesResolver {
  constructor(private readonly archives: ArchiveService) {}

  @ResolveField(() => ArchiveConnection, {
    name: 'archives',
    description: 'What of its log lies in files, the oldest revisions first.',
  })
  async list(
    @Parent() { uid }: ClusterModel,
    @Args() args: PageArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<Archive>> {
    const [revision] = readCursor(args, LIST, ['position']) ?? [];
    const after = revision === undefined ? {} : { after: { cluster: uid, revision } };
    const { items, next } = accepted(
      await this.archives.list(caller, { cluster: uid, pageSize: pageSize(args), ...after }),
    );
    return connection({
      items,
      more: next !== null,
      continued: revision !== undefined,
      cursor: ({ revisions }) => writeCursor(LIST, revisions.first),
      node: (archive) => archive,
    });
  }
}
