import { type HeadEvent, type HeadSign, WatchService } from '#history';
import { inTeam } from '../../ground/caller/index.js';
import { EventStream, OpenPlaces, withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { accepted, ErrorCode, FaultReport } from '../../ground/outcome/index.js';
import { isEnd, sendHeads } from './head-events.js';
import { headList, headsQuery } from './head.schema.js';

/** A reader that has taken nothing for so long has disconnected, and is not slow. */
const GONE_MS = 300_000;

export const listHeads = operation({
  name: 'listHeads',
  route: 'GET /v1/heads',
  tag: 'log',
  permission: inTeam('viewer'),
  summary: 'List or follow positions of clusters',
  description:
    'For clients that show clusters and read again what changed. JSON: the present positions. ' +
    '`text/event-stream`: events `head` (a ClusterHead), one for each cluster at the start and then when ' +
    'it changes, at most two a second, with the cursor as `id`. Slow clients are not disconnected; they ' +
    'receive fewer events. The last event may be `error` (`{code, detail}`).',
  uses: { watches: WatchService, places: OpenPlaces, faults: FaultReport },
  query: headsQuery,
  answer: {
    status: 200,
    description: 'The positions, or events.',
    schema: headList,
    types: ['application/json', 'text/event-stream'],
  },
  problems: [ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.POSITION_AHEAD, ErrorCode.TOO_MANY_REQUESTS],
  resumes: 'In an event stream: after this cursor.',
  send: async ({ watches, places, faults }, { caller, query: { clusters, after } }, { request, reply, type }) => {
    const gone = new AbortController();
    const isStream = type === 'text/event-stream';
    if (isStream) reply.raw.once('close', places.take(caller));
    const last = isStream ? request.headers['last-event-id'] : undefined;
    const asked = withoutUndefined({ clusters, after: typeof last === 'string' && last !== '' ? last : after });
    const heads = accepted(await watches.heads(caller, asked, gone.signal));
    if (!isStream) return reply.send(await firstOf(heads, clusters));
    const stream = EventStream.open(reply, { deadlineMs: GONE_MS, source: gone });
    return sendHeads(heads, stream, { faults, requestId: caller.requestId });
  },
});

/** The first event of each cluster: where it is. */
async function firstOf(heads: AsyncIterable<HeadSign>, clusters: readonly string[]): Promise<object> {
  const items = new Map<string, HeadEvent>();
  const isThere = (asked: string): boolean =>
    [...items.values()].some(({ cluster, name }) => asked === cluster || asked === name);
  for await (const head of heads) {
    if (typeof head === 'string' || isEnd(head)) break;
    items.set(head.cluster, head);
    if (clusters.every(isThere)) break;
  }
  const found = [...items.values()];
  return { items: found, cursor: found.at(-1)?.cursor ?? '' };
}
