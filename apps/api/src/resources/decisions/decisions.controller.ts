import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DecisionService } from '#scheduling';
import type { Decision } from '#audit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import {
  filtersOf,
  isOfLate,
  Lasts,
  asksForPage,
  momentQuery,
  nextPlace,
  PageTokens,
  placeInTime,
  Preferred,
  sendText,
  withNextLink,
  withoutUndefined,
  valid,
} from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import { decisionsAsCsv, decisionsAsNdjson } from './decisions-as-text.js';
import { servedColumns } from './columns-of-trace.js';
import { decisionPage, decisionQuery, decisionSchema, tracePage, traceQuery } from './decision.schema.js';
import { traceAsCsv, traceAsNdjson } from './trace-as-text.js';
import { TRACE_COLUMNS, traceColumnsQuery, traceColumnsSchema } from './trace-columns.schema.js';

/** A page as JSON, or as text a page or everything. */
const TYPES = ['application/json', 'text/csv', 'application/x-ndjson'] as const;

/** The same of a trace, or all of it column by column. */
const TRACE_TYPES = [...TYPES, TRACE_COLUMNS] as const;
const traceRequest = traceQuery.extend(traceColumnsQuery.shape);

const decisionPosition = z.object({ run: z.uuid(), ordinal: z.number().int() });

/**
 * Whether a list is told by the log alone: dry runs are not in it, labels are indexed some time after it, and times go
 * on without it.
 */
function isOfLog(query: Readonly<Record<string, unknown>>): boolean {
  return query['run'] === undefined && query['labelSelector'] === undefined && !isOfLate(query);
}

@ApiTags('decisions')
@Controller('v1/clusters/:cluster/decisions')
export class DecisionsController {
  constructor(private readonly decisions: DecisionService) {}

  @Get()
  @Lasts(({ query }) => (isOfLog(query) ? 'log' : 'changing'))
  @Described({
    id: 'listDecisions',
    summary: 'List decisions',
    description:
      'Newest first: by the parts of runs, newest part first, and in queue order within a part; for one run ' +
      'or one pod, the newest run first. At a moment: decisions made up to it. CSV and NDJSON stream all ' +
      'decisions; with `pageSize` or `pageToken` a page, with the next one in the `Link` header.',
    query: decisionQuery,
    answer: {
      status: 200,
      description: 'A page of decisions, or all of them.',
      schema: decisionPage,
      types: [...TYPES],
    },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.HISTORY_EXPIRED,
      ErrorCode.ARCHIVED,
      ErrorCode.NOT_ACCEPTABLE,
      ErrorCode.TOO_MANY_REQUESTS,
    ],
  })
  async list(
    @Caller() caller: Caller,
    @Preferred(TYPES) type: (typeof TYPES)[number],
    @Param('cluster') cluster: string,
    @Query(valid(decisionQuery)) query: z.output<typeof decisionQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { pageSize, pageToken, at, ...given } = query;
    const { labelSelector: labels, ...rest } = given;
    const filter = withoutUndefined({ ...rest, labels });
    const write = type === 'text/csv' ? decisionsAsCsv : decisionsAsNdjson;
    if (type !== 'application/json' && !asksForPage(reply.request)) {
      accepted(
        await this.decisions.stream(caller, withoutUndefined({ cluster, at, filter }), (batches) =>
          sendText(reply, type, write(batches)),
        ),
      );
      return;
    }
    const tokens = new PageTokens(placeInTime(decisionPosition), [
      'decisions',
      cluster,
      filtersOf(reply.request.query),
    ]);
    const from = tokens.read(pageToken);
    const which = withoutUndefined({ cluster, at: from?.at ?? at });
    const found = accepted(
      await this.decisions.list(caller, which, withoutUndefined({ filter, pageSize, after: from?.after })),
    );
    const page = tokens.page(found.items, nextPlace(found.next, found.moment));
    if (type === 'application/json') return reply.send(page);
    withNextLink(reply, page.nextPageToken);
    await sendText(reply, type, write([page.items]));
  }

  @Get(':decision')
  @Lasts('forever')
  @Described({
    id: 'getDecision',
    summary: 'Read a decision',
    description: 'By its id, `<run>.<ordinal>`. At a moment: only if it was made up to it.',
    query: momentQuery,
    answer: { status: 200, description: 'The decision.', schema: decisionSchema },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.DECISION_NOT_FOUND,
      ErrorCode.HISTORY_EXPIRED,
      ErrorCode.ARCHIVED,
    ],
  })
  async get(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Param('decision') decision: string,
    @Query(valid(momentQuery)) query: z.output<typeof momentQuery>,
  ): Promise<Decision> {
    return accepted(await this.decisions.get(caller, withoutUndefined({ cluster, at: query.at }), decision));
  }

  @Get(':decision/trace')
  @Lasts('forever')
  @Described({
    id: 'getTrace',
    summary: 'Read why',
    description:
      'Every verdict and score of every node. CSV and NDJSON stream all rows; with `pageSize` or ' +
      `\`pageToken\` a page, and the next one in the \`Link\` header. As \`${TRACE_COLUMNS}\` all of it, column by ` +
      'column, the most compact form.',
    query: traceRequest,
    answer: {
      status: 200,
      description: 'A page of the trace, all rows, or all columns.',
      schema: tracePage,
      types: [...TRACE_TYPES],
      shapes: { [TRACE_COLUMNS]: traceColumnsSchema },
    },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.DECISION_NOT_FOUND,
      ErrorCode.ARCHIVED,
      ErrorCode.TRACE_NOT_STORED,
      ErrorCode.NOT_ACCEPTABLE,
    ],
  })
  async trace(
    @Caller() caller: Caller,
    @Preferred(TRACE_TYPES) type: (typeof TRACE_TYPES)[number],
    @Param() { cluster, decision: id }: { readonly cluster: string; readonly decision: string },
    @Query(valid(traceRequest)) query: z.output<typeof traceRequest>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { pageSize, pageToken, orderBy, names = false, ...given } = query;
    refuseForeign(reply.request, type);
    if (type === TRACE_COLUMNS) {
      const { columns, nodeNames } = accepted(await this.decisions.traceColumns(caller, cluster, id));
      const served = { decision: id, ...servedColumns(columns, names ? nodeNames : undefined) };
      return reply.type(TRACE_COLUMNS).send(JSON.stringify(served));
    }
    const asked = { id, filter: withoutUndefined(given), orderBy };
    const write = type === 'text/csv' ? traceAsCsv : traceAsNdjson;
    if (type !== 'application/json' && !asksForPage(reply.request)) {
      return sendText(reply, type, write(accepted(await this.decisions.wholeTrace(caller, cluster, asked))));
    }
    const tokens = new PageTokens(z.number().int().min(0), ['trace', cluster, id, orderBy, given]);
    const view = accepted(
      await this.decisions.trace(caller, cluster, { ...asked, offset: tokens.read(pageToken) ?? 0, pageSize }),
    );
    const { matching: _matching, offset: _offset, nextOffset, ...shown } = view;
    const page = tokens.page(shown.items, nextOffset);
    if (type === 'application/json')
      return reply.send({ ...shown, ...page, ...(shown.decision.redacted && { redacted: true }) });
    withNextLink(reply, page.nextPageToken);
    await sendText(reply, type, write({ ...view, batches: [view.items] }));
  }
}

/** Columns are whole and have no order; rows are named anyway. */
function refuseForeign({ query }: FastifyRequest, type: string): void {
  const own: readonly string[] = Object.keys((type === TRACE_COLUMNS ? traceColumnsQuery : traceQuery).shape);
  const foreign = Object.keys(query as object).filter((name) => !own.includes(name));
  if (foreign.length > 0)
    throw RequestRefused.invalid(
      foreign.map((field) => ({ field, reason: 'FieldValueForbidden', message: `has no meaning for ${type}` })),
    );
}
