import { LogService, WatchService } from '#history';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Caller, inNamespace } from '../../ground/caller/index.js';
import { FaultReport, accepted, ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import {
  isOfLate,
  EventStream,
  OpenPlaces,
  TABLE_TYPES,
  WatchSettings,
  withoutUndefined,
} from '../../ground/http/index.js';
import { type Door, operation, type Services } from '../../ground/operation/index.js';
import { changePage, changeQuery, position } from './change.schema.js';
import { sendWatch } from './change-events.js';

const EVENTS = 'text/event-stream';
/** What a watch is asked for; the rest are filters of lists. */
const WATCHED = new Set(['after', 'kinds', 'namespaces']);
const uses = {
  log: LogService,
  watches: WatchService,
  settings: WatchSettings,
  places: OpenPlaces,
  faults: FaultReport,
};

export const listChanges = operation({
  name: 'listChanges',
  route: 'GET /v1/clusters/:cluster/changes',
  tag: 'log',
  permission: inNamespace('viewer'),
  summary: 'List or follow changes',
  description:
    'In the order of the log. JSON, CSV and NDJSON: a page. `text/event-stream`: all changes after a position as ' +
    'they happen, as events `change` (a Change), `bookmark` (`{position}`, at the start and at least every 15 ' +
    's) and `error` (`{code, detail, position}`, the last event), each with its position as `id`. A ' +
    'client that reconnects with `Last-Event-ID`, to any process of the service, receives every change ' +
    'exactly once.',
  uses,
  query: changeQuery,
  answer: {
    status: 200,
    description: 'A page of changes, or events.',
    schema: changePage,
    types: [...TABLE_TYPES, EVENTS],
  },
  problems: [ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED, ErrorCode.POSITION_AHEAD, ErrorCode.TOO_MANY_REQUESTS],
  // Events have no end that could be known already.
  lasts: ({ query, headers: { accept } }) => (isOfLate(query) || accept?.includes(EVENTS) ? 'changing' : 'log'),
  resumes: 'In an event stream: after this position.',
  pages: { place: z.string().regex(/^\d{1,18}$/) },
  send: async (services, { caller, path: { cluster }, query, page }, door) => {
    if (door.type === EVENTS) return follow(services, { caller, cluster, query }, door);
    const { pageSize, after: from } = page;
    const { after, ...filter } = query;
    const request = withoutUndefined({ filter, pageSize, after: from === undefined ? after : BigInt(from) });
    const { items, next } = accepted(await services.log.changes(caller, cluster, request));
    return door.sendPage({ items, next: next === null ? null : String(next) });
  },
});

interface Followed {
  readonly caller: Caller;
  readonly cluster: string;
  readonly query: {
    readonly after?: bigint;
    readonly kinds?: readonly string[];
    readonly namespaces?: readonly string[];
  };
}

async function follow(
  { watches, settings, places, faults }: Services<typeof uses>,
  { caller, cluster, query: { after, kinds, namespaces } }: Followed,
  { request, reply }: Door<string>,
): Promise<void> {
  const { requestId } = caller;
  refuseFilters(request);
  reply.raw.once('close', places.take(caller));
  const gone = new AbortController();
  const asked = withoutUndefined({ cluster, after: lastEventId(request) ?? after, kinds, namespaces });
  const watch = accepted(await watches.watch(caller, asked, gone.signal));
  const stream = EventStream.open(reply, { deadlineMs: settings.deadlineMs, source: gone });
  const { position: reached, tooSlow } = await sendWatch(watch, stream, (error) => {
    faults.report(error, 'a watch failed', { requestId });
    const { code, detail } = faults.describe(error, requestId);
    return { code, detail };
  });
  if (tooSlow) faults.logger.warn({ requestId, cluster: watch.clusterId, position: reached }, 'a watcher was too slow');
}

function refuseFilters({ query }: FastifyRequest): void {
  const foreign = Object.keys(query as object).filter((name) => !WATCHED.has(name));
  if (foreign.length === 0) return;
  const message = 'is for lists, not for event streams';
  throw RequestRefused.invalid(foreign.map((field) => ({ field, reason: 'FieldValueForbidden', message })));
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
