import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { RefusalLogService } from '#cluster';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import {
  argumentsOf,
  connection,
  type Connection,
  pageSize,
  readCursor,
  writeCursor,
} from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { refusalFilter } from './refusal.schema.js';
import { RefusalConnection, RefusalFilterArgs, type RefusalModel } from './refusals.model.js';

const LIST = 'refusals';

/** What admission forbade in a cluster. */
@Resolver(() => ClusterModel)
export class RefusalsResolver {
  constructor(private readonly refusals: RefusalLogService) {}

  @ResolveField(() => RefusalConnection, {
    name: 'refusals',
    description:
      'Objects that admission rejected, newest first. Stored for 90 days, at most 100,000. They are not ' +
      'part of the history: a past state shows the present ones.',
  })
  async list(
    @Parent() { uid }: ClusterModel,
    @Args() args: RefusalFilterArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<RefusalModel>> {
    const [before] = readCursor(args, LIST, ['id']) ?? [];
    const filter = withoutUndefined(argumentsOf(refusalFilter, args));
    const asked = { filter, pageSize: pageSize(args), ...(before !== undefined && { before }) };
    const { items, next } = accepted(await this.refusals.list(caller, uid, asked));
    return connection({
      items,
      more: next !== null,
      continued: before !== undefined,
      cursor: ({ id }) => writeCursor(LIST, id),
      node: (refusal) => refusal,
    });
  }
}
