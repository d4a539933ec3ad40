import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { AccessModule } from './access/index.js';
import { ActivityModule } from './activity/index.js';
import { AdviceModule } from './advice/index.js';
import { ArchivesModule } from './archives/index.js';
import { ClusterService } from '#cluster';
import { Database, outageReason } from '#database';
import { CheckpointService } from '#history';
import { DecisionService } from '#scheduling';
import { Admissions } from './admission/index.js';
import { AccessGuard, Identity, PERMISSIONS } from './caller/index.js';
import { CapacityModule } from './capacity/index.js';
import { ChangesModule, WatchSettings } from './changes/index.js';
import { ClustersModule } from './clusters/index.js';
import { ComparisonsModule } from './comparisons/index.js';
import { DecisionsModule } from './decisions/index.js';
import { DiffModule } from './diff/index.js';
import { ExportFilesModule } from './export-files/index.js';
import { ExplainModule } from './explain/index.js';
import { WhatIfModule } from './what-if/index.js';
import { ForksModule } from './forks/index.js';
import { DocumentStore, GraphqlExplorer, GraphqlModule, SubscriptionSettings } from './graphql/index.js';
import { HeadsModule } from './heads/index.js';
import { DiskSpace, Readiness, HealthModule } from './health/index.js';
import { FreshnessInterceptor, OpenPlaces } from './http/index.js';
import { ImportsModule } from './imports/index.js';
import { KubernetesModule } from './kubernetes/index.js';
import type { Instruments } from './instruments.js';
import { made } from './made.js';
import { MetricsModule, ScrapeSources } from './metrics/index.js';
import { NodesModule } from './nodes/index.js';
import { ObjectsModule } from './objects/index.js';
import { OperationsModule } from './operations/index.js';
import { OverviewModule } from './overview/index.js';
import { PendingModule } from './pending/index.js';
import { PodsModule } from './pods/index.js';
import { ProfilesModule } from './profiles/index.js';
import { ProofModule } from './proof/index.js';
import { QuotasModule } from './quotas/index.js';
import { overRate, RateLimits } from './rate-limits/index.js';
import { RefusalsModule } from './refusals/index.js';
import { ReplaysModule } from './replays/index.js';
import { RevisionsModule } from './revisions/index.js';
import { RunViewsModule } from './run-views/index.js';
import { SchedulingModule } from './scheduling/index.js';
import { ServicesModule } from './services.module.js';
import { Surroundings } from './surroundings.js';
import { VerificationModule } from './verification/index.js';

const SETTINGS = [
  made(WatchSettings, [Surroundings], ({ config }) => new WatchSettings(config.watchPatienceMs)),
  made(OpenPlaces, [Surroundings], ({ config }) => new OpenPlaces(config.watchers)),
  made(
    SubscriptionSettings,
    [Surroundings, Identity, RateLimits],
    ({ config }, identity, rates) =>
      new SubscriptionSettings(config.corsOrigins, identity, async (caller) => {
        const refused = overRate(await rates.take(caller));
        if (refused !== undefined) throw refused;
      }),
  ),
  made(GraphqlExplorer, [Surroundings], ({ config }) => new GraphqlExplorer(config)),
  made(DocumentStore, [Surroundings], ({ config }) => new DocumentStore(config.memory.documents)),
  made(DiskSpace, [Surroundings], ({ config }) => new DiskSpace(config.dataDir)),
  made(
    ScrapeSources,
    [Database, Admissions, OpenPlaces, CheckpointService, DecisionService],
    (database, admissions, places, checkpoints, decisions) =>
      new ScrapeSources({ database, admissions, places, checkpoints, decisions }),
  ),
  made(Readiness, [Database], (database) => new Readiness(() => database.ping(), outageReason)),
];

/** What the doors are told of their surroundings: none of them reads the configuration. */
@Global()
@Module({ providers: SETTINGS, exports: SETTINGS })
class SettingsModule {}

/** The faces over the services: one module a resource. */
@Module({})
export class AppModule {
  static in(surroundings: Surroundings, instruments: Instruments): DynamicModule {
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
        ServicesModule.in(surroundings, instruments),
        SettingsModule,
        HealthModule,
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
        QuotasModule,
        ExplainModule,
        WhatIfModule,
        ForksModule,
        DiffModule,
        ArchivesModule,
        ImportsModule,
        SchedulingModule,
        RunViewsModule,
        DecisionsModule,
        PendingModule,
        OperationsModule,
        ExportFilesModule,
        ReplaysModule,
        ChangesModule,
        HeadsModule,
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
