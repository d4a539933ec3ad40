export { firstUntoleratedTaint, tolerates, type Taint, type Toleration } from './tolerates.js';
