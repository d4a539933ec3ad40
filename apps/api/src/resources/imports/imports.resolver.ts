import { Args, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ClusterService, ImportService } from '#cluster';
import { Caller } from '../../ground/caller/index.js';
import { clusterRef, ClusterModel } from '../clusters/index.js';
import { given, idempotencyOf, mutate, requestOf } from '../../ground/graphql/index.js';
import { importOptions } from './import.schema.js';
import { ImportManifestsInput, ImportManifestsPayload } from './imports.inputs.js';

/** Imports that fit into a query; REST streams the others. */
@Resolver(() => ImportManifestsPayload)
export class ImportsResolver {
  constructor(
    private readonly imports: ImportService,
    private readonly clusters: ClusterService,
  ) {}

  @Mutation(() => ImportManifestsPayload, {
    description:
      'Imports manifests into a cluster in one revision. Status, uid and creation time of the objects are ' +
      'preserved.',
  })
  importManifests(
    @Args('input', { description: 'The manifests.' }) input: ImportManifestsInput,
    @Caller() caller: Caller,
  ): Promise<ImportManifestsPayload> {
    const cluster = clusterRef(input.clusterId);
    return mutate(
      input,
      () =>
        this.imports.import(caller, {
          cluster,
          manifests: chunksOf(input.manifests),
          ...requestOf(importOptions, input),
          ...given('dryRun', input.dryRun),
          ...idempotencyOf('importManifests', input),
        }),
      ({ changes, ...report }) => ({
        report: {
          ...report,
          warnings: [...report.warnings],
          rejected: [...report.rejected],
          ignored: [...report.ignored],
          ignoredKinds: [...report.ignoredKinds],
          ...(changes === undefined ? {} : { changes: [...changes] }),
        },
        clusterId: cluster,
      }),
    );
  }

  @ResolveField(() => ClusterModel, { nullable: true, description: 'The cluster after the import; null if refused.' })
  async cluster(
    @Parent() { clusterId }: ImportManifestsPayload & { readonly clusterId?: string },
    @Caller() caller: Caller,
  ): Promise<ClusterModel | null> {
    if (clusterId === undefined) return null;
    const outcome = await this.clusters.get(caller, clusterId);
    return outcome.refused ? null : new ClusterModel(outcome.value);
  }
}

async function* chunksOf(text: string): AsyncIterable<string> {
  yield await Promise.resolve(text);
}
