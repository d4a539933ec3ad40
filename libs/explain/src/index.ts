export * from './pair/index.js';
export { causesOf } from './explainers/index.js';
export { DEFAULT_COSTS, type Costs } from './why-not/costs.js';
export {
  whyNot,
  whyNotWithRequests,
  type ExplainedFailure,
  type OfferedChange,
  type ToldChange,
  type WhyNot,
  type WhyNotInput,
} from './why-not/why-not.js';
export { why, withRequestChanges, type Deciding, type Explicable, type FailingPlugin, type Why } from './why/why.js';
export { requestChanges, type Contest, type ContestEnd, type RequestChange, type TieRule } from './requests/index.js';
export { type Contribution, type Points } from './why/contributions.js';
export { smallestWeightChange, type ScoredNode, type Weight, type WeightChange } from './why/weight-change.js';
export type { MayName } from './why-not/naming.js';
export { fitAnywhere, type FitAnywhere, type FitAnywhereInput } from './why-not/fit-anywhere.js';
export * from './advice/index.js';
export * from './pending/index.js';
