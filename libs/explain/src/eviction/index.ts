export { Budgets } from './budgets.js';
export { cheapestFreeing, type Freeing, type Lack } from './cheapest-freeing.js';
export { byImportance, choosePods, evictionOf, frees, namedPod } from './choose-pods.js';
