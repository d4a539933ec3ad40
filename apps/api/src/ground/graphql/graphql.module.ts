import { Global, Module } from '@nestjs/common';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { GraphQLModule as NestGraphQLModule } from '@nestjs/graphql';
import { DocumentStore } from './document-store.js';
import { GraphqlExplorer } from './explorer/graphql-explorer.js';
import { graphqlOptions } from './graphql-options.js';
import { FaultReport } from '../outcome/index.js';
import { NodeResolver } from './relay/node.resolver.js';
import { NodeTypes } from './relay/node-types.js';
import { PermissionCheck } from '../caller/index.js';
import { RequestIds } from './request-ids.js';
import { SubscriptionServer } from './subscriptions/subscription-server.js';

/** What the set-up of GraphQL injects, and what nouns register their types with. */
@Global()
@Module({ providers: [NodeTypes, RequestIds], exports: [NodeTypes, RequestIds] })
class GraphqlSetUpModule {}

/** The GraphQL face. The resolvers are provided by the modules of their nouns, and found there. */
@Module({
  imports: [
    GraphqlSetUpModule,
    NestGraphQLModule.forRootAsync<ApolloDriverConfig>({
      driver: ApolloDriver,
      inject: [RequestIds, FaultReport, GraphqlExplorer, DocumentStore],
      useFactory: (requestIds: RequestIds, faults: FaultReport, explorer: GraphqlExplorer, documents: DocumentStore) =>
        graphqlOptions({ faults, requestId: () => requestIds.current() }, explorer, documents),
    }),
  ],
  providers: [NodeResolver, PermissionCheck, SubscriptionServer],
})
export class GraphqlModule {}
