export { scaleColumns } from './scale-columns.js';
export { replicasIn, scaleOf, scaleProblems, selectorText, type Scale } from './scale.js';
