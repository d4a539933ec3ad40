export type { Condition, KubernetesObject, ObjectMeta, OwnerReference } from './metadata.js';
export { conditions, kubernetesObject, metadata, type OwnFields } from './metadata-fields.js';
export { checkMetadata, checkMetadataUpdate, type MetadataRules } from './metadata-rules.js';
