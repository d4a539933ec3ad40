export {
  HypotheticalCluster,
  type Admission,
  type KnownPod,
  selectedNodes,
  type NodeSelection,
  NO_BUDGETS,
  type BudgetPlace,
  type PodCounts,
} from './cluster/index.js';
export {
  drainNodes,
  type DrainAnswer,
  fits,
  type FitsAnswer,
  howMany,
  type HowManyAnswer,
  loss,
  type LossAnswer,
  nodesNeeded,
  type NodesNeededAnswer,
  repack,
  type RepackAnswer,
} from './questions/index.js';
export {
  newNodes,
  selectedPods,
  type ImportedObject,
  type Steps,
  type Step,
  type StepProblem,
  applyStep,
} from './steps/index.js';
export { nodeChanges, standingsOf, type NodeChange, utilizationOf, type ResourceUse } from './utilization/index.js';
export { type Owner } from './workloads/index.js';
