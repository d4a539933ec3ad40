import { Module } from '@nestjs/common';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { GraphQLModule as NestGraphQLModule } from '@nestjs/graphql';
import { graphqlOptions } from './graphql-options.js';
import { FaultReport } from './fault-report.js';
import { LoadedServices } from './loaded-services.js';
import { NodeResolver } from './node.resolver.js';
import { RequestIds } from './request-ids.js';
import { SubscriptionServer } from './subscriptions/subscription-server.js';

/** What the set-up of GraphQL injects. */
@Module({ providers: [LoadedServices, RequestIds], exports: [LoadedServices, RequestIds] })
class RequestContextModule {}

/** The GraphQL face. The resolvers are provided by the modules of their nouns, and found there. */
@Module({
  imports: [
    RequestContextModule,
    NestGraphQLModule.forRootAsync<ApolloDriverConfig>({
      driver: ApolloDriver,
      imports: [RequestContextModule],
      inject: [LoadedServices, RequestIds, FaultReport],
      useFactory: (services: LoadedServices, requestIds: RequestIds, { logger, isOutage }: FaultReport) =>
        graphqlOptions(services, { logger, isOutage, requestId: () => requestIds.current() }),
    }),
  ],
  providers: [NodeResolver, SubscriptionServer],
})
export class GraphqlModule {}
