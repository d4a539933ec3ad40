export type * from './comparison.js';
export { type ComparisonOptions, type ComparisonScope, ComparisonService } from './comparison.service.js';
export type { ComparisonSource } from './comparing.js';
export {
  rounded,
  spreadOf,
  strandedOf,
  type ResourceMeasures,
  type SideMeasures,
  type Spread,
} from './measures/index.js';
