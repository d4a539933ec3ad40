import type { OnModuleInit } from '@nestjs/common';
import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ObjectService } from '#cluster';
import { refuse } from '#requests';
import { findKindByName } from '#kubernetes';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import { type Connection, NodeTypes } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { ObjectLoader } from './object.loader.js';
import { objectModel } from './object-model.js';
import { KubernetesObjectConnection, MANIFEST_OBJECT_ID, type KubernetesObjectModel } from './objects.model.js';
import { NamespacedSelectionArgs, objectConnection, objectPageOf, selectionOf } from './selection.args.js';

/** The objects of a cluster, of every kind. */
@Resolver(() => ClusterModel)
export class ObjectsResolver implements OnModuleInit {
  constructor(
    private readonly objects: ObjectService,
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
}
