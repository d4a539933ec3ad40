import { checkAggregation, checkRules, type PolicyRule } from '../../access-rules/index.js';
import { pathSegmentProblems, type JudgedField, type LabelSelector } from '#apimachinery';
import { checkMetadata, type KubernetesObject } from '../../metadata/index.js';
import { defineKind } from '../kind-definition.js';

/** rbac.authorization.k8s.io/v1 ClusterRole. It is data, and no controller aggregates it. */
export interface ClusterRole extends KubernetesObject {
  kind: 'ClusterRole';
  rules?: PolicyRule[] | null;
  aggregationRule?: { clusterRoleSelectors?: LabelSelector[] };
}

/** All about the kind ClusterRole. */
export const clusterRoleKind = defineKind<ClusterRole>({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  judgesMetadata: ['whole', 'change'],
  createsOnUpdate: true,
  name: pathSegmentProblems,
  check,
  checkUpdate: (role, _before, root) => {
    // Upstream judges the role twice.
    checkMetadata(role, { namespaced: false, name: pathSegmentProblems }, root);
    check(role, root);
  },
});

/** // as API server v1.34 ValidateClusterRole */
function check({ rules, aggregationRule }: ClusterRole, root: JudgedField): void {
  checkRules(rules ?? [], { namespaced: false }, root.child('rules'));
  if (aggregationRule === undefined) return;
  const { clusterRoleSelectors = [] } = aggregationRule;
  checkAggregation(clusterRoleSelectors, root.child('aggregationRule').child('clusterRoleSelectors'));
}
