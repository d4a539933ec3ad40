import { checkRules, type PolicyRule } from '../../access-rules/index.js';
import { checkMetadata, type KubernetesObject } from '../../metadata/index.js';
import { pathSegmentProblems, type JudgedField } from '#apimachinery';
import { defineKind } from '../kind-definition.js';

/** rbac.authorization.k8s.io/v1 Role. It is data: what callers may do is said by the roles of Berth. */
export interface Role extends KubernetesObject {
  kind: 'Role';
  rules?: PolicyRule[] | null;
}

/** All about the kind Role. */
export const roleKind = defineKind<Role>({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'Role',
  plural: 'roles',
  judgesMetadata: ['whole', 'change'],
  createsOnUpdate: true,
  namespaced: true,
  name: pathSegmentProblems,
  check,
  checkUpdate: (role, _before, root) => {
    // Upstream judges the role twice.
    checkMetadata(role, { namespaced: true, name: pathSegmentProblems }, root);
    check(role, root);
  },
});

/** // as API server v1.34 ValidateRole */
function check({ rules }: Role, root: JudgedField): void {
  checkRules(rules ?? [], { namespaced: true }, root.child('rules'));
}
