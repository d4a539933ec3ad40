import { Field, InterfaceType, ObjectType } from '@nestjs/graphql';
import type { ClusterPlace } from '#cluster';
import type { Manifest } from '#rows';
import { connectionOf, globalIdType, Implementation, RelayNode, DateTime, Json } from '../../ground/graphql/index.js';

@ObjectType('KeyValue', { description: 'An entry of a string map, such as a label.' })
export class KeyValueModel {
  @Field({ description: 'The key.' })
  readonly key!: string;

  @Field({ description: 'The value.' })
  readonly value!: string;
}

@ObjectType('Condition', { description: 'A condition in the status of an object.' })
export class ConditionModel {
  @Field({ description: 'Type of the condition: `Ready`.' })
  readonly type!: string;

  @Field({ description: '`True`, `False` or `Unknown`.' })
  readonly status!: string;

  @Field(() => String, { nullable: true, description: 'The reason, in one word.' })
  readonly reason!: string | null;

  @Field(() => String, { nullable: true, description: 'The reason, for people.' })
  readonly message!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the status last changed.' })
  readonly lastTransitionTime!: string | null;
}

/**
 * A Kubernetes object of a cluster, by the cluster's id and the moment that it is shown at. Fields are read from the
 * manifest when they are asked for.
 */
@InterfaceType('KubernetesObject', {
  implements: () => RelayNode,
  description: 'An object of a cluster, of any supported kind.',
  resolveType: (value: object) => value.constructor,
})
export abstract class KubernetesObjectModel implements RelayNode {
  constructor(
    readonly place: ClusterPlace,
    readonly object: Manifest,
  ) {}

  get cluster(): string {
    return this.place.cluster;
  }

  abstract get id(): string;

  @Field({ description: 'Group and version: `v1`, `apps/v1`.' })
  get apiVersion(): string {
    return this.object.apiVersion;
  }

  @Field({ description: 'The kind: `Pod`.' })
  get kind(): string {
    return this.object.kind;
  }

  @Field({ description: 'Unique by kind and namespace.' })
  get name(): string {
    return this.object.metadata.name;
  }

  @Field(() => String, { nullable: true, description: 'The namespace; null for cluster-scoped kinds.' })
  get namespace(): string | null {
    return this.object.metadata.namespace ?? null;
  }

  @Field({ description: 'metadata.uid, which distinguishes the object from later ones of the same name.' })
  get uid(): string {
    return this.object.metadata.uid ?? '';
  }

  @Field({ description: 'Position of its last change in the log of the cluster; a decimal integer.' })
  get resourceVersion(): string {
    return this.object.metadata.resourceVersion ?? '';
  }

  @Field(() => DateTime, { nullable: true, description: 'metadata.creationTimestamp.' })
  get createdAt(): string | null {
    return this.object.metadata.creationTimestamp ?? null;
  }

  @Field(() => [KeyValueModel], { description: 'metadata.labels.' })
  get labels(): KeyValueModel[] {
    return entriesOf(this.object.metadata.labels);
  }

  @Field(() => [KeyValueModel], { description: 'metadata.annotations.' })
  get annotations(): KeyValueModel[] {
    return entriesOf(this.object.metadata.annotations);
  }

  @Field(() => Json, { description: 'The whole object as in Kubernetes.' })
  get manifest(): Manifest {
    return this.object;
  }
}

/** Global ids of objects of other kinds. */
export const MANIFEST_OBJECT_ID = globalIdType('ManifestObject', ['cluster', 'kindName', 'namespace', 'name']);

@Implementation()
@ObjectType('ManifestObject', {
  implements: () => [RelayNode, KubernetesObjectModel],
  description: 'An object without its own GraphQL type: neither a node nor a pod.',
})
export class ManifestObjectModel extends KubernetesObjectModel {
  get id(): string {
    const { cluster, kind, name } = this;
    return MANIFEST_OBJECT_ID.write({ cluster, kindName: kind, namespace: this.namespace ?? '', name });
  }
}

/** A page of objects. */
export const KubernetesObjectConnection = connectionOf(KubernetesObjectModel, {
  name: 'KubernetesObject',
  what: 'an object',
  counted: true,
});

/** The conditions of a status. */
export function conditionsOf(status: object | undefined): ConditionModel[] {
  const { conditions = [] } = (status ?? {}) as { readonly conditions?: readonly Partial<ConditionModel>[] };
  return conditions.map(
    ({ type = '', status: state = 'Unknown', reason = null, message = null, lastTransitionTime = null }) => ({
      type,
      status: state,
      reason,
      message,
      lastTransitionTime,
    }),
  );
}

function entriesOf(map: Readonly<Record<string, string>> | undefined): KeyValueModel[] {
  return Object.entries(map ?? {}).map(([key, value]) => ({ key, value }));
}
