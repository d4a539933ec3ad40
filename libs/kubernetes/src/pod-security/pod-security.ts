import type { PodSpec } from '../pod-spec/index.js';
import { BASELINE, type SecuredPod, type Standard } from './baseline.js';
import { RESTRICTED } from './restricted.js';

/** Labels of a namespace by which its new pods are judged. */
const ENFORCE = 'pod-security.kubernetes.io/enforce';
const VERSION = `${ENFORCE}-version`;

/**
 * How a new pod violates the Pod Security Standard that its namespace enforces, in the API server's words; undefined
 * where it does not, or where the namespace enforces none.
 * // as API server v1.34 admission plugin PodSecurity
 */
export function podSecurityViolation(
  pod: { readonly metadata?: SecuredPod['metadata']; readonly spec?: PodSpec },
  labels: Readonly<Record<string, string>> | null | undefined,
): string | undefined {
  const level = labels?.[ENFORCE];
  const standards = level === 'restricted' ? withRestricted : level === 'baseline' ? BASELINE : [];
  const secured = { metadata: pod.metadata ?? {}, spec: pod.spec ?? {} };
  const version = labels?.[VERSION] ?? 'latest';
  const minor = Number(/^v1\.(\d+)$/.exec(version)?.[1] ?? Infinity);
  const violations = standards.flatMap(({ reason, since = 0, details }) => {
    const found = minor < since ? [] : details(secured);
    return found.length === 0 ? [] : [`${reason} (${found.join('; ')})`];
  });
  if (violations.length === 0) return undefined;
  return `violates PodSecurity "${level ?? ''}:${version}": ${violations.join(', ')}`;
}

/** A restricted rule stands in for the baseline rule of its subject. */
const withRestricted: readonly Standard[] = [
  ...BASELINE.filter(({ subject }) => !RESTRICTED.some((one) => one.subject === subject)),
  ...RESTRICTED,
];
