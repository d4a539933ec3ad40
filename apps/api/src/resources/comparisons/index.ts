export { ComparisonsModule } from './comparisons.module.js';
export { comparisonWork } from './comparisons.operations.js';
