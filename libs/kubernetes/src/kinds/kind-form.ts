import type { KubernetesObject } from '../metadata/index.js';
import type { Columns } from '../table/index.js';
import type { DescriptionOf } from './kind-definition.js';

/**
 * Another group and version under which the objects of a kind are served: the same objects, with other names of fields.
 * One store has them, and both may be written.
 */
export interface FormOf<Name extends string> {
  /** As it is served. */
  readonly description: DescriptionOf<Name>;
  /** As it is stored. */
  readonly stored: DescriptionOf<Name>;
  readonly columns: Columns;
  /** By which fields it can be selected besides name and namespace, and what they are called in the store. */
  readonly selectableFields: ReadonlyMap<string, string>;
  /** An object of the form, as it is stored. */
  toStored<T extends KubernetesObject>(object: T): T;
  /** A stored object, in the form. */
  fromStored<T extends KubernetesObject>(object: T): T;
}
