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
  return inexactArgument(query.document, query.variables) ?? tooMuch(query);
}

function tooMuch(query: ValidQuery): GraphQLError | undefined {
  const measured = measureQuery(query);
  const over = (Object.keys(QUERY_LIMITS) as (keyof QueryLimits)[]).find(
    (limit) => measured[limit] > QUERY_LIMITS[limit],
  );
  if (over === undefined) return undefined;
  const message =
    `the query asks for ${measured[over]} ${WHAT[over]}, more than the ` + `${QUERY_LIMITS[over]} that are allowed`;
  return new GraphQLError(message, { extensions: { code: ErrorCode.QUERY_TOO_COMPLEX, http: { status: 400 } } });
}

/** Refuses queries that ask for too much, before any of them is executed. */
export const limitsPlugin: ApolloServerPlugin<RequestContext> = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ schema, document, operation, request }) => {
        // graphql-js itself says what is wrong with a query that names no operation.
        if (operation === undefined) return Promise.resolve();
        const over = overLimit({ schema, document, operation, variables: request.variables ?? {} });
        if (over !== undefined) throw over;
        return Promise.resolve();
      },
    }),
};
