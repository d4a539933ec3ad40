export { BudgetBook, type NamedPod, type StoredBudget } from './budget-book.js';
export { readBudgets } from './budget.store.js';
