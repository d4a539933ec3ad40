import type { KubernetesObject, ObjectMeta } from '#kubernetes';

/** A Kubernetes object as Berth stores it: named, with the other fields of its kind. */
export interface Manifest extends KubernetesObject {
  metadata: ObjectMeta & { name: string; selfLink?: string; managedFields?: unknown };
  spec?: Record<string, unknown>;
  status?: Record<string, unknown>;
}
