export { evictableBy, evictablePod, type EvictablePod, type EvictionFacts } from './evictable-pod.js';
export {
  EvictionBudgets,
  type BudgetObject,
  type EvictionBudget,
  type EvictionRefusal,
  type EvictionVerdict,
} from './eviction-budgets.js';
