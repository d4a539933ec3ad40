import type { ApolloServerPlugin } from '@apollo/server';
import type { RequestContext } from '../request-context.js';

/** What a browser sees at /graphql. */
export function landingPagePlugin(html: string): ApolloServerPlugin<RequestContext> {
  return { serverWillStart: () => Promise.resolve({ renderLandingPage: () => Promise.resolve({ html }) }) };
}
