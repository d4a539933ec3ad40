import { ArgsType, Field, ObjectType } from '@nestjs/graphql';
import type { TraceView } from '#scheduling';
import { argsOf, connectionOf, type Connection, PageArgs, typeOf } from '../../ground/graphql/index.js';
import { traceFilter, tracePage, traceRow } from './decision.schema.js';

type Row = TraceView['items'][number];

/** A page of a trace, with the plugins that its rows speak of. */
@ObjectType('TraceRowConnection', {
  description: 'A page of a trace. Each node is the row of one node of the cluster.',
})
export class TraceConnection extends connectionOf<Row>(traceRow, { name: 'TraceRow', what: 'a row', counted: true }) {
  @Field(typeOf(tracePage.shape.filterPlugins), { description: 'The filters of the profile, in order.' })
  readonly filterPlugins!: TraceView['filterPlugins'];

  @Field(typeOf(tracePage.shape.scorePlugins), {
    description: 'The score plugins that ran, in order; empty if no node is feasible.',
  })
  readonly scorePlugins!: TraceView['scorePlugins'];
}

/** A page of a trace as it is served. */
export type TracePage = Connection<Row> & Pick<TraceView, 'filterPlugins' | 'scorePlugins'>;

/** Which rows of a trace. */
@ArgsType()
export class TraceArgs extends argsOf(traceFilter, { orderBy: { defaultValue: 'total' } }, PageArgs) {}
