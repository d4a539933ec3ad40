import type { KubernetesObject } from '../../metadata/index.js';
import type { ResourceList } from '../../resources/index.js';

/** core/v1 ResourceQuota: how much the objects of its namespace may ask for together. */
export interface ResourceQuota extends KubernetesObject {
  kind: 'ResourceQuota';
  spec: ResourceQuotaSpec;
  status?: { hard?: ResourceList; used?: ResourceList };
}

export interface ResourceQuotaSpec {
  hard?: ResourceList;
  /** A quota counts objects that are in all of them. */
  scopes?: string[];
  scopeSelector?: { matchExpressions?: ScopeRequirement[] };
}

/** core/v1 ScopedResourceSelectorRequirement. */
export interface ScopeRequirement {
  scopeName?: string;
  operator?: string;
  values?: string[];
}
