import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { LogService } from '#history';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import {
  argumentsOf,
  connection,
  type Connection,
  pageSize,
  readCursor,
  writeCursor,
  type RequestContext,
} from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { RunLoader, RunModel } from '../scheduling/index.js';
import { revisionFilter } from './revision.schema.js';
import { RevisionConnection, RevisionFilterArgs, RevisionModel } from './revisions.model.js';

const LIST = 'revisions';

/** Who wrote into a cluster. */
@Resolver(() => ClusterModel)
export class RevisionsResolver {
  constructor(private readonly log: LogService) {}

  @ResolveField(() => RevisionConnection, {
    name: 'revisions',
    description:
      'Its committed writes, newest first. A page may contain few or no items although another page ' +
      'follows: the log is searched in sections.',
  })
  async list(
    @Parent() { place }: ClusterModel,
    @Args() args: RevisionFilterArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<RevisionModel>> {
    const [before] = readCursor(args, LIST, ['position']) ?? [];
    const request = {
      filter: withoutUndefined(argumentsOf(revisionFilter, args)),
      pageSize: pageSize(args),
      ...(before === undefined ? {} : { before: BigInt(before) }),
    };
    const { items, next } = accepted(await this.log.revisions(caller, place, request));
    return connection({
      items,
      more: next !== null,
      continued: before !== undefined,
      cursor: ({ revision }) => writeCursor(LIST, revision),
      node: (revision) => new RevisionModel(place, revision),
      ...(next === null ? {} : { end: writeCursor(LIST, String(next)) }),
    });
  }
}

/** The run of a revision: one statement for all revisions of a page. */
@Resolver(() => RevisionModel)
export class RevisionRunResolver {
  constructor(private readonly runs: RunLoader) {}

  @ResolveField(() => RunModel, {
    nullable: true,
    description: 'The run of which it is a part; null if it was not written by a run.',
  })
  async run(@Parent() { place, written }: RevisionModel, @Context() context: RequestContext): Promise<RunModel | null> {
    const run = written.run === null ? undefined : await this.runs.of(context).load({ place, run: written.run });
    return run === undefined ? null : new RunModel(run, place.at);
  }
}
