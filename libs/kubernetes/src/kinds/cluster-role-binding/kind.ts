import { bindingRules, completeBinding, type RoleRef, type Subject } from '../../access-rules/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import { pathSegmentProblems } from '#apimachinery';
import { defineKind } from '../kind-definition.js';
import { clusterRoleBindingColumns } from './columns.js';

/** rbac.authorization.k8s.io/v1 ClusterRoleBinding. It is data: what callers may do is said by the roles of Berth. */
export interface ClusterRoleBinding extends KubernetesObject {
  kind: 'ClusterRoleBinding';
  roleRef?: RoleRef;
  subjects?: Subject[];
}

/** All about the kind ClusterRoleBinding. */
export const clusterRoleBindingKind = defineKind<ClusterRoleBinding>({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  plural: 'clusterrolebindings',
  judgesMetadata: ['whole', 'change'],
  createsOnUpdate: true,
  columns: clusterRoleBindingColumns,
  namespaced: false,
  name: pathSegmentProblems,
  complete: completeBinding,
  ...bindingRules({ namespaced: false, roles: ['ClusterRole'] }),
});
