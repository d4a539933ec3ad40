import type { KubernetesObject, OwnerReference } from '#kubernetes';

/** The reference to the controller of an object. */
export function controllerOf({ metadata: { ownerReferences = [] } }: KubernetesObject): OwnerReference | undefined {
  return ownerReferences.find(({ controller }) => controller === true);
}

/** A reference to an object as the controller of what it makes. // as metav1.NewControllerRef */
export function controllerReference({
  apiVersion,
  kind,
  metadata: { name, uid = '' },
}: KubernetesObject): OwnerReference {
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** An object that a controller has adopted. */
export function withController<Kind extends KubernetesObject>(object: Kind, controller: KubernetesObject): Kind {
  const { ownerReferences = [] } = object.metadata;
  const owners = [...ownerReferences, controllerReference(controller)];
  return { ...object, metadata: { ...object.metadata, ownerReferences: owners } };
}

/** An object that an owner has released. */
export function withoutOwner<Kind extends KubernetesObject>(object: Kind, uid: string): Kind {
  const { ownerReferences = [], ...metadata } = object.metadata;
  const left = ownerReferences.filter((one) => one.uid !== uid);
  return { ...object, metadata: { ...metadata, ...(left.length > 0 && { ownerReferences: left }) } };
}

/** The key of an object for its controller. */
export function keyOf({ metadata: { namespace = '', name } }: KubernetesObject): string {
  return `${namespace}/${name}`;
}

/** Namespace and name of a key. */
export function ofKey(key: string): readonly [namespace: string, name: string] {
  const slash = key.indexOf('/');
  return [key.slice(0, slash), key.slice(slash + 1)];
}

export function isGoing({ metadata }: KubernetesObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}
