import {
  checkRoleRef,
  checkSameRole,
  checkSubjects,
  completeBinding,
  type RoleRef,
  type Subject,
} from '../../access-rules/index.js';
import { checkMetadata, type KubernetesObject } from '../../metadata/index.js';
import { pathSegmentProblems } from '../../names/index.js';
import type { JudgedField } from '../../problems/index.js';
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
  check,
  checkUpdate: (binding, before, root) => {
    // Upstream judges the binding twice.
    checkMetadata(binding, { namespaced: true, name: pathSegmentProblems }, root);
    check(binding, root);
    checkSameRole(binding.roleRef, before.roleRef, root.child('roleRef'));
  },
});

/** // as API server v1.34 ValidateRoleBinding */
function check({ roleRef = {}, subjects = [] }: RoleBinding, root: JudgedField): void {
  checkRoleRef(roleRef, ['Role', 'ClusterRole'], root.child('roleRef'));
  checkSubjects(subjects, { namespaced: true }, root.child('subjects'));
}
