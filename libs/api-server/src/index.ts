export {
  beginDeletion,
  deleteOptionsProblems,
  endsWith,
  FOREGROUND,
  isHeld,
  ORPHAN,
  type DeleteOptions,
  type PropagationPolicy,
} from './deletion/index.js';
export {
  BUDGET_RETRY_SECONDS,
  budgetProblem,
  countedBudget,
  evictableBy,
  evictablePod,
  EvictionBudgets,
  type BudgetObject,
  type BudgetProblem,
  type EvictablePod,
  type EvictionBudget,
  type EvictionRefusal,
} from './eviction/index.js';
export {
  INITIAL_NAMESPACES,
  initialOfCluster,
  initialOfNamespace,
  isInitialOfNamespaces,
} from './initial-objects/index.js';
export {
  convertOldVersion,
  findDuplicateKeys,
  mistakenObject,
  readFirstDocument,
  readManifests,
  type DuplicateField,
  type Manifest,
  type ManifestProblem,
} from './manifests/index.js';
export {
  chargeOf,
  evaluatorOf,
  hasScopes,
  isInScope,
  nothingUsed,
  overLimit,
  podLimits,
  quotaLines,
  quotaRefusal,
  readExceededQuota,
  readUsage,
  scopesText,
  scopeTexts,
  usageText,
  type Quota,
  type QuotaLine,
  type QuotaRequest,
  type QuotaScopes,
  type QuotaSpec,
} from './quota/index.js';
export { INCLUDED_OBJECTS, partialMetadata, tableOf, type IncludedObject, type MetaVersion } from './table/index.js';
export { deletionWarnings, earlyWarningsOf, statusWarningsOf, warningsOf } from './warnings/index.js';
