export {
  BUDGET_RETRY_SECONDS,
  budgetProblem,
  countedBudget,
  type BudgetProblem,
  type CountingBudget,
} from './counted-budget.js';
export { evictableBy, evictablePod, type EvictablePod, type EvictionFacts } from './evictable-pod.js';
export {
  EvictionBudgets,
  type BudgetObject,
  type EvictionBudget,
  type EvictionRefusal,
  type EvictionVerdict,
} from './eviction-budgets.js';
