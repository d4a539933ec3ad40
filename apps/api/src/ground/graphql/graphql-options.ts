import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import type { ApolloDriverConfig } from '@nestjs/apollo';
import type { FastifyReply } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { callerOf, noteAnswer, type IncomingRequest } from '../caller/index.js';
import { recordOf, REFUSAL_MODELS } from '../outcome/index.js';
import type { DocumentStore } from './document-store.js';
import { GRAPHQL_PATH } from './graphql-path.js';
import { createFormatError, type ErrorFormatting } from './errors/format-error.js';
import { recordPlugin } from './errors/record.plugin.js';
import { statusPlugin } from './errors/status.plugin.js';
import type { GraphqlExplorer } from './explorer/graphql-explorer.js';
import { landingPagePlugin } from './explorer/landing-page.plugin.js';
import { limitsPlugin } from './limits/limits.plugin.js';
import { MAX_TOKENS } from './limits/query-limits.js';
import { implementations } from './relay/implementations.js';
import type { RequestContext } from './request-context.js';
import { uncachedPlugin } from './uncached.plugin.js';

/**
 * Apollo Server as this face needs it: nothing is guessed for clients, and what serves developers alone is left out.
 */
export function graphqlOptions(
  formatting: ErrorFormatting,
  { page, introspection }: Pick<GraphqlExplorer, 'page' | 'introspection'>,
  documentStore: DocumentStore,
): ApolloDriverConfig {
  return {
    path: GRAPHQL_PATH,
    autoSchemaFile: true,
    sortSchema: true,
    // Apollo checks the schema; Nest would by answering an introspection, which costs 0.1 s at each start.
    buildSchemaOptions: { orphanedTypes: [...implementations(), ...REFUSAL_MODELS], skipCheck: true },
    transformSchema: describeRoots,
    context: (request: IncomingRequest, reply?: Pick<FastifyReply, 'raw'>): RequestContext => {
      const caller = callerOf(request);
      if (reply !== undefined) noteAnswer(caller, reply.raw);
      return { caller, record: recordOf(request) };
    },
    formatError: createFormatError(formatting),
    // Nest would rewrite errors of its HTTP layer before they are formatted; there are none behind this face.
    autoTransformHttpErrors: false,
    graphiql: false,
    introspection,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    parseOptions: { maxTokens: MAX_TOKENS },
    documentStore,
    plugins: [
      limitsPlugin,
      statusPlugin,
      recordPlugin,
      landingPagePlugin(page),
      uncachedPlugin,
      ApolloServerPluginCacheControlDisabled(),
    ],
  };
}

/** The root types are the framework's own: they can be described only once they are there. */
function describeRoots(schema: GraphQLSchema): GraphQLSchema {
  const [query, mutation, subscription] = [
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ];
  if (query) query.description = 'The root of all queries. Everything in a cluster is reached through `Cluster`.';
  if (mutation)
    mutation.description =
      'The root of all mutations. A mutation takes one `input`; the reasons for refusing it are data in ' +
      '`refusals`.';
  if (subscription)
    subscription.description =
      'The root of all subscriptions, served over WebSocket in the protocol `graphql-transport-ws` at the ' +
      'path of queries.';
  return schema;
}
