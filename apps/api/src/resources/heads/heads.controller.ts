import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Refusal } from '#requests';
import { WatchService, type HeadEvent, type HeadSign } from '#history';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { EventStream, eventText, OpenPlaces, Preferred, valid, withoutUndefined } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, describeRefusal, ErrorCode, FaultReport } from '../../ground/outcome/index.js';
import { headList, headsQuery } from './head.schema.js';

const TYPES = ['application/json', 'text/event-stream'] as const;

/** A reader that has taken nothing for so long has disconnected, and is not slow. */
const GONE_MS = 300_000;
const RETRY = 'retry: 1000\n\n';
/** A comment: browsers keep it to themselves, proxies see that the connection lives. */
const QUIET = ': quiet\n\n';

@ApiTags('log')
@Controller('v1/heads')
export class HeadsController {
  constructor(
    private readonly watches: WatchService,
    private readonly places: OpenPlaces,
    private readonly faults: FaultReport,
  ) {}

  @Get()
  @Described({
    id: 'listHeads',
    summary: 'List or follow positions of clusters',
    description:
      'For clients that show clusters and read again what changed. JSON: the present positions. ' +
      '`text/event-stream`: events `head` (a ClusterHead), one for each cluster at the start and then when ' +
      'it changes, at most two a second, with the cursor as `id`. Slow clients are not disconnected; they ' +
      'receive fewer events. The last event may be `error` (`{code, detail}`).',
    query: headsQuery,
    answer: { status: 200, description: 'The positions, or events.', schema: headList, types: [...TYPES] },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.POSITION_AHEAD,
      ErrorCode.NOT_ACCEPTABLE,
      ErrorCode.TOO_MANY_REQUESTS,
    ],
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'In an event stream: after this cursor.',
    schema: { type: 'string' },
  })
  async list(
    @Caller() caller: Caller,
    @Preferred(TYPES) type: (typeof TYPES)[number],
    @Query(valid(headsQuery)) { clusters, after }: z.output<typeof headsQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const gone = new AbortController();
    const isStream = type === 'text/event-stream';
    if (isStream) reply.raw.once('close', this.places.take(caller));
    const last = isStream ? reply.request.headers['last-event-id'] : undefined;
    const request = withoutUndefined({ clusters, after: typeof last === 'string' && last !== '' ? last : after });
    const heads = accepted(await this.watches.heads(caller, request, gone.signal));
    if (!isStream) return reply.send(await firstOf(heads, clusters));
    const stream = EventStream.open(reply, GONE_MS);
    stream.gone.addEventListener(
      'abort',
      () => {
        gone.abort();
      },
      { once: true },
    );
    await this.#send(heads, stream, caller.requestId);
  }

  async #send(heads: AsyncIterable<HeadSign>, stream: EventStream, requestId: string): Promise<void> {
    let last = '';
    try {
      let taken = await stream.send(RETRY);
      for await (const head of heads) {
        if (head === 'stopped')
          last = errorText(ErrorCode.UNAVAILABLE, 'this process is stopping; resume at another one');
        else if (isEnd(head)) last = refusedText(head.end);
        else taken = await stream.send(head === 'quiet' ? QUIET : eventText(head.cursor, 'head', head));
        if (taken !== 'taken') break;
      }
    } catch (error) {
      this.faults.report(error, 'following heads failed', { requestId });
      const { code, detail } = this.faults.describe(error, requestId);
      last = errorText(code, detail);
    }
    stream.end(last);
  }
}

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

function isEnd(head: HeadSign): head is { readonly end: Refusal } {
  return typeof head === 'object' && 'end' in head;
}

function refusedText(refusal: Refusal): string {
  const { code, detail } = describeRefusal(refusal);
  return errorText(code, detail);
}

function errorText(code: ErrorCode, detail: string): string {
  return `event: error\ndata: ${JSON.stringify({ code, detail })}\n\n`;
}
