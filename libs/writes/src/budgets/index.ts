export { budgetPodOf, CONTROLLERS, replicasOf, type BudgetPod } from './budget-pod.js';
export { BudgetBook, type NamedController, type NamedPod } from './budget-book.js';
export { CachedBooks } from './cached-books.js';
export { findBudgets, fillBook, refillBook } from './budget.store.js';
export type { StoredBudget } from './live-budget.js';
export { readBudgets, renewBook } from './read-budgets.js';
