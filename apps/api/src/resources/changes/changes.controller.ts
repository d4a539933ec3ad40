import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { LogService, WatchService } from '#history';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { FaultReport, accepted, ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import {
  filtersOf,
  isOfLate,
  Lasts,
  EventStream,
  OpenPlaces,
  PageTokens,
  Preferred,
  withoutUndefined,
  valid,
} from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { changePage, changeQuery, position } from './change.schema.js';
import { sendWatch } from './change-events.js';
import { WatchSettings } from './watch-settings.js';

/** A page, or the changes as they happen. */
const TYPES = ['application/json', 'text/event-stream'] as const;

/** What a watch is asked for; the rest are filters of lists. */
const WATCHED = new Set(['after', 'kinds', 'namespaces']);

@ApiTags('log')
@Controller('v1/clusters/:cluster/changes')
export class ChangesController {
  constructor(
    private readonly log: LogService,
    private readonly watches: WatchService,
    private readonly settings: WatchSettings,
    private readonly places: OpenPlaces,
    private readonly faults: FaultReport,
  ) {}

  @Get()
  @Lasts(({ query, headers }) => (isOfLate(query) || isFollowed(headers.accept) ? 'changing' : 'log'))
  @Described({
    id: 'listChanges',
    summary: 'List or follow changes',
    description:
      'In the order of the log. JSON: a page. `text/event-stream`: all changes after a position as they ' +
      'happen, as events `change` (a Change), `bookmark` (`{position}`, at the start and at least every 15 ' +
      's) and `error` (`{code, detail, position}`, the last event), each with its position as `id`. A ' +
      'client that reconnects with `Last-Event-ID`, to any process of the service, receives every change ' +
      'exactly once.',
    query: changeQuery,
    answer: { status: 200, description: 'A page of changes, or events.', schema: changePage, types: [...TYPES] },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.HISTORY_EXPIRED,
      ErrorCode.ARCHIVED,
      ErrorCode.POSITION_AHEAD,
      ErrorCode.NOT_ACCEPTABLE,
      ErrorCode.TOO_MANY_REQUESTS,
    ],
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'In an event stream: after this position.',
    schema: { type: 'string' },
  })
  async list(
    @Caller() caller: Caller,
    @Preferred(TYPES) type: (typeof TYPES)[number],
    @Param('cluster') cluster: string,
    @Query(valid(changeQuery)) asked: z.output<typeof changeQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (type === 'text/event-stream') return this.#follow(caller, reply, { cluster, asked });
    const { pageSize, pageToken, after, ...given } = asked;
    const tokens = new PageTokens(z.string().regex(/^\d{1,18}$/), ['changes', cluster, filtersOf(reply.request.query)]);
    const from = tokens.read(pageToken);
    const filter = withoutUndefined(given);
    const { items, next } = accepted(
      await this.log.changes(
        caller,
        cluster,
        withoutUndefined({ filter, pageSize, after: from === undefined ? after : BigInt(from) }),
      ),
    );
    return reply.send(tokens.page(items, next === null ? null : String(next)));
  }

  async #follow(
    caller: Caller,
    reply: FastifyReply,
    { cluster, asked }: { readonly cluster: string; readonly asked: z.output<typeof changeQuery> },
  ): Promise<void> {
    const { requestId } = caller;
    const foreign = Object.keys(reply.request.query as object).filter((name) => !WATCHED.has(name));
    if (foreign.length > 0)
      throw RequestRefused.invalid(
        foreign.map((field) => ({
          field,
          reason: 'FieldValueForbidden',
          message: 'is for lists, not for event streams',
        })),
      );
    const leave = this.places.take(caller);
    reply.raw.once('close', leave);
    const gone = new AbortController();
    const watch = accepted(
      await this.watches.watch(
        caller,
        withoutUndefined({
          cluster,
          after: lastEventId(reply.request) ?? asked.after,
          kinds: asked.kinds,
          namespaces: asked.namespaces,
        }),
        gone.signal,
      ),
    );
    const stream = EventStream.open(reply, this.settings.deadlineMs);
    stream.gone.addEventListener(
      'abort',
      () => {
        gone.abort();
      },
      { once: true },
    );
    const { position: reached, tooSlow } = await sendWatch(watch, stream, (error) => this.#fault(error, requestId));
    if (tooSlow)
      this.faults.logger.warn({ requestId, cluster: watch.clusterId, position: reached }, 'a watcher was too slow');
  }

  #fault(error: unknown, requestId: string): { readonly code: ErrorCode; readonly detail: string } {
    this.faults.report(error, 'a watch failed', { requestId });
    const { code, detail } = this.faults.describe(error, requestId);
    return { code, detail };
  }
}

/** Events have no end that could be known already. */
function isFollowed(accept: string | undefined): boolean {
  return accept?.includes('text/event-stream') === true;
}

/** Where a reader that connects again was; none from one that never had an event. */
function lastEventId({ headers }: FastifyRequest): bigint | undefined {
  const id = headers['last-event-id'];
  if (id === undefined || id === '') return undefined;
  const parsed = position.safeParse(id);
  if (parsed.success) return parsed.data;
  throw RequestRefused.invalid([
    { field: 'Last-Event-ID', reason: 'FieldValueInvalid', message: 'must be a position' },
  ]);
}
