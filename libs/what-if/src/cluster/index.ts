export { Disruptions, refusalInWords, type NamedBudget, type RefusedEviction } from './disruptions.js';
export {
  HypotheticalCluster,
  MOST_PODS,
  type Admission,
  type Beginning,
  type KnownPod,
  type NodeIdentity,
} from './hypothetical-cluster.js';
export { selectedNodes, type NodeSelection } from './node-selection.js';
export { pendingAgain } from './pending-again.js';
export { NO_BUDGETS, type BudgetPlace, type PodCounts } from './pod-counts.js';
export { ServiceAccounts } from './service-accounts.js';
export { autoscalerObjection, leavesByItself, localDataOf, type LocalData } from './pod-roles.js';
export { classesOf, type ClassKind } from './pod-classes.js';
