import type { ApolloServerPlugin } from '@apollo/server';
import { ErrorCode } from '../../outcome/index.js';
import type { RequestContext } from '../request-context.js';

const MODERN = 'application/graphql-response+json';

/**
 * The status of a query that is not valid and was never executed: 400 for clients that accept
 * `application/graphql-response+json`, and 200 for those that know `application/json` only, whose libraries read the
 * errors from the body. As GraphQL over HTTP, "Status Codes".
 */
export const statusPlugin: ApolloServerPlugin<RequestContext> = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse: ({ request, response }) => {
        const isModern = request.http?.headers.get('accept')?.includes(MODERN) === true;
        if (response.body.kind !== 'single' || response.http.status !== 400 || isModern) return Promise.resolve();
        const { data, errors = [] } = response.body.singleResult;
        if (data === undefined && errors.every(({ extensions }) => extensions?.['code'] === ErrorCode.INVALID_QUERY))
          response.http.status = 200;
        return Promise.resolve();
      },
    }),
};
