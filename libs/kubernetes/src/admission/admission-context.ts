import type { Pod, PriorityClass, RuntimeClass } from '../kinds/index.js';
import type { KubernetesObject } from '../metadata/index.js';
import type { UnknownField } from '../fields/index.js';
import type { FieldProblem, JudgedField } from '../problems/index.js';

/**
 * Why an object is admitted. `import` brings an object as it was somewhere else: what another admission computed is
 * kept, no field is immutable, and classes that are not there are reported instead of refused.
 */
export type AdmissionOperation = 'create' | 'update' | 'import';

/** What admission needs to know besides the object. */
export interface AdmissionContext {
  readonly operation: AdmissionOperation;
  /** The object as it is now; needed on update. It was admitted before. */
  readonly old?: KubernetesObject;
  /** A stored PriorityClass; the two of the system need not be stored. */
  readonly priorityClass: (name: string) => PriorityClass | undefined;
  /** The stored PriorityClass with `globalDefault`. */
  readonly defaultPriorityClass: () => PriorityClass | undefined;
  readonly runtimeClass: (name: string) => RuntimeClass | undefined;
}

/** A class that an imported object names and nobody knows yet. Admitting the object again later may find it. */
export interface UnresolvedReference {
  readonly field: string;
  readonly kind: 'PriorityClass' | 'RuntimeClass';
  readonly name: string;
}

/** The object as it may be stored, or everything that is wrong with it; and what of it no field takes. */
export type AdmissionResult = { readonly unknown: readonly UnknownField[] } & (
  | { readonly object: KubernetesObject; readonly unresolved: readonly UnresolvedReference[] }
  | { readonly problems: readonly FieldProblem[] }
);

/** A pod on its way in, for the steps that only pods take; `at` is its spec. */
export interface PodAdmission {
  readonly pod: Pod;
  readonly context: AdmissionContext;
  readonly at: JudgedField;
  readonly unresolved: UnresolvedReference[];
}
