import { typeOfField, type KubernetesField, type KubernetesType } from '../fields/index.js';
import { PatchFault } from './patch-fault.js';

/** How strategic merge patch treats a field. */
export interface MergeField {
  /** A list is replaced unless it is merged; an object is merged unless it is replaced. */
  readonly strategy: 'merge' | 'replace' | undefined;
  /** The field that identifies an object in a merged list. */
  readonly mergeKey: string | undefined;
  /** Whether the object, or one of the list, is a union: who sets a field of it names all that stay. */
  readonly retainsKeys: boolean;
  /** The type of the object, or of the objects in the list. Undefined where it has no fields of its own. */
  readonly type: KubernetesType | undefined;
}

/** @throws PatchFault where the type has no such field */
export function mergeField(type: KubernetesType | undefined, name: string): MergeField {
  if (type === undefined)
    throw new PatchFault('merging an object in json but data type is not struct, instead is: map');
  const field = type.fields.get(name);
  if (field !== undefined) {
    const inside = field.type === 'map' ? undefined : typeOfField(field);
    const retainsKeys = field.patchStrategy.includes('retainKeys');
    return { strategy: strategyOf(field), mergeKey: field.mergeKey, retainsKeys, type: inside };
  }
  const struct = type.fullName.slice(type.fullName.lastIndexOf('.') + 1);
  throw new PatchFault(`unable to find api field in struct ${struct} for the json field ${JSON.stringify(name)}`);
}

function strategyOf({ patchStrategy }: KubernetesField): MergeField['strategy'] {
  return patchStrategy.find((strategy) => strategy !== 'retainKeys');
}
