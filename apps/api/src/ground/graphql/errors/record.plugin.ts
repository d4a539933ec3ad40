import type { ApolloServerPlugin } from '@apollo/server';
import type { RequestContext } from '../request-context.js';

/** So much of a name is enough to know a query by. */
const NAME_CHARACTERS = 100;

/** Writes down what its client calls a query, and the code of the first error that it is answered with. */
export const recordPlugin: ApolloServerPlugin<RequestContext> = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ operationName, contextValue: { record } }) => {
        if (record !== undefined && operationName !== null) record.query = operationName.slice(0, NAME_CHARACTERS);
        return Promise.resolve();
      },
      willSendResponse: ({ response, contextValue: { record } }) => {
        const code =
          response.body.kind === 'single' ? response.body.singleResult.errors?.[0]?.extensions?.['code'] : undefined;
        if (record !== undefined && typeof code === 'string') record.code = code;
        return Promise.resolve();
      },
    }),
};
