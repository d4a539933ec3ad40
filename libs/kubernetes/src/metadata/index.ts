export type { Condition, KubernetesObject, ObjectMeta, OwnerReference } from './metadata.js';
export { conditions, kubernetesObject, metadata, printTimes, type OwnFields } from './metadata-fields.js';
export { checkConditions } from './condition-rules.js';
export { duplicateOwnersWarning, withDistinctOwners } from './duplicate-owners.js';
export {
  checkAnnotations,
  checkFinalizerNames,
  checkMetadata,
  checkMetadataUpdate,
  checkTemplateMetadata,
  isStandardFinalizer,
  type MetadataRules,
} from './metadata-rules.js';
