import { Module } from '@nestjs/common';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { GraphQLModule as NestGraphQLModule } from '@nestjs/graphql';
import { ArchivesResolver } from '../archives/archives.resolver.js';
import { CapacityResolver } from '../capacity/capacity.resolver.js';
import { ChangesResolver } from '../changes/changes.resolver.js';
import { ClustersResolver } from '../clusters/clusters.resolver.js';
import { DecisionReportsResolver } from '../decisions/decision-reports.resolver.js';
import { DecisionsResolver, LastDecisionResolver } from '../decisions/decisions.resolver.js';
import { TraceResolver } from '../decisions/trace.resolver.js';
import { ClusterDiffResolver, DiffListsResolver } from '../diff/diff.resolver.js';
import { ForksResolver } from '../forks/forks.resolver.js';
import { ImportsResolver } from '../imports/imports.resolver.js';
import { ClusterNodesResolver } from '../nodes/cluster-nodes.resolver.js';
import { NodesResolver } from '../nodes/nodes.resolver.js';
import { ObjectsResolver } from '../objects/objects.resolver.js';
import { ClusterPodsResolver } from '../pods/cluster-pods.resolver.js';
import { NodePodsResolver } from '../pods/node-pods.resolver.js';
import { PodsResolver } from '../pods/pods.resolver.js';
import { ProfilesResolver, ProfileVersionsResolver } from '../profiles/profiles.resolver.js';
import { ProofResolver } from '../proof/proof.resolver.js';
import { ReplaysResolver } from '../replays/replays.resolver.js';
import { RevisionRunResolver, RevisionsResolver } from '../revisions/revisions.resolver.js';
import { DecisionRunResolver, RunClusterResolver, SchedulingResolver } from '../scheduling/scheduling.resolver.js';
import { VerificationResolver } from '../verification/verification.resolver.js';
import { graphqlOptions } from './graphql-options.js';
import { FaultReport } from './fault-report.js';
import { LoadedServices } from './loaded-services.js';
import { NodeResolver } from './node.resolver.js';
import { RequestIds } from './request-ids.js';
import { SubscriptionServer } from './subscriptions/subscription-server.js';

/** What the set-up of GraphQL injects. */
@Module({ providers: [LoadedServices, RequestIds], exports: [LoadedServices, RequestIds] })
class RequestContextModule {}

/** The GraphQL face: one line a resolver. */
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
  providers: [
    NodeResolver,
    ClustersResolver,
    ArchivesResolver,
    CapacityResolver,
    ClusterNodesResolver,
    NodesResolver,
    ClusterPodsResolver,
    NodePodsResolver,
    PodsResolver,
    LastDecisionResolver,
    ObjectsResolver,
    ForksResolver,
    ClusterDiffResolver,
    DiffListsResolver,
    ImportsResolver,
    ProfilesResolver,
    ProfileVersionsResolver,
    SchedulingResolver,
    RunClusterResolver,
    DecisionsResolver,
    DecisionReportsResolver,
    DecisionRunResolver,
    TraceResolver,
    ProofResolver,
    ReplaysResolver,
    VerificationResolver,
    ChangesResolver,
    RevisionsResolver,
    RevisionRunResolver,
    SubscriptionServer,
  ],
})
export class GraphqlModule {}
