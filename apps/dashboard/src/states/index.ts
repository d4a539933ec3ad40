export { Empty, Loading, Problem, Redacted, Refusals, Shown, ShownOfCluster } from './shown.js';
export { Status } from './status.js';
