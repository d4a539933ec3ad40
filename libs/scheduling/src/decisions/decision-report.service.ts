import {
  namesObstacle,
  readTotals,
  readWaits,
  type DecisionTotals,
  type TotalsQuery,
  type Waits,
  type WaitsQuery,
} from '#audit';
import type { Caller, Database, Transaction } from '#database';
import type { FieldProblem } from '#kubernetes';
import { findCluster, ok, read, refuse, type Outcome } from '#cluster';

export type TotalsRequest = Omit<TotalsQuery, 'clusterId' | 'limit'> & { readonly pageSize: number };
export type WaitsRequest = Omit<WaitsQuery, 'clusterId' | 'limit'> & { readonly pageSize: number };

/** Some of the groups of a report. */
export interface ReportPage<Row> {
  readonly items: readonly Row[];
  /** Groups before the next page; null on the last one. */
  readonly nextOffset: number | null;
}

/** Decisions summed up: from sums a day, which are kept behind the log, and what is not in them yet. */
export class DecisionReportService {
  constructor(private readonly database: Database) {}

  async totals(caller: Caller, cluster: string, request: TotalsRequest): Promise<Outcome<ReportPage<DecisionTotals>>> {
    const problems = [
      ...spanProblems(request.filter),
      ...groupProblems(request.groupBy),
      ...orderProblems(request),
      ...profileProblems(request),
    ];
    if (problems.length > 0) return refuse({ kind: 'InvalidRequest', problems });
    return this.#page(caller, { cluster, request }, (tx, query) => readTotals(tx, { ...request, ...query }));
  }

  async waits(caller: Caller, cluster: string, request: WaitsRequest): Promise<Outcome<ReportPage<Waits>>> {
    const problems = [...spanProblems(request.filter), ...groupProblems(request.groupBy)];
    if (problems.length > 0) return refuse({ kind: 'InvalidRequest', problems });
    return this.#page(caller, { cluster, request }, (tx, query) => readWaits(tx, { ...request, ...query }));
  }

  #page<Row>(
    caller: Caller,
    {
      cluster,
      request: { pageSize, offset },
    }: { readonly cluster: string; readonly request: { readonly pageSize: number; readonly offset: number } },
    find: (tx: Transaction, query: { readonly clusterId: string; readonly limit: number }) => Promise<Row[]>,
  ): Promise<Outcome<ReportPage<Row>>> {
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster);
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      const found = await find(tx, { clusterId: row.id, limit: pageSize + 1 });
      return ok({ items: found.slice(0, pageSize), nextOffset: found.length > pageSize ? offset + pageSize : null });
    });
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Sums are of whole days. */
function spanProblems({ since, until }: { readonly since?: Date; readonly until?: Date }): FieldProblem[] {
  return Object.entries({ since, until }).flatMap(([field, at]) =>
    at === undefined || at.getTime() % DAY_MS === 0
      ? []
      : [invalid(field, at.toISOString(), 'sums are of whole days: must be a midnight, UTC')],
  );
}

function groupProblems(groupBy: readonly string[]): FieldProblem[] {
  const twice = groupBy.find((name, index) => groupBy.indexOf(name) !== index);
  if (twice !== undefined) return [invalid('groupBy', twice, 'is named twice')];
  const periods = groupBy.filter((name) => name === 'day' || name === 'week' || name === 'month');
  return periods.length > 1
    ? [invalid('groupBy', periods.join(','), 'must not name more than one of day, week and month')]
    : [];
}

function orderProblems({ groupBy, filter, orderBy }: TotalsRequest): FieldProblem[] {
  if (orderBy === undefined || orderBy === 'decisions' || namesObstacle({ groupBy, filter })) return [];
  return [
    invalid(
      'orderBy',
      orderBy,
      'counts obstacles: groupBy must have plugin, reason or resource, or one of the first two must be given',
    ),
  ];
}

/** Sums by plugin, reason and resource do not tell profiles apart. */
function profileProblems({ groupBy, filter: { profile, ...filter } }: TotalsRequest): FieldProblem[] {
  if (!namesObstacle({ groupBy, filter })) return [];
  const detail = 'cannot be combined with plugin, reason or resource';
  return [
    ...(profile === undefined ? [] : [invalid('profile', profile, detail)]),
    ...(groupBy.includes('profile') ? [invalid('groupBy', 'profile', detail)] : []),
  ];
}

function invalid(field: string, value: string, detail: string): FieldProblem {
  return { field, reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(value)}: ${detail}` };
}
