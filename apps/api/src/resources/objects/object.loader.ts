import { Injectable } from '@nestjs/common';
import { ObjectService } from '#cluster';
import type { Manifest } from '#rows';
import { type Caller } from '#access';
import { findKindByName, type KindDescription, type KindName } from '#kubernetes';
import { ClusterLoader, keyOfPlace, type Placed } from '../clusters/index.js';
import { loaderPerRequest, type RequestContext, type FoundNode } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { objectModel } from './object-model.js';

/** An object by kind and name; the namespace is empty for kinds that have none. */
export interface ObjectKey extends Placed {
  readonly kind: KindName;
  readonly namespace: string;
  readonly name: string;
}

/** Objects by name: one statement for all of a kind that a page asks for. */
@Injectable()
export class ObjectLoader {
  constructor(
    private readonly objects: ObjectService,
    private readonly clusters: ClusterLoader,
  ) {}

  readonly of = loaderPerRequest({
    keyOf: ({ place, kind, namespace, name }: ObjectKey) => `${keyOfPlace(place)}/${kind}/${namespace}/${name}`,
    groupOf: ({ place, kind }) => `${keyOfPlace(place)}/${kind}`,
    load: (keys, { caller }) => this.#load(caller, keys),
    pick: (objects: ReadonlyMap<string, Manifest>, key) => objects.get(nameOf(key)),
  });

  /**
   * An object by its global id, as it is now; null where it or its cluster is gone, or the kind is not stored.
   */
  async find(
    context: RequestContext,
    { cluster, kindName, namespace = '', name }: ObjectName & { readonly cluster: string; readonly kindName: string },
  ): FoundNode {
    const kind = findKindByName(kindName)?.kind;
    const place = { cluster };
    if (kind === undefined || (await this.clusters.of(context).load(place)) === undefined) return null;
    const object = await this.of(context).load({ place, kind, namespace, name });
    return object === undefined ? null : objectModel(place, object);
  }

  async #load(caller: Caller, keys: readonly ObjectKey[]): Promise<ReadonlyMap<string, Manifest>> {
    const { place, kind: name } = keys[0] as ObjectKey;
    const kind = findKindByName(name) as KindDescription;
    const found = accepted(await this.objects.getMany(caller, { ...place, kind }, keys));
    return new Map(found.map((object) => [nameOf(object.metadata), object]));
  }
}

interface ObjectName {
  readonly namespace?: string;
  readonly name: string;
}

function nameOf({ namespace = '', name }: ObjectName): string {
  return `${namespace}/${name}`;
}
