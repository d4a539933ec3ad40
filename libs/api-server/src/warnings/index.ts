export { deletionWarnings } from './deletion-warnings.js';
export { earlyWarningsOf } from './early-warnings.js';
export { statusWarningsOf } from './status-warnings.js';
export { warningsOf } from './warnings.js';
