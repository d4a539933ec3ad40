import { bindingRules, completeBinding, type RoleRef, type Subject } from '../../access-rules/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import { pathSegmentProblems } from '#apimachinery';
import { defineKind } from '../kind-definition.js';
import { roleBindingColumns } from './columns.js';

/** rbac.authorization.k8s.io/v1 RoleBinding. It is data: what callers may do is said by the roles of Berth. */
export interface RoleBinding extends KubernetesObject {
  kind: 'RoleBinding';
  roleRef?: RoleRef;
  subjects?: Subject[];
}

/** All about the kind RoleBinding. */
export const roleBindingKind = defineKind<RoleBinding>({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  plural: 'rolebindings',
  judgesMetadata: ['whole', 'change'],
  createsOnUpdate: true,
  columns: roleBindingColumns,
  namespaced: true,
  name: pathSegmentProblems,
  complete: completeBinding,
  ...bindingRules({ namespaced: true, roles: ['Role', 'ClusterRole'] }),
});
