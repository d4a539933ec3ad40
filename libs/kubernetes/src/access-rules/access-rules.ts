import {
  checkLabelSelector,
  checkName,
  dnsSubdomainProblems,
  labelSelectorRequirements,
  pathSegmentProblems,
  sameValue,
  type JudgedField,
  type LabelSelector,
} from '#apimachinery';
import { checkMetadata, type KubernetesObject } from '../metadata/index.js';
import { internalView } from '../internals/index.js';

/** rbac/v1 PolicyRule: which verbs are allowed on what. */
export interface PolicyRule {
  verbs?: string[] | null;
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
}

/** rbac/v1 Subject: who is allowed. */
export interface Subject {
  kind?: string;
  apiGroup?: string;
  name?: string;
  namespace?: string;
}

/** rbac/v1 RoleRef. */
export interface RoleRef {
  apiGroup?: string;
  kind?: string;
  name?: string;
}

const GROUP = 'rbac.authorization.k8s.io';

/** // as API server v1.34 ValidatePolicyRule */
export function checkRules(
  rules: readonly PolicyRule[],
  { namespaced }: { namespaced: boolean },
  at: JudgedField,
): void {
  rules.forEach((rule, index) => {
    const path = at.index(index);
    const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
    if ((rule.verbs ?? []).length === 0) path.child('verbs').required('verbs must contain at least one value');
    if (nonResourceURLs.length > 0) {
      const urls = path.child('nonResourceURLs');
      if (namespaced) urls.invalid(nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs');
      if (apiGroups.length + resources.length + resourceNames.length > 0)
        urls.invalid(nonResourceURLs, 'rules cannot apply to both regular resources and non-resource URLs');
      return;
    }
    if (apiGroups.length === 0) path.child('apiGroups').required('resource rules must supply at least one api group');
    if (resources.length === 0) path.child('resources').required('resource rules must supply at least one resource');
  });
}

/** Selectors of the roles that a role is made of. */
export function checkAggregation(selectors: readonly LabelSelector[], at: JudgedField): void {
  if (selectors.length === 0) at.required('at least one clusterRoleSelector required if aggregationRule is non-nil');
  selectors.forEach((selector, index) => {
    checkLabelSelector(selector, at.index(index));
    if (!('requirements' in labelSelectorRequirements(selector)))
      at.index(index).invalid(undefined, 'invalid label selector.');
  });
}

/** The group of a role, and of the subjects that are no accounts. // as API server v1.34 SetDefaults_RoleBinding */
export function completeBinding(binding: { roleRef?: RoleRef; subjects?: Subject[] }): void {
  const { subjects = [] } = binding;
  (binding.roleRef ??= {}).apiGroup ||= GROUP;
  for (const subject of subjects) if (subject.kind === 'User' || subject.kind === 'Group') subject.apiGroup ||= GROUP;
}

/** // as API server v1.34 ValidateRoleBinding */
function checkRoleRef(ref: RoleRef, kinds: readonly string[], at: JudgedField): void {
  const { apiGroup = '', kind = '', name = '' } = ref;
  if (apiGroup !== GROUP) at.child('apiGroup').notSupported(apiGroup, [GROUP]);
  if (!kinds.includes(kind)) at.child('kind').notSupported(kind, kinds);
  if (name === '') at.child('name').required();
  else checkName(name, pathSegmentProblems, at.child('name'));
}

/** It grants what it granted. // as API server v1.34 ValidateRoleBindingUpdate */
function checkSameRole(role: RoleRef | undefined, before: RoleRef | undefined, at: JudgedField): void {
  if (!sameValue(role, before)) at.invalid(internalView(role ?? {}, 'RoleRef'), 'cannot change roleRef');
}

/** // as API server v1.34 ValidateRoleBindingSubject */
function checkSubjects(
  subjects: readonly Subject[],
  { namespaced }: { readonly namespaced: boolean },
  at: JudgedField,
): void {
  subjects.forEach(({ kind = '', name = '', apiGroup = '', namespace = '' }, index) => {
    const path = at.index(index);
    if (name === '') path.child('name').required();
    if (kind === 'ServiceAccount') {
      if (name !== '') checkName(name, dnsSubdomainProblems, path.child('name'));
      if (apiGroup !== '') path.child('apiGroup').notSupported(apiGroup, ['']);
      if (!namespaced && namespace === '') path.child('namespace').required();
    } else if (kind === 'User' || kind === 'Group') {
      if (apiGroup !== GROUP) path.child('apiGroup').notSupported(apiGroup, [GROUP]);
    } else {
      path.child('kind').notSupported(kind, ['ServiceAccount', 'User', 'Group']);
    }
  });
}

/** An object that gives roles to subjects. */
interface Binding extends KubernetesObject {
  roleRef?: RoleRef;
  subjects?: Subject[];
}

/** Where a binding is, and the kinds of roles that it may give. */
interface BindingScope {
  readonly namespaced: boolean;
  readonly roles: readonly string[];
}

interface BindingRules {
  readonly check: (binding: Binding, root: JudgedField) => void;
  readonly checkUpdate: (binding: Binding, before: Binding, root: JudgedField) => void;
}

/** The rules of a kind of bindings. // as API server v1.34 ValidateRoleBinding, ValidateClusterRoleBinding */
export function bindingRules({ namespaced, roles }: BindingScope): BindingRules {
  const check = ({ roleRef = {}, subjects = [] }: Binding, root: JudgedField): void => {
    checkRoleRef(roleRef, roles, root.child('roleRef'));
    checkSubjects(subjects, { namespaced }, root.child('subjects'));
  };
  return {
    check,
    checkUpdate: (binding: Binding, before: Binding, root: JudgedField): void => {
      // Upstream judges the binding twice.
      checkMetadata(binding, { namespaced, name: pathSegmentProblems }, root);
      check(binding, root);
      checkSameRole(binding.roleRef, before.roleRef, root.child('roleRef'));
    },
  };
}
