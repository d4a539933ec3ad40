import { list, object, resourceList, text } from '../../decoding/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import type { ResourceList } from '../../resources/index.js';
import { sameValue } from '../../validation/index.js';
import { defineKind } from '../kind-definition.js';
import { checkQuotaAmounts, checkQuotaSpec } from './rules.js';

/** core/v1 ResourceQuota: how much the objects of its namespace may ask for together. */
export interface ResourceQuota extends KubernetesObject {
  kind: 'ResourceQuota';
  spec: ResourceQuotaSpec;
  status?: { hard?: ResourceList; used?: ResourceList };
}

export interface ResourceQuotaSpec {
  hard?: ResourceList;
  /** Whatever it counts must be in all of them. */
  scopes?: string[];
  scopeSelector?: { matchExpressions?: ScopeRequirement[] };
}

/** core/v1 ScopedResourceSelectorRequirement. */
export interface ScopeRequirement {
  scopeName?: string;
  operator?: string;
  values?: string[];
}

/** All about the kind ResourceQuota. */
export const resourceQuotaKind = defineKind<ResourceQuota>({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  shortNames: ['quota'],
  namespaced: true,
  statusSubresource: true,
  computesStatus: true,
  hasSpec: true,
  fields: {
    spec: object<ResourceQuotaSpec>({
      hard: resourceList,
      scopes: list(text),
      scopeSelector: object({
        matchExpressions: list(object<ScopeRequirement>({ scopeName: text, operator: text, values: list(text) })),
      }),
    }),
    status: object({ hard: resourceList, used: resourceList }),
  },
  prepare: (quota) => {
    quota.status ??= {};
  },
  check: ({ spec, status }, root) => {
    checkQuotaSpec(spec, root.child('spec'));
    checkQuotaAmounts(status?.hard, root.child('status').child('hard'));
    checkQuotaAmounts(status?.used, root.child('status').child('used'));
  },
  checkUpdate: ({ spec }, before, root) => {
    const scopes = [spec.scopes, before.spec.scopes].map((list = []) => [...new Set(list)].sort());
    if (!sameValue(scopes[0], scopes[1])) root.child('spec').child('scopes').invalid(spec.scopes, 'field is immutable');
  },
});
