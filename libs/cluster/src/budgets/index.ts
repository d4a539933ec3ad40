export { budgetPodOf, CONTROLLERS, replicasOf, type BudgetPod } from './budget-pod.js';
export { BudgetBook, type NamedController, type NamedPod } from './budget-book.js';
export { findBudgets, fillBook, refillBook } from './budget.store.js';
export { KeptBooks } from './kept-books.js';
export type { StoredBudget } from './live-budget.js';
export { readBudgets, renewBook } from './read-budgets.js';
