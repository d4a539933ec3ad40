import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { ErrorCode } from '../../outcome/index.js';
import type { RequestContext } from '../request-context.js';
import { measureQuery, type ValidQuery } from './measure-query.js';
import { inexactArgument } from './texts.js';
import { QUERY_LIMITS, type QueryLimits } from './query-limits.js';

const WHAT: Readonly<Record<keyof QueryLimits, string>> = {
  depth: 'levels of fields',
  aliases: 'aliases',
  rootFields: 'root fields',
  directives: 'directives',
  nodes: 'objects on its pages',
};

/** What a query asks too much of, or may not hold; undefined when it is fine. */
export function overLimit(query: ValidQuery): GraphQLError | undefined {
  return inexactArgument(query.document, query.variables) ?? tooMuch(measureQuery(query));
}

function tooMuch(measured: QueryLimits): GraphQLError | undefined {
  const over = (Object.keys(QUERY_LIMITS) as (keyof QueryLimits)[]).find(
    (limit) => measured[limit] > QUERY_LIMITS[limit],
  );
  if (over === undefined) return undefined;
  const message =
    `the query asks for ${measured[over]} ${WHAT[over]}, more than the ` + `${QUERY_LIMITS[over]} that are allowed`;
  return new GraphQLError(message, { extensions: { code: ErrorCode.QUERY_TOO_COMPLEX, http: { status: 400 } } });
}

/** What a query cost, beside what it may: in `extensions.cost` of its answer. */
export interface QueryCost extends Omit<QueryLimits, 'nodes'> {
  readonly objects: number;
  readonly limits: Omit<QueryCost, 'limits'>;
}

function costOf({ nodes: objects, ...rest }: QueryLimits): QueryCost {
  const { nodes: mostObjects, ...limits } = QUERY_LIMITS;
  return { objects, ...rest, limits: { objects: mostObjects, ...limits } };
}

/**
 * Refuses queries that ask for too much, before any of them is executed; and says of every one that was understood what
 * it was measured at.
 */
export const limitsPlugin: ApolloServerPlugin<RequestContext> = {
  requestDidStart: () => {
    let cost: QueryCost | undefined;
    return Promise.resolve({
      didResolveOperation: ({ schema, document, operation, request }) => {
        // graphql-js itself says what is wrong with a query that names no operation.
        if (operation === undefined) return Promise.resolve();
        const variables = request.variables ?? {};
        const inexact = inexactArgument(document, variables);
        if (inexact !== undefined) throw inexact;
        const measured = measureQuery({ schema, document, operation, variables });
        cost = costOf(measured);
        const over = tooMuch(measured);
        if (over !== undefined) throw over;
        return Promise.resolve();
      },
      willSendResponse: ({ response: { body } }) => {
        if (cost !== undefined && body.kind === 'single')
          body.singleResult.extensions = { ...body.singleResult.extensions, cost };
        return Promise.resolve();
      },
    });
  },
};
