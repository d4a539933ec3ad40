export {
  aggregateText,
  FieldPath,
  describeProblem,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
  shownValue,
  tooLong,
  wrongType,
  type FieldProblem,
  type ProblemReason,
  MOST_PROBLEMS,
  shortened,
  didYouMean,
} from './problems/index.js';
export { qualifiedNameProblems } from './names/index.js';
export {
  ZERO_QUANTITY,
  type Quantity,
  isQuantityProblem,
  parseQuantity,
  requireQuantity,
  addQuantities,
  compareQuantities,
  inBaseUnits,
  milliValue,
  subtractQuantities,
  value,
  formatQuantity,
} from './quantity/index.js';
export {
  compileLabelSelector,
  compileRequirements,
  labelSelectorError,
  labelSelectorRequirements,
  labelValue,
  parseInt64,
  parseLabelSelector,
  type LabelMatcher,
  type LabelOperator,
  type LabelRequirement,
  type Labels,
  type LabelSelector,
} from './label-selector/index.js';
export {
  compileNodeSelector,
  compileNodeSelectorTerm,
  isEmptyTerm,
  type NodeMatcher,
  type NodeSelectorRequirement,
  type NodeSelectorTerm,
  type SelectableNode,
} from './node-selector/index.js';
export { firstUntoleratedTaint, tolerates, type Taint, type Toleration } from './tolerations/index.js';
export { exactnessProblems, isKeepable, sameValue } from './validation/index.js';
export type { Condition, KubernetesObject, ObjectMeta } from './metadata/index.js';
export {
  addAmounts,
  amountsText,
  equalAmounts,
  fractionsOfBytes,
  printAmounts,
  readAmounts,
  subtractAmounts,
  type Amounts,
  type ResourceList,
} from './resources/index.js';
export {
  allKinds,
  findKind,
  findKindByName,
  findResource,
  type KindDescription,
  type KindName,
  type LimitRange,
  type Node,
  type PodDisruptionBudget,
  type Pod,
  type PriorityClass,
  type RuntimeClass,
  isDefaultStorageClass,
  type StorageClass,
} from './kinds/index.js';
export {
  evictableBy,
  evictablePod,
  EvictionBudgets,
  type BudgetObject,
  type EvictablePod,
  type EvictionBudget,
  type EvictionRefusal,
  type EvictionVerdict,
} from './eviction/index.js';
export { matchesFields, parseFieldSelector, selectableFields, type FieldRequirement } from './field-selector/index.js';
export {
  type AdmissionContext,
  type AdmissionOperation,
  type AdmissionResult,
  admit,
  faultsOf,
  taintsOfImportedAgain,
  type Mutation,
} from './admission/index.js';
export { warningsOf } from './warnings/index.js';
export {
  fieldWarnings,
  type FieldWarning,
  kubernetesType,
  kubernetesTypes,
  type KubernetesScalar,
  type KubernetesShape,
  dropUnknownFields,
  withoutUnknownFields,
  type UnknownField,
  undecodable,
} from './fields/index.js';
export {
  convertOldVersion,
  findDuplicateKeys,
  type DuplicateField,
  type Manifest,
  type ManifestProblem,
  mistakenObject,
  readManifests,
} from './manifests/index.js';
export {
  evaluatorOf,
  chargeOf,
  nothingUsed,
  overLimit,
  quotaRefusal,
  type Quota,
  type QuotaRequest,
  type QuotaSpec,
  readExceededQuota,
  quotaLines,
  scopeTexts,
  type QuotaLine,
} from './quota/index.js';
