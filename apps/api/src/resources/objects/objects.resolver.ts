import type { OnModuleInit } from '@nestjs/common';
import { Args, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ClusterService, isClusterId, ObjectService } from '#cluster';
import type { Manifest } from '#rows';
import { refuse } from '#requests';
import { describeProblem, findKindByName, shortened, warningsOf, type FieldWarning } from '#kubernetes';
import { Caller } from '../../ground/caller/index.js';
import { clusterRef, ClusterModel } from '../clusters/index.js';
import { given, idempotencyOf, mutate, type Connection, NodeTypes } from '../../ground/graphql/index.js';
import { accepted, RequestRefused } from '../../ground/outcome/index.js';
import { ObjectLoader } from './object.loader.js';
import { objectModel } from './object-model.js';
import {
  ApplyObjectInput,
  ApplyObjectPayload,
  DeleteObjectInput,
  DeleteObjectPayload,
  type FieldValidationLevel,
} from './objects.inputs.js';
import { KubernetesObjectConnection, MANIFEST_OBJECT_ID, type KubernetesObjectModel } from './objects.model.js';
import { readManifest } from './read-manifest.js';
import { NamespacedSelectionArgs, objectConnection, objectPageOf, selectionOf } from './selection.args.js';

/** The objects of a cluster, of every kind. */
@Resolver(() => ClusterModel)
export class ObjectsResolver implements OnModuleInit {
  constructor(
    private readonly objects: ObjectService,
    private readonly clusters: ClusterService,
    private readonly loader: ObjectLoader,
    private readonly types: NodeTypes,
  ) {}

  onModuleInit(): void {
    this.types.register(MANIFEST_OBJECT_ID, (context, id) => this.loader.find(context, id));
  }

  @ResolveField(() => KubernetesObjectConnection, {
    name: 'objects',
    description: 'Its objects of one kind, by namespace and name.',
  })
  async list(
    @Parent() { place }: ClusterModel,
    @Args('kind', { description: 'The kind: `Service`.' }) kindName: string,
    @Args() args: NamespacedSelectionArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<KubernetesObjectModel>> {
    const kind = findKindByName(kindName);
    if (kind === undefined) return accepted(refuse({ kind: 'UnsupportedKind', apiVersion: '', kindName }));
    const list = `objects of ${kindName}`;
    const collection = { ...place, kind, namespace: args.namespace ?? '' };
    const selection = selectionOf(args, kind.kind);
    const page = objectPageOf(args, list);
    const found = accepted(await this.objects.list(caller, collection, { ...selection, ...page }));
    return objectConnection(found, {
      list,
      page,
      node: (object) => objectModel(place, object),
      totalCount: async () => accepted(await this.objects.count(caller, collection, selection)),
    });
  }

  @Mutation(() => ApplyObjectPayload, {
    description:
      'Creates or replaces one object as an import does: status, uid and creation time are preserved, and ' +
      'its namespace is created.',
  })
  applyObject(
    @Args('input', { description: 'The object.' }) input: ApplyObjectInput,
    @Caller() caller: Caller,
  ): Promise<ApplyObjectPayload> {
    const cluster = clusterRef(input.clusterId);
    const judged: string[] = [];
    return mutate(
      input,
      async () => {
        const { object, warnings } = await readManifest(input.manifest);
        judged.push(...told(object, warnings, input.fieldValidation ?? 'Warn'));
        return this.objects.apply(caller, cluster, {
          object,
          ...given('dryRun', input.dryRun),
          ...idempotencyOf('applyObject', input),
        });
      },
      async ({ object, change }) => ({
        object: await this.#modelOf(caller, cluster, object),
        change,
        warnings: [...judged, ...warningsOf(object, { isNew: change === 'created' })],
      }),
    );
  }

  @Mutation(() => DeleteObjectPayload, {
    description: 'Deletes one object. Deleting a namespace deletes everything in it.',
  })
  deleteObject(
    @Args('input', { description: 'The object.' }) input: DeleteObjectInput,
    @Caller() caller: Caller,
  ): Promise<DeleteObjectPayload> {
    const cluster = clusterRef(input.clusterId);
    return mutate(
      input,
      async () => {
        const kind = findKindByName(input.kind);
        if (kind === undefined) return refuse({ kind: 'UnsupportedKind', apiVersion: '', kindName: input.kind });
        const namespace = kind.namespaced ? (input.namespace ?? 'default') : '';
        const preconditions = { ...given('uid', input.uid), ...given('resourceVersion', input.resourceVersion) };
        return this.objects.delete(
          caller,
          { cluster, kind, namespace },
          {
            name: input.name,
            preconditions,
            ...given('dryRun', input.dryRun),
            ...idempotencyOf('deleteObject', input),
          },
        );
      },
      async (deleted) => {
        const object = await this.#modelOf(caller, cluster, deleted);
        return { object, deletedObjectId: object.id };
      },
    );
  }

  /** Global ids hold the cluster's id, where callers may give its name. */
  async #modelOf(caller: Caller, cluster: string, object: Manifest): Promise<KubernetesObjectModel> {
    const found = await this.clusters.get(caller, cluster);
    // What was done is answered although the cluster was deleted since.
    const id = found.refused && isClusterId(cluster) ? cluster : accepted(found).id;
    return objectModel({ cluster: id }, object);
  }
}

/** The warnings about fields that are not stored as they were written. @throws RequestRefused when none may occur */
function told(
  { apiVersion, kind, metadata: { namespace = '', name } }: Manifest,
  warnings: readonly FieldWarning[],
  level: `${FieldValidationLevel}`,
): string[] {
  if (level === 'Ignore') return [];
  const faults = warnings.slice(0, MOST_WARNINGS).map((warning) => shortened(describeProblem(warning)));
  if (level === 'Warn' || faults.length === 0) return faults;
  throw RequestRefused.of({ kind: 'UnknownFields', object: { apiVersion, kind, namespace, name }, faults });
}

/** The largest number of warnings that are returned for one object; no reader needs more. */
const MOST_WARNINGS = 100;
