import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { TOTALS_REPORT, WAITS_REPORT } from '#audit';
import { DecisionReportService, type ReportPage } from '#scheduling';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import { connection, type Connection, writeCursor } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { DecisionTotalsArgs, totalsRequestOf, WaitsArgs, waitsRequestOf } from './decision-reports.args.js';
import {
  DecisionTotalsConnection,
  DecisionTotalsModel,
  WaitsConnection,
  WaitsModel,
} from './decision-reports.model.js';

const TOTALS = 'decisionTotals';
const WAITS = 'waits';

/** The decisions of a cluster summed up. */
@Resolver(() => ClusterModel)
export class DecisionReportsResolver {
  constructor(private readonly reports: DecisionReportService) {}

  @ResolveField(() => DecisionTotalsConnection, { description: 'Counts of its decisions, including the latest.' })
  async decisionTotals(
    @Parent() { uid }: ClusterModel,
    @Args() args: DecisionTotalsArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<DecisionTotalsModel>> {
    const request = totalsRequestOf(args, TOTALS);
    return pageOf(accepted(await this.reports.page(caller, { report: TOTALS_REPORT, cluster: uid }, request)), {
      list: TOTALS,
      offset: request.offset,
      node: (row) => new DecisionTotalsModel(row),
    });
  }

  @ResolveField(() => WaitsConnection, {
    description: 'Time from the creation of its pods to their binding, by the day of the binding.',
  })
  async waits(
    @Parent() { uid }: ClusterModel,
    @Args() args: WaitsArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<WaitsModel>> {
    const request = waitsRequestOf(args, WAITS);
    return pageOf(accepted(await this.reports.page(caller, { report: WAITS_REPORT, cluster: uid }, request)), {
      list: WAITS,
      offset: request.offset,
      node: (row) => new WaitsModel(row),
    });
  }
}

function pageOf<Row, Model>(
  { items, nextOffset }: ReportPage<Row>,
  { list, offset, node }: { readonly list: string; readonly offset: number; readonly node: (row: Row) => Model },
): Connection<Model> {
  const placed = items.map((row, index) => ({ row, next: offset + index + 1 }));
  return connection({
    items: placed,
    more: nextOffset !== null,
    continued: offset > 0,
    cursor: ({ next }) => writeCursor(list, String(next)),
    node: ({ row }) => node(row),
  });
}
