import type { ApolloServerPlugin } from '@apollo/server';
import type { RequestContext } from '../request-context.js';

/** Writes down the code of the first error that a query is answered with. */
export const recordPlugin: ApolloServerPlugin<RequestContext> = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse: ({ response, contextValue: { record } }) => {
        const code =
          response.body.kind === 'single' ? response.body.singleResult.errors?.[0]?.extensions?.['code'] : undefined;
        if (record !== undefined && typeof code === 'string') record.code = code;
        return Promise.resolve();
      },
    }),
};
