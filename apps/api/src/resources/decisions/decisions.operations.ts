import { DecisionService } from '#scheduling';
import { ok } from '#requests';
import { z } from 'zod';
import { inNamespace } from '../../ground/caller/index.js';
import {
  asksForPage,
  isOfLate,
  momentQuery,
  sendText,
  withNextLink,
  withoutUndefined,
} from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { accepted, ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import { servedColumns } from './columns-of-trace.js';
import { decisionPage, decisionQuery, decisionSchema, tracePage, traceQuery } from './decision.schema.js';
import { decisionsAsCsv, decisionsAsNdjson } from './decisions-as-text.js';
import { traceAsCsv, traceAsNdjson } from './trace-as-text.js';
import {
  failingSetsQuery,
  failingSetsSchema,
  nodeSetSchema,
  TRACE_COLUMNS,
  traceColumnsQuery,
  traceColumnsSchema,
} from './trace-columns.schema.js';

/** A page as JSON, or as text a page or everything. */
const TYPES = ['application/json', 'text/csv', 'application/x-ndjson'];

const traceRequest = traceQuery.extend(traceColumnsQuery.shape);
const offsets = z.number().int().min(0);

const tag = 'decisions';
const permission = inNamespace('viewer');
const uses = { decisions: DecisionService };

/**
 * Whether a list is determined by the log alone: dry runs are not in it, labels are indexed some time after it, and
 * times go on without it.
 */
function isOfLog(query: Readonly<Record<string, unknown>>): boolean {
  return query['run'] === undefined && query['labelSelector'] === undefined && !isOfLate(query);
}

export const listDecisions = operation({
  name: 'listDecisions',
  route: 'GET /v1/clusters/:cluster/decisions',
  tag,
  permission,
  summary: 'List decisions',
  description:
    'Newest first: by the parts of runs, newest part first, and in queue order within a part; for one run ' +
    'or one pod, the newest run first. At a moment: decisions made up to it. CSV and NDJSON stream all ' +
    'decisions; with `pageSize` or `pageToken` a page, with the next one in the `Link` header.',
  uses,
  query: decisionQuery,
  answer: { status: 200, description: 'A page of decisions, or all of them.', schema: decisionPage, types: TYPES },
  problems: [ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED, ErrorCode.NOT_ACCEPTABLE, ErrorCode.TOO_MANY_REQUESTS],
  lasts: ({ query }) => (isOfLog(query) ? 'log' : 'changing'),
  pages: { place: z.object({ run: z.uuid(), ordinal: z.number().int() }), inTime: true },
  send: async ({ decisions }, { caller, path, query: { at, labelSelector: labels, ...rest }, page }, door) => {
    const { request, reply, type } = door;
    const filter = withoutUndefined({ ...rest, labels });
    const which = withoutUndefined({ ...path, at });
    const write = type === 'text/csv' ? decisionsAsCsv : decisionsAsNdjson;
    if (type !== 'application/json' && !asksForPage(request)) {
      const sent = decisions.stream(caller, { ...which, filter }, (batches) => sendText(reply, type, write(batches)));
      return accepted(await sent);
    }
    const found = door.page(accepted(await decisions.list(caller, which, { filter, ...page })));
    if (type === 'application/json') return reply.send(found);
    withNextLink(reply, found.nextPageToken);
    return sendText(reply, type, write([found.items]));
  },
});

export const getDecision = operation({
  name: 'getDecision',
  route: 'GET /v1/clusters/:cluster/decisions/:decision',
  tag,
  permission,
  summary: 'Read a decision',
  description: 'By its id, `<run>.<ordinal>`. At a moment: only if it was made up to it.',
  uses,
  query: momentQuery,
  answer: { status: 200, description: 'The decision.', schema: decisionSchema },
  problems: [ErrorCode.DECISION_NOT_FOUND],
  lasts: 'forever',
  run: ({ decisions }, { caller, path: { cluster, decision }, query }) =>
    decisions.get(caller, { cluster, ...query }, decision),
});

export const getTrace = operation({
  name: 'getTrace',
  route: 'GET /v1/clusters/:cluster/decisions/:decision/trace',
  tag,
  permission,
  summary: 'Read the trace of a decision',
  description:
    'Every verdict and score of every node. CSV and NDJSON stream all rows; with `pageSize` or ' +
    `\`pageToken\` a page, and the next one in the \`Link\` header. \`${TRACE_COLUMNS}\` is the whole trace by ` +
    'column, the most compact form.',
  uses,
  query: traceRequest,
  answer: {
    status: 200,
    description: 'A page of the trace, all rows, or all columns.',
    schema: tracePage,
    types: [...TYPES, TRACE_COLUMNS],
    shapes: { [TRACE_COLUMNS]: traceColumnsSchema },
  },
  problems: [ErrorCode.DECISION_NOT_FOUND, ErrorCode.ARCHIVED, ErrorCode.TRACE_NOT_STORED, ErrorCode.NOT_ACCEPTABLE],
  lasts: 'forever',
  pages: { place: offsets },
  send: async ({ decisions }, { caller, path: { cluster, decision: id }, query, page }, door) => {
    const { orderBy, names = false, ...filter } = query;
    const { request, reply, type } = door;
    refuseForeign(request.query as object, type);
    if (type === TRACE_COLUMNS) {
      const { columns, nodeNames } = accepted(await decisions.traceColumns(caller, cluster, id));
      const served = { decision: id, ...servedColumns(columns, names ? nodeNames : undefined) };
      return reply.type(TRACE_COLUMNS).send(JSON.stringify(served));
    }
    const asked = { id, filter, orderBy };
    const write = type === 'text/csv' ? traceAsCsv : traceAsNdjson;
    if (type !== 'application/json' && !asksForPage(request))
      return sendText(reply, type, write(accepted(await decisions.wholeTrace(caller, cluster, asked))));
    const { pageSize, after: offset = 0 } = page;
    const view = accepted(await decisions.trace(caller, cluster, { ...asked, offset, pageSize }));
    const { matching: _matching, offset: _offset, nextOffset, items, ...shown } = view;
    const found = door.page({ items, next: nextOffset });
    if (type === 'application/json')
      return reply.send({ ...shown, ...found, ...(shown.decision.redacted && { redacted: true }) });
    withNextLink(reply, found.nextPageToken);
    return sendText(reply, type, write({ ...view, batches: [items] }));
  },
});

export const getCombinations = operation({
  name: 'getCombinations',
  route: 'GET /v1/clusters/:cluster/decisions/:decision/combinations',
  tag,
  permission,
  summary: 'Count nodes by failing plugins',
  description:
    'All evaluated nodes by the set of plugins that fail on them: the counts add up to all nodes. Not ' +
    'available if the trace is stored in part.',
  uses,
  query: failingSetsQuery,
  answer: { status: 200, description: 'The sets of plugins, the most frequent first.', schema: failingSetsSchema },
  problems: [ErrorCode.DECISION_NOT_FOUND, ErrorCode.ARCHIVED, ErrorCode.TRACE_NOT_STORED],
  lasts: 'forever',
  run: ({ decisions }, { caller, path: { cluster, decision: id }, query: { by } }) =>
    decisions.failingSets(caller, cluster, { id, by }),
  show: (items) => ({ items }),
});

export const getNodeSet = operation({
  name: 'getNodeSet',
  route: 'GET /v1/clusters/:cluster/node-sets/:digest',
  tag,
  permission,
  summary: 'Read a node set',
  description: 'By the digest to which traces as columns refer. A node set never changes, and many traces share one.',
  uses,
  answer: { status: 200, description: 'The nodes.', schema: nodeSetSchema },
  problems: [ErrorCode.NODE_SET_NOT_FOUND],
  lasts: 'forever',
  run: async ({ decisions }, { caller, path: { cluster, digest } }) => {
    const found = await decisions.nodeSet(caller, cluster, digest);
    if (found.refused) return found;
    return ok({ digest, names: found.value.map(({ name }) => name), uids: found.value.map(({ uid }) => uid) });
  },
});

/** Columns are whole and have no order; rows are named anyway. */
function refuseForeign(query: object, type: string): void {
  const own: readonly string[] = Object.keys((type === TRACE_COLUMNS ? traceColumnsQuery : traceQuery).shape);
  const foreign = Object.keys(query).filter((name) => !own.includes(name));
  if (foreign.length > 0)
    throw RequestRefused.invalid(
      foreign.map((field) => ({ field, reason: 'FieldValueForbidden', message: `has no meaning for ${type}` })),
    );
}
