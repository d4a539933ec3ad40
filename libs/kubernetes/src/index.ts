export * from './problems/index.js';
export * from './names/index.js';
export * from './quantity/index.js';
export * from './json/index.js';
export {
  compileLabelSelector,
  compileRequirements,
  labelSelectorError,
  labelSelectorRequirements,
  labelValue,
  parseInt64,
  parseLabelSelector,
  requirementProblems,
  type LabelMatcher,
  type LabelOperator,
  type LabelRequirement,
  type Labels,
  type LabelSelector,
  type LabelSelectorRequirement,
  type ParsedLabelSelector,
  type SelectorProblem,
} from './label-selector/index.js';
export {
  compileNodeSelector,
  compileNodeSelectorTerm,
  isEmptyTerm,
  type NodeMatcher,
  type NodeSelector,
  type NodeSelectorRequirement,
  type NodeSelectorTerm,
  type SelectableNode,
} from './node-selector/index.js';
export { firstUntoleratedTaint, tolerates, type Taint, type Toleration } from './tolerations/index.js';
export { sameValue } from './validation/index.js';
export type { Condition, KubernetesObject, ObjectMeta, OwnerReference } from './metadata/index.js';
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
  type ResourceRequirements,
} from './resources/index.js';
export type { Container, ContainerPort, Probe, VolumeMount } from './containers/index.js';
export type { Volume } from './volumes/index.js';
export type {
  Affinity,
  NodeAffinity,
  PodAffinity,
  PodAffinityTerm,
  PreferredSchedulingTerm,
  TopologySpreadConstraint,
  WeightedPodAffinityTerm,
} from './affinity/index.js';
export { aggregateRequests, type PodSpec } from './pod-spec/index.js';
export type { PodTemplate } from './pod-template/index.js';
export * from './kinds/index.js';
export * from './protocol/index.js';
export * from './field-selector/index.js';
export * from './admission/index.js';
export * from './warnings/index.js';
export * from './fields/index.js';
export * from './patch/index.js';
export * from './manifests/index.js';
export * from './quota/index.js';
