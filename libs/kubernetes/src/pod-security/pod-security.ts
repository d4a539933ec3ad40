import { ownField } from '#json';
import type { PodSpec } from '../pod-spec/index.js';
import { BASELINE, type SecuredPod, type Standard } from './baseline.js';
import { RESTRICTED } from './restricted.js';

/** Labels of a namespace: what its pods must keep to, what is recorded of them, and what their makers are warned of. */
const MODES = ['enforce', 'audit', 'warn'].map((mode) => `pod-security.kubernetes.io/${mode}`);
const [ENFORCE = ''] = MODES;
const LEVELS: readonly string[] = ['privileged', 'baseline', 'restricted'];
const VERSION = /^(latest|v1\.(0|[1-9]\d*))$/;

/** A label that says no level or version, and why. */
export interface LabelFault {
  readonly label: string;
  readonly value: string;
  readonly message: string;
}

/** What is wrong with the labels of a namespace. // as pod-security-admission v0.34 PolicyToEvaluate */
export function securityLabelFaults(labels: Readonly<Record<string, string>>): readonly LabelFault[] {
  return MODES.flatMap((mode) => {
    const [level, version] = [ownField(labels, mode), ownField(labels, `${mode}-version`)];
    return [
      ...(level === undefined || LEVELS.includes(level)
        ? []
        : [{ label: mode, value: level, message: `must be one of ${LEVELS.join(', ')}` }]),
      ...(version === undefined || VERSION.test(version)
        ? []
        : [{ label: `${mode}-version`, value: version, message: 'must be "latest" or "v1.x"' }]),
    ];
  });
}

/**
 * How a new pod violates the Pod Security Standard that its namespace enforces, in the API server's words; undefined
 * where it does not, or where the namespace enforces none. An invalid level counts as restricted, an invalid version as
 * latest.
 * // as API server v1.34 admission plugin PodSecurity
 */
export function podSecurityViolation(
  pod: { readonly metadata?: SecuredPod['metadata']; readonly spec?: PodSpec },
  labels: Readonly<Record<string, string>> | null | undefined,
): string | undefined {
  const asked = ownField(labels ?? {}, ENFORCE) ?? 'privileged';
  const level = LEVELS.includes(asked) ? asked : 'restricted';
  const [version = 'latest', , last = 'Infinity'] =
    VERSION.exec(ownField(labels ?? {}, `${ENFORCE}-version`) ?? 'latest') ?? [];
  const minor = Number(last);
  const secured = { metadata: pod.metadata ?? {}, spec: pod.spec ?? {} };
  const violations = rulesOf(level, minor).flatMap(({ reason, details }) => {
    const found = details(secured, minor);
    return found.length === 0 ? [] : [`${reason} (${found.join('; ')})`];
  });
  if (violations.length === 0) return undefined;
  return `violates PodSecurity "${level}:${version}": ${violations.join(', ')}`;
}

/** The rules of a standard in a version; a restricted rule stands in for the baseline rule of its subject. */
function rulesOf(level: string, minor: number): readonly Standard[] {
  if (level === 'privileged') return [];
  const isThere = ({ since = 0 }: Standard): boolean => since <= minor;
  const baseline = BASELINE.filter(isThere);
  if (level === 'baseline') return baseline;
  const restricted = RESTRICTED.filter(isThere);
  return [...baseline.filter(({ subject }) => !restricted.some((one) => one.subject === subject)), ...restricted];
}
