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
