import type { KubernetesObject, ObjectMeta } from '../metadata/index.js';

/** core/v1 Binding: the request that puts a pod on a node. */
export interface Binding extends KubernetesObject {
  kind: 'Binding';
  target: { apiVersion?: string; kind?: string; name?: string; uid?: string };
}

/** metav1.ListMeta. */
export interface ListMeta {
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: number;
}

/** A list of objects: core/v1 List, or a typed one such as PodList. */
export interface ObjectList<T = KubernetesObject> {
  apiVersion: string;
  kind: string;
  metadata: ListMeta;
  items: T[];
}

/** metav1.Status: how the Kubernetes API says that something did not work, or that there is nothing else to say. */
export interface Status {
  apiVersion: 'v1';
  kind: 'Status';
  metadata: ListMeta;
  status: 'Success' | 'Failure';
  message?: string;
  reason?: string;
  details?: StatusDetails;
  code: number;
}

/** metav1.StatusDetails; causes are field problems. */
export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: { readonly reason?: string; readonly message?: string; readonly field?: string }[];
  retryAfterSeconds?: number;
}

/** metav1.DeleteOptions, as far as deleting reads it. */
export interface DeleteOptions {
  gracePeriodSeconds?: number;
  propagationPolicy?: string;
  dryRun?: string[];
  preconditions?: Pick<ObjectMeta, 'uid' | 'resourceVersion'>;
}
