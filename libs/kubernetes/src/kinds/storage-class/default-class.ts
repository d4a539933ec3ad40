import { ownField } from '#json';
import type { KubernetesObject } from '../../metadata/index.js';

const DEFAULT_ANNOTATIONS: readonly string[] = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

/** Whether claims that name no class are of this one. // as component-helpers v1.34 IsDefaultAnnotation */
export function isDefaultStorageClass({ metadata: { annotations = {} } }: KubernetesObject): boolean {
  return DEFAULT_ANNOTATIONS.some((key) => ownField(annotations, key) === 'true');
}

/**
 * The class of claims that name none: of several default ones the newest, and of those the first by name.
 * // as kubernetes v1.34 storage GetDefaultClass
 */
export function defaultStorageClass<Class extends KubernetesObject>(classes: Iterable<Class>): Class | undefined {
  const [first] = [...classes].filter(isDefaultStorageClass).sort(({ metadata: one }, { metadata: other }) => {
    const [age, otherAge] = [one.creationTimestamp ?? '', other.creationTimestamp ?? ''];
    if (age !== otherAge) return age > otherAge ? -1 : 1;
    return one.name < other.name ? -1 : 1;
  });
  return first;
}
