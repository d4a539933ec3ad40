import type { NamedKind } from '#kubernetes-schema';

const AUTHORIZATION = 'authorization.k8s.io/v1';
const AUTHENTICATION = 'authentication.k8s.io/v1';

/** What is posted to be answered, and not stored. */
export const REVIEWS = {
  ownAccess: { apiVersion: AUTHORIZATION, kind: 'SelfSubjectAccessReview' },
  ownRules: { apiVersion: AUTHORIZATION, kind: 'SelfSubjectRulesReview' },
  access: { apiVersion: AUTHORIZATION, kind: 'SubjectAccessReview' },
  localAccess: { apiVersion: AUTHORIZATION, kind: 'LocalSubjectAccessReview' },
  ownIdentity: { apiVersion: AUTHENTICATION, kind: 'SelfSubjectReview' },
} as const satisfies Readonly<Record<string, NamedKind>>;

/** The path of a kind of reviews below the cluster. */
export function reviewPath({ apiVersion, kind }: NamedKind, namespace = ''): string {
  return `apis/${apiVersion}/${namespace === '' ? '' : `namespaces/${namespace}/`}${kind.toLowerCase()}s`;
}
