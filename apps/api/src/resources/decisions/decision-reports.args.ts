import { ArgsType, Field, ID, Int } from '@nestjs/graphql';
import type { TotalsQuestion, WaitsQuestion } from '#audit';
import type { ReportRequest } from '#scheduling';
import { pageSize, PageArgs, readCursor, DateTime } from '../../ground/graphql/index.js';
import { RequestRefused } from '../../ground/outcome/index.js';
import { RUN_ID } from '../scheduling/index.js';
import { TotalsByModel, TotalsOrderModel, WaitsByModel } from './decision-reports.model.js';
import { DecisionOutcomeModel } from './decisions.model.js';

/** What both reports take. */
@ArgsType()
class SpanArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'Only pods of this namespace.' })
  readonly namespace?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Start of the period, inclusive: a midnight, UTC.' })
  readonly since?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'End of the period, exclusive: a midnight, UTC.' })
  readonly until?: Date | null;
}

@ArgsType()
export class DecisionTotalsArgs extends SpanArgs {
  @Field(() => [TotalsByModel], { description: 'What to count by; at most one of day, week and month.' })
  readonly groupBy!: TotalsByModel[];

  @Field(() => DecisionOutcomeModel, {
    nullable: true,
    description:
      'Only this outcome. Default: all outcomes; when grouping or filtering by plugin, reason or resource, ' +
      'all outcomes except `scheduled`, unless `groupBy` contains `outcome`.',
  })
  readonly outcome?: DecisionOutcomeModel | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only the profile of this name. Counts by plugin, reason or resource are not stored per profile.',
  })
  readonly profile?: string | null;

  @Field(() => String, { nullable: true, description: 'Only decisions in which this filter rejected a node.' })
  readonly plugin?: string | null;

  @Field(() => String, { nullable: true, description: 'Only decisions in which a node was rejected for this reason.' })
  readonly reason?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Only this run, by global id or plain id. The whole run is counted, without `since` and `until`.',
  })
  readonly run?: string | null;

  @Field(() => TotalsOrderModel, {
    nullable: true,
    description: 'The order of the groups, highest first. Default: by the values of the groups.',
  })
  readonly orderBy?: TotalsOrderModel | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Maximum number of groups that differ only in the last item of `groupBy`.',
  })
  readonly top?: number | null;
}

@ArgsType()
export class WaitsArgs extends SpanArgs {
  @Field(() => [WaitsByModel], { description: 'What to group by; at most one of day, week and month.' })
  readonly groupBy!: WaitsByModel[];
}

/** @throws RequestRefused with what cannot be read */
export function totalsRequestOf(
  { first, after, last, before, groupBy, orderBy, top, run, ...filter }: DecisionTotalsArgs,
  list: string,
): ReportRequest<TotalsQuestion> {
  if (typeof top === 'number' && top < 1)
    throw RequestRefused.invalid([
      { field: 'top', reason: 'FieldValueInvalid', message: `Invalid value: ${top}: must be above 0` },
    ]);
  return {
    ...pageOf({ first, after, last, before, groupBy }, list),
    groupBy,
    filter: given({ ...filter, run: run && (RUN_ID.read(run)?.run ?? run) }),
    ...given({ orderBy, top }),
  };
}

/** @throws RequestRefused with what cannot be read */
export function waitsRequestOf(
  { first, after, last, before, groupBy, ...filter }: WaitsArgs,
  list: string,
): ReportRequest<WaitsQuestion> {
  return { ...pageOf({ first, after, last, before, groupBy }, list), groupBy, filter: given(filter) };
}

function pageOf(
  { groupBy, ...page }: PageArgs & { readonly groupBy: readonly string[] },
  list: string,
): { readonly pageSize: number; readonly offset: number } {
  if (groupBy.length === 0)
    throw RequestRefused.invalid([
      { field: 'groupBy', reason: 'FieldValueRequired', message: 'Required value: must name at least one' },
    ]);
  const [offset = '0'] = readCursor(page, list, ['count']) ?? [];
  return { pageSize: pageSize(page), offset: Number(offset) };
}

/** What was given: absent and null are the same to a query. */
function given<T extends object>(values: T): { readonly [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null)) as {
    readonly [K in keyof T]?: NonNullable<T[K]>;
  };
}
