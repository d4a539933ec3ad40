import type { ObjectMeta } from '#kubernetes';
import type { FieldPath } from '#apimachinery';

const SYSCTLS = 'non-functional in v1.11+; use the "sysctls" field instead';
const STORAGE_CLASS = {
  'volume.beta.kubernetes.io/storage-class': 'deprecated since v1.8; use "storageClassName" attribute instead',
};

/** Annotations that fields have taken the place of, by the kinds of objects. */
const OLD_ANNOTATIONS = {
  Pod: {
    'scheduler.alpha.kubernetes.io/critical-pod': 'non-functional in v1.16+; use the "priorityClassName" field instead',
    'security.alpha.kubernetes.io/sysctls': SYSCTLS,
    'security.alpha.kubernetes.io/unsafe-sysctls': SYSCTLS,
  },
  PersistentVolume: {
    ...STORAGE_CLASS,
    'volume.beta.kubernetes.io/mount-options': 'deprecated since v1.31; use "mountOptions" attribute instead',
  },
  PersistentVolumeClaim: STORAGE_CLASS,
} as const;

/** What is said of old annotations. */
export function annotationWarnings(
  at: FieldPath,
  { annotations = {} }: Pick<ObjectMeta, 'annotations'>,
  kind: keyof typeof OLD_ANNOTATIONS,
): string[] {
  return Object.entries(OLD_ANNOTATIONS[kind]).flatMap(([key, message]) =>
    Object.hasOwn(annotations, key) ? [`${annotationPath(at, key)}: ${message}`] : [],
  );
}

export function annotationPath(at: FieldPath, key: string): string {
  return at.child('metadata').child('annotations').key(key).toString();
}
