import type { ApolloServerPlugin } from '@apollo/server';
import type { RequestContext } from './request-context.js';

/**
 * No proxy may cache an answer. Apollo's own plugin says so too, after looking at
 * every field of every answer.
 */
export const uncachedPlugin: ApolloServerPlugin<RequestContext> = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse: ({ response }) => {
        response.http.headers.set('cache-control', 'no-store');
        return Promise.resolve();
      },
    }),
};
