import { ArgsType, Int } from '@nestjs/graphql';
import { ClusterService } from '#cluster';
import { ReportService, requireReport, type ClusterReport, type ReportRequest } from '#reports';
import { ok, type Outcome } from '#requests';
import type { z } from 'zod';
import { ClusterModel } from '../clusters/index.js';
import { inNamespace, inTeam, type Caller } from '../../ground/caller/index.js';
import { argsOf, argumentsOf } from '../../ground/graphql/index.js';
import { operation } from '../../ground/operation/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { answeredReport, someRows, type AnsweredReport } from './answered-report.js';
import {
  reportAnswer,
  reportArgs,
  reportList,
  reportQuery,
  shownReports,
  typeOfAnswer,
  typeOfReports,
} from './report.schema.js';
import { REPORT_TYPES, sendReport } from './send-report.js';

const tag = 'reports';
const problems = [ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED, ErrorCode.TOO_MANY_REQUESTS];
const answer = {
  status: 200,
  description: 'The rows, and what they were computed from; in other forms than JSON that is in headers.',
  schema: reportAnswer,
  types: [...REPORT_TYPES],
} as const;

@ArgsType()
class ReportArgs extends argsOf(reportArgs, {
  buckets: { type: () => Int },
  first: { type: () => Int },
  skip: { type: () => Int },
  resources: { type: () => [String] },
}) {}

export const listReports = operation({
  name: 'listReports',
  route: 'GET /v1/reports',
  tag,
  permission: inTeam('viewer'),
  summary: 'List reports',
  description: 'The reports that there are, with their parameters and the definitions of their columns.',
  uses: {},
  answer: { status: 200, description: 'The reports.', schema: reportList },
  run: () => ok({ items: shownReports() }),
}).field({ on: 'Query', name: 'reports', type: typeOfReports, asked: () => ({}), show: ({ items }) => items });

export const listClusterReports = operation({
  name: 'listClusterReports',
  route: 'GET /v1/clusters/:cluster/reports',
  tag,
  permission: inNamespace('viewer'),
  summary: 'List reports of a cluster',
  description: 'The reports that a cluster can be asked for: the same for every cluster.',
  uses: { clusters: ClusterService },
  answer: { status: 200, description: 'The reports.', schema: reportList },
  run: async ({ clusters }, { caller, path: { cluster } }) => {
    const found = await clusters.get(caller, { cluster });
    return found.refused ? found : ok({ items: shownReports() });
  },
});

export const readReport = operation({
  name: 'readReport',
  route: 'GET /v1/clusters/:cluster/reports/:report',
  tag,
  permission: inNamespace('viewer'),
  summary: 'Read a report of a cluster',
  description:
    'Rows of a report about a cluster: of the present, of a moment, of a period or its buckets, as JSON, CSV, NDJSON ' +
    'or Parquet. All rows are returned at once.',
  uses: { reports: ReportService },
  query: reportQuery,
  answer,
  problems,
  run: async ({ reports }, { caller, path: { cluster, report }, query }) => {
    const found = await reports.run(caller, { cluster }, requestOf(report, query));
    return found.refused ? found : ok(await answeredReport(report, [found.value]));
  },
  send: async ({ reports }, { caller, path: { cluster, report }, query }, { reply, type }) => {
    const found = accepted(await reports.run(caller, { cluster }, requestOf(report, query)));
    return sendReport(reply, type, await answeredReport(report, [found]));
  },
}).field({
  on: () => ClusterModel,
  name: 'report',
  description: 'A report about it: of the present, of a moment, of a period or its buckets.',
  type: typeOfAnswer,
  args: ReportArgs,
  pageSize: (args) => argumentsOf(reportArgs, args).first ?? DEFAULT_ROWS,
  asked: ({ uid }, args) => ({ cluster: uid, ...askedBy(args) }),
  show: (found, _, args) => shownAnswer(found, args),
});

export const readTeamReport = operation({
  name: 'readTeamReport',
  route: 'GET /v1/reports/:report',
  tag,
  permission: inTeam('viewer'),
  summary: 'Read a report over all clusters',
  description:
    'Rows of a report about every cluster that the caller sees, cluster by cluster in the order of their names, in ' +
    'the forms of a report about one cluster. A moment is a time.',
  uses: { reports: ReportService, clusters: ClusterService },
  query: reportQuery,
  answer,
  problems,
  run: async (services, { caller, path: { report }, query }) => {
    const found = await ofAllClusters(services, caller, requestOf(report, query));
    return found.refused ? found : ok(await answeredReport(report, found.value));
  },
  send: async (services, { caller, path: { report }, query }, { reply, type }) => {
    const found = accepted(await ofAllClusters(services, caller, requestOf(report, query)));
    return sendReport(reply, type, await answeredReport(report, found));
  },
}).field({
  on: 'Query',
  name: 'report',
  type: typeOfAnswer,
  args: ReportArgs,
  pageSize: (args) => argumentsOf(reportArgs, args).first ?? DEFAULT_ROWS,
  asked: (_, args) => askedBy(args),
  show: (found, _, args) => shownAnswer(found, args),
});

const DEFAULT_ROWS = 50;
const CLUSTERS_AT_ONCE = 100;

type Asked = Omit<z.output<typeof reportQuery>, never>;

/** A report, as the service takes it. */
export function requestOf(name: string, { at, from, to, buckets, ...parameters }: Partial<Asked>): ReportRequest {
  return { name, times: { at, from, to, buckets }, parameters };
}

function askedBy(args: ReportArgs) {
  const { first: _first, skip: _skip, ...asked } = argumentsOf(reportArgs, args);
  return asked;
}

async function shownAnswer(found: AnsweredReport, args: ReportArgs): Promise<object> {
  const { first = DEFAULT_ROWS, skip = 0 } = argumentsOf(reportArgs, args);
  return { ...found.head, items: await someRows(found, { first, skip }) };
}

/** Cluster by cluster; one that was not there yet at the moment is left out. */
export async function ofAllClusters(
  { reports, clusters }: { readonly reports: ReportService; readonly clusters: ClusterService },
  caller: Caller,
  request: ReportRequest,
): Promise<Outcome<ClusterReport[]>> {
  const asked = requireReport(request.name, request, 'severalClusters');
  if (asked.refused) return asked;
  const parts: ClusterReport[] = [];
  let after: string | undefined;
  do {
    const page = await clusters.list(caller, { pageSize: CLUSTERS_AT_ONCE, ...(after !== undefined && { after }) });
    for (const { id } of page.items) {
      const found = await reports.run(caller, { cluster: id }, request);
      if (!found.refused) parts.push(found.value);
      else if (!wasNotThere(found.refusal)) return found;
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
  return ok(parts);
}

/** It was deleted in the meantime, or made after the moment. */
function wasNotThere(refusal: Extract<Outcome<never>, { refused: true }>['refusal']): boolean {
  return refusal.kind === 'ClusterNotFound' || (refusal.kind === 'HistoryExpired' && 'began' in refusal);
}
