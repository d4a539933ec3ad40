export type * from './comparison.js';
export { type ComparisonOptions, type ComparisonScope, ComparisonService } from './comparison.service.js';
export type { ComparisonSource } from './comparing.js';
export type { ResourceMeasures, SideMeasures, Spread } from './measures/index.js';
