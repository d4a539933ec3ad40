import { list, object, resourceList, sameValue, text } from '#apimachinery';
import { defineKind } from '../kind-definition.js';
import { resourceQuotaColumns } from './columns.js';
import { checkQuotaAmounts, checkQuotaSpec } from './rules.js';
import type { ResourceQuota, ResourceQuotaSpec, ScopeRequirement } from './type.js';

/** All about the kind ResourceQuota. */
export const resourceQuotaKind = defineKind<ResourceQuota>({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  returnsDeleted: true,
  shortNames: ['quota'],
  namespaced: true,
  statusSubresource: true,
  computesStatus: true,
  hasSpec: true,
  columns: resourceQuotaColumns,
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
  prepare: (quota, { isNew, isImported }) => {
    if (isNew && !isImported) quota.status = {};
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
