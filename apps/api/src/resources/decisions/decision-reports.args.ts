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
  @Field(() => String, { nullable: true, description: 'Of pods of this namespace.' })
  readonly namespace?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'On this day or later: a midnight, UTC.' })
  readonly since?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Before this day: a midnight, UTC.' })
  readonly until?: Date | null;
}

@ArgsType()
export class DecisionTotalsArgs extends SpanArgs {
  @Field(() => [TotalsByModel], { description: 'What to count by; at most one stretch of time.' })
  readonly groupBy!: TotalsByModel[];

  @Field(() => DecisionOutcomeModel, {
    nullable: true,
    description:
      'That ended so. Without it all attempts are counted; but by plugin, reason or resource, and of one, those that ' +
      'were not `scheduled`: with it, or by `outcome`, those are counted too.',
  })
  readonly outcome?: DecisionOutcomeModel | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of the profile of this name. By plugin, reason and resource profiles are not told apart.',
  })
  readonly profile?: string | null;

  @Field(() => String, { nullable: true, description: 'Where this filter turned a node down.' })
  readonly plugin?: string | null;

  @Field(() => String, { nullable: true, description: 'Where a node was turned down for this reason.' })
  readonly reason?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Of this run, which is counted whole: its global id or its plain id.',
  })
  readonly run?: string | null;

  @Field(() => TotalsOrderModel, { nullable: true, description: 'The highest first; without it, by the groups.' })
  readonly orderBy?: TotalsOrderModel | null;

  @Field(() => Int, { nullable: true, description: 'So many of those that are alike but for the last of `groupBy`.' })
  readonly top?: number | null;
}

@ArgsType()
export class WaitsArgs extends SpanArgs {
  @Field(() => [WaitsByModel], { description: 'What to sum up by; at most one stretch of time.' })
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
