export { Empty, Loading, Problem, Refusals, Shown, ShownOfCluster } from './shown.js';
