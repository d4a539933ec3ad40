import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ArchivesModule } from './archives/archives.module.js';
import { Database, isConnectionLost } from '#database';
import { AccessGuard, PERMISSIONS } from './caller/index.js';
import { CapacityModule } from './capacity/capacity.module.js';
import { ChangesModule } from './changes/changes.module.js';
import { WatchSettings } from './changes/watch-settings.js';
import { ClustersModule } from './clusters/clusters.module.js';
import { DecisionsModule } from './decisions/decisions.module.js';
import { DiffModule } from './diff/diff.module.js';
import { ForksModule } from './forks/forks.module.js';
import { GraphqlModule } from './graphql/graphql.module.js';
import { SubscriptionSettings } from './graphql/subscriptions/subscription-settings.js';
import { Readiness } from './health/readiness.js';
import { FaultReport } from './outcome/fault-report.js';
import { HealthModule } from './health/health.module.js';
import { ImportsModule } from './imports/imports.module.js';
import { KubernetesModule } from './kubernetes/kubernetes.module.js';
import { made } from './made.js';
import { NodesModule } from './nodes/nodes.module.js';
import { ObjectsModule } from './objects/objects.module.js';
import { PodsModule } from './pods/pods.module.js';
import { ProfilesModule } from './profiles/profiles.module.js';
import { ProofModule } from './proof/proof.module.js';
import { ReplaysModule } from './replays/replays.module.js';
import { RevisionsModule } from './revisions/revisions.module.js';
import { SchedulingModule } from './scheduling/scheduling.module.js';
import { ServicesModule } from './services.module.js';
import { Surroundings } from './surroundings.js';
import { VerificationModule } from './verification/verification.module.js';

const SETTINGS = [
  made(FaultReport, [Surroundings], ({ logger }) => new FaultReport(logger, isConnectionLost)),
  made(WatchSettings, [Surroundings], ({ config }) => new WatchSettings(config.watchPatienceMs)),
  made(SubscriptionSettings, [Surroundings], ({ config }) => new SubscriptionSettings(config.corsOrigins)),
  made(Readiness, [Database], (database) => new Readiness(() => database.ping())),
];

/** What the doors are told of their surroundings: none of them reads the configuration. */
@Global()
@Module({ providers: SETTINGS, exports: SETTINGS })
class SettingsModule {}

/** The faces over the services: one module a resource. */
@Module({})
export class AppModule {
  static in(surroundings: Surroundings): DynamicModule {
    return {
      module: AppModule,
      providers: [{ provide: APP_GUARD, useFactory: () => new AccessGuard(PERMISSIONS) }],
      imports: [
        ServicesModule.in(surroundings),
        SettingsModule,
        HealthModule,
        ClustersModule,
        NodesModule,
        PodsModule,
        ObjectsModule,
        CapacityModule,
        ForksModule,
        DiffModule,
        ArchivesModule,
        ImportsModule,
        SchedulingModule,
        DecisionsModule,
        ReplaysModule,
        ChangesModule,
        RevisionsModule,
        ProfilesModule,
        ProofModule,
        VerificationModule,
        KubernetesModule,
        GraphqlModule,
      ],
    };
  }
}
