export { ComparisonsModule } from './comparisons.module.js';
