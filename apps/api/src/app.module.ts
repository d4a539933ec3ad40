import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ArchivesModule } from './archives/archives.module.js';
import { AccessGuard, PERMISSIONS } from './caller/index.js';
import { CapacityModule } from './capacity/capacity.module.js';
import { ChangesModule } from './changes/changes.module.js';
import { ClustersModule } from './clusters/clusters.module.js';
import { DecisionsModule } from './decisions/decisions.module.js';
import { DiffModule } from './diff/diff.module.js';
import { ForksModule } from './forks/forks.module.js';
import { GraphqlModule } from './graphql/graphql.module.js';
import { HealthModule } from './health/health.module.js';
import { ImportsModule } from './imports/imports.module.js';
import { KubernetesModule } from './kubernetes/kubernetes.module.js';
import { NodesModule } from './nodes/nodes.module.js';
import { ObjectsModule } from './objects/objects.module.js';
import { PodsModule } from './pods/pods.module.js';
import { ProfilesModule } from './profiles/profiles.module.js';
import { ProofModule } from './proof/proof.module.js';
import { ReplaysModule } from './replays/replays.module.js';
import { RevisionsModule } from './revisions/revisions.module.js';
import { SchedulingModule } from './scheduling/scheduling.module.js';
import { VerificationModule } from './verification/verification.module.js';

/** The services, for every folder of this app to inject by their class. */
@Global()
@Module({})
class ServicesModule {
  static of(providers: readonly Provider[]): DynamicModule {
    return { module: ServicesModule, providers: [...providers], exports: [...providers] };
  }
}

/** The faces over the services: one module a resource. */
@Module({})
export class AppModule {
  static of({
    providers,
    ping,
  }: {
    readonly providers: readonly Provider[];
    readonly ping: () => Promise<void>;
  }): DynamicModule {
    return {
      module: AppModule,
      providers: [{ provide: APP_GUARD, useFactory: () => new AccessGuard(PERMISSIONS) }],
      imports: [
        ServicesModule.of(providers),
        HealthModule.of(ping),
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
