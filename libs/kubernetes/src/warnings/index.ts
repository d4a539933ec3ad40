export { warningsOf } from './warnings.js';
