export { measureSnapshot, type ResourceMeasures, type SideMeasures } from './measure-side.js';
export { rounded, spreadOf, type Spread } from './spread.js';
export { type Request, strandedOf } from './stranded.js';
