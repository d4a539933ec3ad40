import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { AccessModule } from './resources/access/index.js';
import { ActivityModule } from './resources/activity/index.js';
import { AdviceModule } from './resources/advice/index.js';
import { ArchivesModule } from './resources/archives/index.js';
import { ClusterService } from '#cluster';
import { Database, outageReason } from '#database';
import { CapacityService, CheckpointService } from '#history';
import { PendingService } from '#questions';
import { ScheduleService } from '#schedules';
import { DecisionService } from '#scheduling';
import { ConcurrencyLimits } from './ground/concurrency/index.js';
import { AccessGuard, Identity, PERMISSIONS } from './ground/caller/index.js';
import { CapacityModule } from './resources/capacity/index.js';
import { CausesModule } from './resources/causes/index.js';
import { ChangesModule } from './resources/changes/index.js';
import { ClustersModule } from './resources/clusters/index.js';
import { ComparisonsModule } from './resources/comparisons/index.js';
import { DecisionsModule } from './resources/decisions/index.js';
import { DiffModule } from './resources/diff/index.js';
import { ExportFilesModule } from './resources/export-files/index.js';
import { ExplainModule } from './resources/explain/index.js';
import { WhatIfModule } from './resources/what-if/index.js';
import { ForksModule } from './resources/forks/index.js';
import { DocumentStore, GraphqlExplorer, GraphqlModule, SubscriptionSettings } from './ground/graphql/index.js';
import { HeadsModule } from './resources/heads/index.js';
import { DiskSpace, Readiness, HealthModule } from './resources/health/index.js';
import { FreshnessInterceptor, OpenPlaces, WatchSettings } from './ground/http/index.js';
import { LinksModule } from './resources/links/index.js';
import { ImportsModule } from './resources/imports/index.js';
import { KubernetesModule } from './kubernetes/index.js';
import type { Instruments } from './boot/instruments.js';
import { made } from './boot/provider.js';
import { ClusterMetrics, MetricsModule, ScrapeSources } from './resources/metrics/index.js';
import { NodesModule } from './resources/nodes/index.js';
import { ObjectsModule } from './resources/objects/index.js';
import { OperationsModule } from './resources/operations/index.js';
import { MirrorsModule } from './resources/mirrors/index.js';
import { ClocksModule } from './resources/clocks/index.js';
import { OverviewModule } from './resources/overview/index.js';
import { PendingModule } from './resources/pending/index.js';
import { PodsModule } from './resources/pods/index.js';
import { ProfilesModule } from './resources/profiles/index.js';
import { ProofModule } from './resources/proof/index.js';
import { QuotasModule } from './resources/quotas/index.js';
import { overRate, RateLimits } from './ground/rate-limits/index.js';
import { RefusalsModule } from './resources/refusals/index.js';
import { ReplaysModule } from './resources/replays/index.js';
import { ReportsModule } from './resources/reports/index.js';
import { RevisionsModule } from './resources/revisions/index.js';
import { RunViewsModule } from './resources/run-views/index.js';
import { SchedulesModule } from './resources/schedules/index.js';
import { SchedulingModule } from './resources/scheduling/index.js';
import { ServicesModule } from './boot/services.module.js';
import { ServiceContext } from './boot/context.js';
import { TlsListener, TlsModule } from './resources/tls/index.js';
import { VerificationModule } from './resources/verification/index.js';

const SETTINGS = [
  made(WatchSettings, [ServiceContext], ({ config }) => new WatchSettings(config.watchDeadlineMs)),
  made(OpenPlaces, [ServiceContext], ({ config }) => new OpenPlaces(config.watchers)),
  made(
    SubscriptionSettings,
    [ServiceContext, Identity, RateLimits],
    ({ config }, identity, rates) =>
      new SubscriptionSettings(config.corsOrigins, identity, async (caller) => {
        const refused = overRate(await rates.take(caller));
        if (refused !== undefined) throw refused;
      }),
  ),
  made(GraphqlExplorer, [ServiceContext], ({ config }) => new GraphqlExplorer(config)),
  made(DocumentStore, [ServiceContext], ({ config }) => new DocumentStore(config.memory.documents)),
  made(TlsListener, [], () => new TlsListener()),
  made(DiskSpace, [ServiceContext], ({ config }) => new DiskSpace(config.dataDir)),
  made(
    ClusterMetrics,
    [ServiceContext, ClusterService, PendingService, CapacityService],
    ({ config }, clusters, pending, capacity) =>
      new ClusterMetrics({ names: config.clusterMetrics, clusters, pending, capacity }),
  ),
  made(
    ScrapeSources,
    [Database, ConcurrencyLimits, OpenPlaces, CheckpointService, DecisionService, ScheduleService],
    (...[database, limits, places, checkpoints, decisions, schedules]) =>
      new ScrapeSources({ database, limits, places, checkpoints, decisions, schedules }),
  ),
  made(
    Readiness,
    [Database, ServiceContext],
    (database, { databaseOutage }) =>
      new Readiness(
        () => database.ping(),
        (error) => databaseOutage?.() ?? outageReason(error),
      ),
  ),
];

/** What the doors need of the context: none of them reads the configuration. */
@Global()
@Module({ providers: SETTINGS, exports: SETTINGS })
class SettingsModule {}

/** The faces over the services: one module a resource. */
@Module({})
export class AppModule {
  static in(context: ServiceContext, instruments: Instruments): DynamicModule {
    return {
      module: AppModule,
      providers: [
        { provide: APP_GUARD, useFactory: () => new AccessGuard(PERMISSIONS) },
        {
          provide: APP_INTERCEPTOR,
          inject: [ClusterService],
          useFactory: (clusters: ClusterService) =>
            new FreshnessInterceptor((caller, cluster) => clusters.version(caller, cluster)),
        },
      ],
      imports: [
        ServicesModule.in(context, instruments),
        SettingsModule,
        HealthModule,
        TlsModule,
        AccessModule,
        MetricsModule,
        ClustersModule,
        ComparisonsModule,
        AdviceModule,
        NodesModule,
        PodsModule,
        ObjectsModule,
        CapacityModule,
        ActivityModule,
        OverviewModule,
        ClocksModule,
        MirrorsModule,
        QuotasModule,
        ExplainModule,
        WhatIfModule,
        ForksModule,
        DiffModule,
        ArchivesModule,
        ImportsModule,
        SchedulesModule,
        SchedulingModule,
        RunViewsModule,
        DecisionsModule,
        PendingModule,
        OperationsModule,
        ExportFilesModule,
        LinksModule,
        ReplaysModule,
        CausesModule,
        ChangesModule,
        HeadsModule,
        ReportsModule,
        RevisionsModule,
        RefusalsModule,
        ProfilesModule,
        ProofModule,
        VerificationModule,
        KubernetesModule,
        GraphqlModule,
      ],
    };
  }
}
