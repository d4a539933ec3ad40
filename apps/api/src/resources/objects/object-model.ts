import type { ClusterPlace } from '#cluster';
import type { Manifest } from '#rows';
import type { KindName } from '#kubernetes';
import { ManifestObjectModel, type KubernetesObjectModel } from './objects.model.js';

type ObjectType = new (place: ClusterPlace, object: Manifest) => KubernetesObjectModel;

const types = new Map<string, ObjectType>();

/** Makes a class the GraphQL type of the objects of a kind; those of other kinds are ManifestObjects. */
export function TypeOfKind(kind: KindName): (type: ObjectType) => void {
  return (type) => {
    types.set(kind, type);
  };
}

/** An object of a cluster as the type of its kind. */
export function objectModel(place: ClusterPlace, object: Manifest): KubernetesObjectModel {
  const Type = types.get(object.kind) ?? ManifestObjectModel;
  return new Type(place, object);
}
