/** metav1.ObjectMeta. Times are RFC 3339, versions opaque. Fields not named here are kept as they came. */
export interface ObjectMeta {
  /** Always there once an object is admitted; a new one may bring `generateName` instead. */
  name: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  [field: string]: unknown;
}

/** metav1.OwnerReference: the object that this one belongs to. */
export interface OwnerReference {
  apiVersion?: string;
  kind?: string;
  name?: string;
  uid?: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/**
 * What every object has. The types of the kinds name the fields that are read, defaulted or judged; all others are kept
 * untouched.
 */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  [field: string]: unknown;
}

/** A condition in a status: node, pod and others share the form. */
export interface Condition {
  type?: string;
  status?: string;
  reason?: string;
  message?: string;
  lastTransitionTime?: string;
}
