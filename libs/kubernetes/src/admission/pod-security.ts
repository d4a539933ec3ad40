import { ownField } from '#json';
import type { Pod } from '../kinds/index.js';
import type { KubernetesObject } from '../metadata/index.js';
import { podSecurityViolation, securityLabelFaults } from '../pod-security/index.js';
import type { Admission } from './admission-context.js';

/**
 * A new pod keeps to the Pod Security Standard that its namespace enforces; so does one that gets another image, or
 * other containers. // as API server v1.34 admission plugin PodSecurity
 */
export function judgePodSecurity({ object, context, isNew, forbidden }: Admission<Pod>): void {
  const { namespaceLabels, operation, old } = context;
  if (namespaceLabels === undefined) return;
  const isJudged = operation === 'update' ? imagesOf(old as Pod) !== imagesOf(object) : isNew;
  if (!isJudged) return;
  const violation = podSecurityViolation(object, namespaceLabels(object.metadata.namespace ?? ''));
  if (violation !== undefined) forbidden.push(violation);
}

/** Labels that say no level or version are refused, unless they were there. */
export function judgeSecurityLabels({ object, context, root }: Admission): void {
  const { operation, old } = context;
  if (operation === 'import' || faultsOf(old).length > 0) return;
  const labels = root.child('metadata').child('labels');
  for (const { label, value, message } of faultsOf(object)) labels.key(label).invalid(value, message);
}

function faultsOf(namespace: KubernetesObject | undefined): ReturnType<typeof securityLabelFaults> {
  return securityLabelFaults(namespace?.metadata.labels ?? {});
}

const PROFILES = ['container.seccomp.security.alpha.kubernetes.io/', 'container.apparmor.security.beta.kubernetes.io/'];

/** Images of containers, and their profiles in annotations, list by list. // as isSignificantPodUpdate */
function imagesOf({ metadata: { annotations = {} }, spec }: Pod): string {
  const lists = [spec?.containers, spec?.initContainers, spec?.ephemeralContainers];
  const profiles = (name: string): unknown[] => PROFILES.map((prefix) => ownField(annotations, prefix + name) ?? '');
  return JSON.stringify(lists.map((list) => (list ?? []).map(({ name = '', image }) => [image, ...profiles(name)])));
}
