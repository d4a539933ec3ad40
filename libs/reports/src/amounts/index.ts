export { billionths, decimalText, divideRounded } from './exact.js';
export { unitOf } from './unit-of.js';
