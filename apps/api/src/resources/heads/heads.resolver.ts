import { Args, ID, Resolver, Subscription } from '@nestjs/graphql';
import { WatchService, type HeadSign } from '#history';
import { Caller } from '../../ground/caller/index.js';
import { clusterRef } from '../clusters/index.js';
import { eventIterator, given } from '../../ground/graphql/index.js';
import { accepted, ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import { ClusterHeadModel } from './heads.model.js';

type HeadPayload = { readonly heads: ClusterHeadModel };

/** Where clusters are, as they move. */
@Resolver()
export class HeadsResolver {
  constructor(private readonly watches: WatchService) {}

  @Subscription(() => ClusterHeadModel, {
    description:
      'Positions of clusters: one event for each cluster at the start and then when it changes, at most two ' +
      'a second. Slow clients receive fewer events; the last event of a cluster has its present position.',
  })
  async heads(
    @Args('clusterIds', { type: () => [ID], description: 'At most 50 global ids, plain ids or names.' })
    clusterIds: readonly string[],
    @Args('after', { type: () => String, nullable: true, description: 'The last cursor that was received.' })
    after: string | null | undefined,
    @Caller() caller: Caller,
  ): Promise<AsyncIterableIterator<HeadPayload>> {
    const gone = new AbortController();
    const request = { clusters: clusterIds.map(clusterRef), ...given('after', after) };
    const heads = accepted(await this.watches.heads(caller, request, gone.signal));
    return eventIterator(eventsOf(heads), gone);
  }
}

async function* eventsOf(heads: AsyncIterable<HeadSign>): AsyncGenerator<HeadPayload, undefined> {
  for await (const head of heads) {
    if (head === 'stopped')
      throw RequestRefused.with(
        ErrorCode.UNAVAILABLE,
        'this process is stopping; resume at another one after the cursor',
      );
    if (typeof head === 'object' && 'end' in head) throw RequestRefused.of(head.end);
    // The protocol has signs of life of its own.
    if (head !== 'quiet') yield { heads: new ClusterHeadModel(head) };
  }
  return undefined;
}
