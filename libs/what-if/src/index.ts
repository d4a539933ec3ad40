export {
  classesOf,
  HypotheticalCluster,
  type Admission,
  type KnownPod,
  NO_BUDGETS,
  type BudgetPlace,
  type PodCounts,
  ServiceAccounts,
} from './cluster/index.js';
export type { ExceededQuota, Finding, FindingsReport, Refused, StoppedRollout, UnreadKind } from './findings/index.js';
export { faultsAt, NotPossible } from './not-possible.js';
export {
  type AnyQuestion,
  type NamedObject,
  type Question,
  type QuestionAnswers,
  type QuestionBodies,
  type QuestionName,
  QUESTIONS,
  type ReadText,
  type Wanted,
} from './questions/index.js';
export { rollOut } from './rollouts/index.js';
export {
  type RolloutPlan,
  selectedPods,
  type ImportedObject,
  type Steps,
  type Step,
  type StepProblem,
  applyStep,
} from './steps/index.js';
export { nodeChanges, standingsOf, type NodeChange, utilizationOf, type ResourceUse } from './utilization/index.js';
export { assumeVolumes, settleVolumes } from './volumes/index.js';
export { part, type Owner } from './workloads/index.js';
