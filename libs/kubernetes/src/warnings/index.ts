export { deletionWarnings } from './deletion-warnings.js';
export { warningsOf } from './warnings.js';
