import type { ApolloServerPlugin } from '@apollo/server';
import type { RequestContext } from '../request-context.js';

/** What a browser sees at /graphql: no page that loads programs from somewhere else. */
const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Berth GraphQL</title></head>
<body><h1>Berth GraphQL</h1>
<p>POST queries here as JSON: <code>{"query": "{ clusters { edges { node { name } } } }"}</code></p>
<p>The schema answers introspection, and stands in <code>schema.graphql</code> of the source.</p></body></html>
`;

export const landingPagePlugin: ApolloServerPlugin<RequestContext> = {
  serverWillStart: () => Promise.resolve({ renderLandingPage: () => Promise.resolve({ html: PAGE }) }),
};
