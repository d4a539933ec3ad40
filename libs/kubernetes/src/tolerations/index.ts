export { firstUntoleratedTaint, tolerates, type Taint, type Toleration } from './tolerates.js';
export { taint, toleration } from './taint-fields.js';
export { checkTaints, checkTolerations } from './taint-rules.js';
