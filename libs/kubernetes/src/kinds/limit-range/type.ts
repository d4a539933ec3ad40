import type { KubernetesObject } from '../../metadata/index.js';
import type { ResourceList } from '../../resources/index.js';

/** core/v1 LimitRange: what containers, pods and claims of its namespace may ask for, and ask for by default. */
export interface LimitRange extends KubernetesObject {
  kind: 'LimitRange';
  /** Null where there are none: they are printed so. */
  spec: { limits?: LimitRangeItem[] | null };
}

/** The limits of one type of things. */
export interface LimitRangeItem {
  /** `Container`, `Pod`, `PersistentVolumeClaim`, or a qualified name that means nothing to the server. */
  type?: string;
  max?: ResourceList;
  min?: ResourceList;
  /** Limits of containers that name none. */
  default?: ResourceList;
  /** Requests of containers that name none. */
  defaultRequest?: ResourceList;
  /** How many times its request a limit may be. */
  maxLimitRequestRatio?: ResourceList;
}
