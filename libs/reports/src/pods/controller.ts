import type { PastObject, PastState } from '#state';
import { SharedValues } from './shared-values.js';

/** What controls an object, in its namespace. */
export interface OwnerReference {
  readonly kind: string;
  readonly name: string;
}

/** What controls the object of a kind, namespace and name; undefined where nothing does, or where it is not there. */
export type Controllers = (kind: string, namespace: string, name: string) => OwnerReference | undefined;

type Manifest = ReturnType<PastObject['stored']>['object'];

/** Of versions of objects that are in memory; null of those without one. */
const CONTROLLERS = new WeakMap<PastObject, OwnerReference | null>();
const shared = new SharedValues<OwnerReference>();

/** The controllers of the objects of a state. */
export function controllersIn(state: PastState): Controllers {
  return (kind, namespace, name) => {
    const object = state.get(kind, namespace, name);
    return object && controllerOf(object);
  };
}

/** Undefined of an object without one. */
export function controllerOf(
  object: PastObject,
  read = (): Manifest => object.stored().object,
): OwnerReference | undefined {
  let controller = CONTROLLERS.get(object);
  if (controller === undefined) CONTROLLERS.set(object, (controller = controllerIn(read()) ?? null));
  return controller ?? undefined;
}

/** The same of a manifest. */
export function controllerIn({ metadata }: Manifest): OwnerReference | undefined {
  const { ownerReferences = [] } = metadata as {
    readonly ownerReferences?: readonly (OwnerReference & { readonly controller?: boolean })[];
  };
  const found = ownerReferences.find(({ controller }) => controller === true);
  return found && shared.get(`${found.kind} ${found.name}`, () => ({ kind: found.kind, name: found.name }));
}
