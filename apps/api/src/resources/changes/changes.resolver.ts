import { Args, Context, Parent, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import { LogService, WatchService, type ChangeListRequest } from '#history';
import { Caller } from '../../ground/caller/index.js';
import { clusterRef, ClusterModel } from '../clusters/index.js';
import {
  argumentsOf,
  given,
  connection,
  type Connection,
  pageSize,
  readCursor,
  requestOf,
  typeOf,
  writeCursor,
  type RequestContext,
} from '../../ground/graphql/index.js';
import { WatchSettings, withoutUndefined } from '../../ground/http/index.js';
import { accepted } from '../../ground/outcome/index.js';
import type { PlacedChange } from './change-actor.resolver.js';
import { changeArgs, changeKinds, changePosition } from './change.schema.js';
import { changeIterator, type ChangePayload } from './change-iterator.js';
import { ChangeConnection, changeEvent, ChangeFilterArgs, ChangeSubscriptionArgs } from './changes.model.js';

const LIST = 'changes';

/** The log of a cluster, change by change: what was, and what comes. */
@Resolver(() => ClusterModel)
export class ChangesResolver {
  constructor(
    private readonly log: LogService,
    private readonly watches: WatchService,
    private readonly settings: WatchSettings,
  ) {}

  @ResolveField(() => ChangeConnection, {
    name: 'changes',
    description:
      'The changes of the cluster, oldest first. A page may contain few or no items although another page ' +
      'follows: the log is searched in sections.',
  })
  async list(
    @Parent() { place }: ClusterModel,
    @Args() args: ChangeFilterArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<PlacedChange>> {
    const [after] = readCursor(args, LIST, ['position']) ?? [];
    const request = {
      filter: filterOf(args),
      pageSize: pageSize(args),
      ...(after === undefined ? {} : { after: BigInt(after) }),
    };
    const { items, next } = accepted(await this.log.changes(caller, place, request));
    return connection({
      items,
      more: next !== null,
      continued: after !== undefined,
      cursor: ({ position }) => writeCursor(LIST, position),
      node: (change) => ({ ...change, place }),
      ...(next === null ? {} : { end: writeCursor(LIST, String(next)) }),
    });
  }

  @Subscription(typeOf(changeEvent), {
    description:
      'The changes of a cluster after a position, as they happen: in the order of the log and without gaps. ' +
      'A client that was disconnected can resume at any process of the service.',
  })
  async changes(
    @Args() args: ChangeSubscriptionArgs,
    @Caller() caller: Caller,
    @Context() { cut = nobody }: RequestContext,
  ): Promise<AsyncIterableIterator<ChangePayload>> {
    const gone = new AbortController();
    const request = {
      cluster: clusterRef(args.clusterId),
      ...withoutUndefined(argumentsOf(changePosition, args)),
      ...withoutUndefined(requestOf(changeKinds, args)),
      ...given('namespaces', args.namespaces),
    };
    const watch = accepted(await this.watches.watch(caller, request, gone.signal));
    const place = { cluster: request.cluster };
    return changeIterator(watch, gone, { place, deadlineMs: this.settings.deadlineMs, cut });
  }
}

function filterOf(args: ChangeFilterArgs): ChangeListRequest['filter'] {
  const { namespaces } = args;
  return {
    ...withoutUndefined(argumentsOf(changeArgs, args)),
    ...withoutUndefined(requestOf(changeKinds, args)),
    ...given('namespaces', namespaces),
  };
}

/** No back-pressure without a lasting connection. */
function nobody(): void {
  return;
}
